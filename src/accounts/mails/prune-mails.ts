import type { Accounts } from '../context.ts'
import { KEPT_MS } from './mail.ts'
import { pruneMails } from './store/mails.ts'

const BATCH = 1_000

/** Forgets mails after 30 days, each batch in a transaction of its own. */
export async function forgetOldMails({ db, clock }: Pick<Accounts, 'db' | 'clock'>) {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  while ((await db.transaction(tx => pruneMails(tx, before, BATCH))) === BATCH);
}
