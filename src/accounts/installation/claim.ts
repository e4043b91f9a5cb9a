import type { FastifyRequest } from 'fastify'
import { auditAs } from '../../platform/audit/audit.ts'
import type { createClaimCode } from '../../platform/http/claim-code.ts'
import { isLoopback } from '../../platform/http/origins.ts'
import { createAttemptLimiter } from '../../platform/limits/limits.ts'
import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { openSession } from '../staff/sign-in.ts'
import { insertMember } from '../staff/store.ts'
import type { Claim } from './schemas.ts'
import { insertClaim, isOwned } from './store.ts'

/** Headers of proxies: behind one, every caller has the address of this machine. */
const PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Whether a request comes from this machine, and not through a proxy. */
export const isDirect = ({ headers, socket: { remoteAddress = '' } }: FastifyRequest) =>
  isLoopback(remoteAddress.replace(/^::ffff:/, '')) && PROXIES.every(name => headers[name] === undefined)

const alreadyOwned = () =>
  new Problem(
    409,
    'deja-administree',
    'La plateforme a déjà un administrateur ou une clé : connectez-vous, ou demandez-lui un compte',
  )

/** Whether no administrator, key or claim exists. */
export const isClaimable = async ({ db, guard, clock }: Accounts) =>
  !guard.on && !(await isOwned(db, clock.now()))

/** Returns a function that creates the first administrator for the right code, and opens a session. */
export function createClaim(accounts: Accounts, code: ReturnType<typeof createClaimCode>) {
  const { db, clock, guard, limits } = accounts
  const withAttempts = createAttemptLimiter(limits, { name: 'prise-de-controle', most: 10, seconds: 15 * 60 })

  async function checkCode(given: string) {
    if (code.matches(given)) return
    throw new Problem(
      401,
      'identifiants-incorrects',
      'Ce n’est pas le code de ce serveur : il l’affiche à son démarrage, et en change à chaque fois',
    )
  }

  return async (request: FastifyRequest, { code: given, email, nom, motDePasse }: Claim) => {
    if (!isDirect(request))
      throw new Problem(
        403,
        'origine-refusee',
        'Le premier administrateur se déclare depuis la machine du serveur, à l’adresse que le démarrage affiche',
      )
    if (!(await isClaimable(accounts))) throw alreadyOwned()
    await withAttempts(
      code.challenge,
      () => checkCode(given),
      retryAfterSeconds =>
        new Problem(429, 'trop-d-essais', 'Trop de codes incorrects : réessayez plus tard', {
          retryAfterSeconds,
        }),
    )
    const hashed = await hashPassword(motDePasse)
    const claimed = await auditAs(request, { kind: 'personnel', id: null, name: nom }, () =>
      db.transaction(async tx => {
        const now = clock.now()
        if (!(await insertClaim(tx, now))) throw alreadyOwned()
        const administrator = { email, nom, motDePasse: hashed, droits: ['admin' as const] }
        const member = await insertMember(tx, administrator, now)
        if (!member) throw new Problem(409, 'email-pris', `A member of staff already has the e-mail ${email}`)
        return { member, secret: await openSession(tx, accounts, member) }
      }),
    )
    guard.close()
    return claimed
  }
}
