import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/database.ts'
import { secretHash } from '../../platform/http/agent.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Accounts } from '../context.ts'
import { tooManyLogins } from '../messages.ts'
import { isPassword } from '../passwords/passwords.ts'
import { memberHolder } from '../signing-in/known-networks.ts'
import type { Member, StaffCredentials } from './schemas.ts'
import { findMemberByEmail, type Secrets, takeCode } from './store/members.ts'
import { insertSession } from './store/sessions.ts'

/** A working day and its evening. */
export const SESSION_S = 12 * 3_600

const refused = () =>
  new Problem(401, 'identifiants-incorrects', 'Adresse e-mail, mot de passe ou code incorrect')
const codeWanted = () => new Problem(401, 'code-absent', 'Un code à usage unique est demandé : champ code')

/** Opens a session for a member whose password, and code where one is asked for, are right. */
export async function signInStaff(accounts: Accounts, given: StaffCredentials, address: string) {
  const { db, guarded, knownNetworks, staffLimits } = accounts
  const network = knownNetworks.networkOf(address)
  const member = await findMemberByEmail(db, given.email)
  const name = (member?.email ?? given.email).toLowerCase()
  const isKnown = member ? await knownNetworks.isKnown(memberHolder(member.id), network) : false
  const stranger = isKnown || !guarded ? undefined : network
  const attempt = async () => {
    const right = await isPassword(given.motDePasse, member?.motDePasse, stranger)
    if (!right || !member?.actif) throw refused()
    return db.transaction(async tx => {
      if (member.codeExige) await checkCode(tx, accounts, member, given.code ?? undefined)
      await knownNetworks.remember(tx, memberHolder(member.id), network)
      return { member, secret: await openSession(tx, accounts, member) }
    })
  }
  return staffLimits({ name, network, isKnown }, attempt, tooManyLogins)
}

/** 401 for none, a wrong one, and one that was taken before. */
export async function checkCode(
  tx: Tx,
  { codes, clock }: Accounts,
  { id, secretCode }: Pick<Member & Secrets, 'id' | 'secretCode'>,
  code: string | undefined,
) {
  if (code === undefined) throw codeWanted()
  const now = clock.toReal(clock.now())
  const step = secretCode === null ? undefined : codes.stepOf({ id, secretCode }, code, now)
  if (step === undefined || !(await takeCode(tx, id, step))) throw refused()
}

async function openSession(tx: Tx, { clock }: Accounts, { id }: Member) {
  const secret = randomBytes(32).toString('base64url')
  const session = { empreinte: secretHash(secret), membreId: id, now: clock.now() }
  await insertSession(tx, { ...session, expireLe: clock.after(SESSION_S * 1000) })
  return secret
}
