import type { Accounts } from '../context.ts'
import { findValidKey, noteUse } from '../keys/store.ts'
import { memberOfSession } from './store/sessions.ts'

/** Whose key or session of staff has this hash; undefined when it is not valid (any more). */
export async function findAgent({ db, clock }: Accounts, nature: 'cle' | 'personnel', empreinte: string) {
  const now = clock.now()
  if (nature === 'personnel') return memberOfSession(db, empreinte, now)
  const key = await findValidKey(db, empreinte, now)
  if (key) await db.transaction(tx => noteUse(tx, key.id, now), { durable: false })
  return key
}
