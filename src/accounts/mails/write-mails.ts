import type { Tx } from '../../platform/database/database.ts'
import { acquireLock } from '../../platform/database/locks.ts'
import { isEmail } from '../../platform/text.ts'
import type { Accounts } from '../context.ts'
import type { MailWanted } from '../contract.ts'
import { findAccountsByRef } from '../store/accounts.ts'
import { type Account, isProven } from '../tables.ts'
import { RETRY_WINDOW_MS } from './schemas.ts'
import {
  insertMails,
  listPaidOrders,
  listRecipients,
  type NewMail,
  type OrderMails,
  redirectMails,
  releaseMails,
} from './store.ts'

/** Inserts a mail in the transaction of the change that causes it. The mail is sent after the commit. */
export const writeMail = (
  tx: Tx,
  accounts: Accounts,
  mail: Omit<NewMail, 'statut' | 'clientId' | 'ordreId' | 'objet'>,
) => writeMails(tx, accounts, [{ ...mail, clientId: null, ordreId: null, objet: null, statut: 'a_envoyer' }])

/** Inserts mails, except those whose template already has a mail about the same order or payment (`objet`). */
export async function writeMails(tx: Tx, { clock, mails }: Accounts, written: readonly NewMail[]) {
  if (written.length === 0) return
  tx.afterCommit(() => mails.wake())
  const now = clock.now()
  await insertMails(tx, written, { now, real: clock.toReal(now) })
}

const ordersOf = (wanted: readonly MailWanted[]) =>
  wanted.flatMap(({ ordreId }) => (ordreId === null ? [] : [ordreId]))

/**
 * Inserts the mails that orders and payments request, except those without a known recipient, and releases held mails
 * of orders that are now paid. Until then, mails are held: nobody is thanked for an order that they may still abandon,
 * and a stranger cannot have mail sent to arbitrary addresses. Only mails that ask to pay are sent at once: to
 * proven addresses, or because staff request it. The corrected address of an order gets its mails that are not sent yet.
 */
export async function writeWantedMails(tx: Tx, accounts: Accounts, wanted: readonly MailWanted[]) {
  // Two processes may handle an order and its payment concurrently; one must see the mails that the other has inserted.
  await acquireLock(tx, 'accounts.wanted-mails')
  const ordreIds = ordersOf(wanted)
  const [earlier, paidBefore, accountsNamed] = await Promise.all([
    listRecipients(tx, ordreIds),
    listPaidOrders(tx, ordreIds),
    findAccountsByRef(tx, [...new Set(wanted.flatMap(({ clientId }) => clientId ?? []))]),
  ])
  const paid = new Set([...paidBefore, ...ordersOf(wanted.filter(({ paye }) => paye))])
  const perimeLe = accounts.clock.after(RETRY_WINDOW_MS)
  const mails: NewMail[] = []
  for (const { modele, objet, ordreId, donnees, corrige = false, ...about } of orderedFirst(wanted)) {
    const before = ordreId === null ? undefined : earlier.get(ordreId)
    const given = recipientOf(accountsNamed, about)
    const recipient =
      corrige && given ? { ...given, langue: null, magasin: before?.magasin ?? null } : (before ?? given)
    if (!recipient) continue
    const { clientId } = about
    const { destinataire, compteId } = recipient
    const langue = donnees.langue ?? recipient.langue
    const magasin = donnees.magasin ?? recipient.magasin
    if (ordreId !== null) earlier.set(ordreId, { destinataire, compteId, langue, magasin })
    const isPaid = about.paye || (ordreId !== null && paid.has(ordreId))
    const asksPayment = modele === 'paiement-manquant' || modele === 'lien-paiement'
    if (asksPayment && isPaid) continue
    const account = accountsNamed.get(clientId ?? '')
    if (modele === 'paiement-manquant' && !hasProvenAddress(accounts, account, recipient)) continue
    if (corrige && ordreId !== null) {
      await writeMails(tx, accounts, mails.splice(0))
      if ((await redirectMails(tx, ordreId, destinataire)).includes(modele)) continue
    }
    const mail = { modele, destinataire, compteId, clientId, ordreId, objet, perimeLe }
    const statut = isPaid || asksPayment ? 'a_envoyer' : 'retenu'
    mails.push({ ...mail, statut, donnees: { ...donnees, langue, magasin } })
  }
  await writeMails(tx, accounts, mails)
  await releaseMails(tx, [...paid], perimeLe)
}

/** Whether the recipient is the account that the order names, whose address is proven. */
const hasProvenAddress = (accounts: Accounts, account: Account | undefined, { compteId }: OrderMails) =>
  account !== undefined && account.id === compteId && isProven(accounts, account)

/** Sorts order confirmations first: their recipient is the most reliable, and later mails of the order go to it. */
const orderedFirst = (wanted: readonly MailWanted[]) =>
  wanted.toSorted((a, b) => Number(b.modele === 'commande-recue') - Number(a.modele === 'commande-recue'))

type About = Pick<MailWanted, 'clientId' | 'prouve' | 'courriel'>

/**
 * A customer whose identity was verified (`prouve`) receives mails at the address of the account. For any other, the
 * address given with the order takes precedence, because the account may belong to another person.
 */
function recipientOf(
  known: ReadonlyMap<string, Account>,
  { clientId, prouve, courriel }: About,
): OrderMails | undefined {
  const account = known.get(clientId ?? '')
  const without = { langue: null, magasin: null }
  const own = account && { destinataire: account.email, compteId: account.id, ...without }
  if (prouve && own) return own
  if (courriel !== null && isEmail(courriel)) return { destinataire: courriel, compteId: null, ...without }
  return own
}
