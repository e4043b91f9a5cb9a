import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { auditAs } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { hashSecret } from '../../platform/http/agent.ts'
import { addressOf } from '../../platform/http/caller.ts'
import { Problem } from '../../platform/problem.ts'
import type { Author, Change } from '../../platform/trace.ts'
import type { Accounts } from '../context.ts'
import { verifyPassword } from '../credentials/passwords.ts'
import { holderOfMember } from '../sign-in-limits/login-limits.ts'
import type { Member, StaffCredentials } from './schemas.ts'
import { consumeCode, findMemberByEmail, insertSession, type Secrets } from './store.ts'

/** The lifetime of a session in seconds. It covers a working day and the evening. */
export const SESSION_S = 12 * 3_600

const refused = () =>
  new Problem(401, 'identifiants-incorrects', 'Adresse e-mail, mot de passe ou code incorrect')
const codeRequired = () => new Problem(401, 'code-absent', 'Un code à usage unique est demandé : champ code')

/** Unknown addresses are never recorded: a mistyped one may be a password, and others are chosen by strangers. */
const UNKNOWN: Author = { kind: 'personnel', id: null, name: 'inconnu' }

/**
 * Opens a session for an active member if the password and, where required, the one-time code are right. Throws 401
 * otherwise, and 429 after too many failures.
 */
export async function signInStaff(accounts: Accounts, request: FastifyRequest, given: StaffCredentials) {
  const { db, guard, knownNetworks, staffLimits, unknownSignIns } = accounts
  const network = knownNetworks.networkOf(addressOf(request))
  const member = await findMemberByEmail(db, given.email)
  const name = (member?.email ?? given.email).toLowerCase()
  const isKnown = member ? await knownNetworks.isKnown(holderOfMember(member.id), network) : false
  const unknownNetwork = isKnown || !guard.on ? undefined : network

  /** The audit entry has the record `code` once the password is right and a code is required, even if the code fails. */
  async function attempt(change?: Change) {
    const right = await verifyPassword(given.motDePasse, member?.motDePasse, unknownNetwork)
    if (!right || !member?.actif) throw refused()
    if (change && member.codeExige) change.record = 'code'
    return db.transaction(async tx => {
      if (member.codeExige) await checkCode(tx, accounts, member, given.code ?? undefined)
      await knownNetworks.remember(tx, holderOfMember(member.id), network)
      return { member, secret: await openSession(tx, accounts, member) }
    })
  }

  /** Runs within the limits, so that a throttled call leaves no audit entry. */
  async function audited() {
    if (member) return auditAs(request, { kind: 'personnel', id: member.id, name: member.nom }, attempt)
    const isOverLimit = (await unknownSignIns.consume('')) !== undefined
    return isOverLimit ? attempt() : auditAs(request, UNKNOWN, attempt)
  }

  return staffLimits({ name, network, isKnown }, audited)
}

/** Marks a code as used. Throws 401 if it is missing or wrong, or if it or a later one was used before. */
export async function checkCode(
  tx: Tx,
  { codes, clock }: Accounts,
  { id, secretCode }: Pick<Member & Secrets, 'id' | 'secretCode'>,
  code: string | undefined,
) {
  if (code === undefined) throw codeRequired()
  const now = clock.real()
  const step = secretCode === null ? undefined : codes.stepOf({ id, secretCode }, code, now)
  if (step === undefined || !(await consumeCode(tx, id, step))) throw refused()
}

/** Opens a session of the member and returns its secret. */
export async function openSession(tx: Tx, { clock }: Accounts, { id }: Member) {
  const secret = randomBytes(32).toString('base64url')
  const session = { empreinte: hashSecret(secret), membreId: id, now: clock.now() }
  await insertSession(tx, { ...session, expireLe: clock.after(SESSION_S * 1000) })
  return secret
}
