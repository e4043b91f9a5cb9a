import { randomBytes } from 'node:crypto'
import { secretHash } from '../../platform/http/agent.ts'
import { namedMoment } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import type { NewKey } from './schemas.ts'
import { insertKey } from './store.ts'

/** Makes a key of 256 random bits; the answer alone has it. 422 when its end has passed. */
export async function makeKey({ db, clock }: Accounts, { nom, droits, expireLe }: NewKey) {
  const now = clock.now()
  const end = expireLe ? namedMoment(expireLe, 'body/expireLe', true) : null
  if (end && end <= now) throw new Problem(422, 'valeur-refusee', 'expireLe has passed')
  const cle = `cle_${randomBytes(32).toString('base64url')}`
  const made = await db.transaction(tx =>
    insertKey(tx, { nom, droits, empreinte: secretHash(cle), expireLe: end, now }),
  )
  return { ...made, cle }
}
