import type { Tx } from '../../platform/database/database.ts'
import type { Accounts } from '../context.ts'
import { insertMails, type NewMail } from './store/mails.ts'

/** Writes a mail in the transaction of what it tells of; it is sent once that is committed. */
export const writeMail = (
  tx: Tx,
  accounts: Accounts,
  mail: Omit<NewMail, 'statut' | 'clientId' | 'ordreId' | 'objet'>,
) => writeMails(tx, accounts, [{ ...mail, clientId: null, ordreId: null, objet: null, statut: 'a_envoyer' }])

/** One that there is already, of the same template about the same thing, is not written again. */
export async function writeMails(tx: Tx, { clock, mails }: Accounts, written: readonly NewMail[]) {
  if (written.length === 0) return
  tx.afterCommit(() => mails.wake())
  const now = clock.now()
  await insertMails(tx, written, { now, real: clock.toReal(now) })
}
