import { GUEST_PREFIX } from '../../orders/contract.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Link, SavedCard, Transaction } from '../tables.ts'

const transactionsWhose = (payer: Payer) => sql`
  ("clientId" = any(${payer.names}) or fidelise = any(${payer.numeros}) or ${paidByGuest(payer)})`

export const listPayerTransactions = (db: Database, payer: Payer) =>
  db.rows(sql<Transaction>`select * from payments.transaction where ${transactionsWhose(payer)} order by id`)

export const lockPayerCards = (tx: Tx, payer: Payer) =>
  tx.rows(sql<{ id: number; authorizationId: string; carte: string }>`
    select id, "authorizationId", carte from payments.transaction
    where ${transactionsWhose(payer)} and carte is not null order by id for update`)

export const replaceCard = (tx: Tx, id: number, carte: string) =>
  tx.run(sql`update payments.transaction set carte = ${carte} where id = ${id}`)

/** Anonymizes transactions. Amounts, statuses, creation times, orders and refunds stay. */
export const anonymiseTransactions = (tx: Tx, payer: Payer, pseudonym: string, now: Date) =>
  tx.run(sql`
    update payments.transaction set
      "clientId" = ${pseudonym}, motif = null, source = null, differe = null, fidelise = null, "savePaymentMethod" = false,
      "updatedAt" = ${now}
    where ${transactionsWhose(payer)}`)

/**
 * The payer's identifiers, loyalty numbers and orders, guest orders included. Accounts names the orders only in an
 * export or an erasure.
 */
type Payer = { names: string[]; numeros: number[]; ordreIds: string[] }

/**
 * Selects the rows of these orders without a customer or of a guest. A customer who paid for another person's order
 * keeps the payment.
 */
const paidByGuest = ({ ordreIds }: Payer) => sql`
  ("orderId" = any(${ordreIds}) and ("clientId" is null or starts_with("clientId", ${GUEST_PREFIX})))`

const linksWhose = (payer: Payer) => sql`
  ("clientId" = any(${payer.names}) or "clientFideliseId" = any(${payer.numeros}) or ${paidByGuest(payer)})`

/** Returns the links of a payer, without the hash of the token that opens the page. */
export const listPayerLinks = async (db: Database, payer: Payer) =>
  (
    await db.rows(sql<Link & { tokenHash: string }>`
      select * from payments.lien where ${linksWhose(payer)} order by "createdAt", id`)
  ).map(({ tokenHash: _secret, ...link }) => link)

/** Ends and anonymizes links. The return URL is reduced to its origin, because the rest may identify the customer. */
export const anonymiseLinks = (tx: Tx, payer: Payer, pseudonym: string, now: Date) =>
  tx.run(sql`
    update payments.lien set
      "clientId" = ${pseudonym}, "clientFideliseId" = null, titulaire = null, courriel = null, articles = null, source = null,
      prouve = false,
      "returnUrl" = substring("returnUrl" from '^https?://[^/?#]*'), "expireLe" = least("expireLe", ${now})
    where ${linksWhose(payer)}`)

const cardsWhose = ({ names, numeros }: Payer) => sql`
  ("clientId" = any(${names}) or "clientFideliseId" = any(${numeros}))`

export const listPayerSavedCards = (db: Database, payer: Payer) =>
  db.rows(sql<SavedCard & { createdAt: Date }>`
    select id, "clientFideliseId", "clientId", provider, carte, "createdAt" from payments.carte
    where ${cardsWhose(payer)} order by id`)

export const deleteSavedCards = (tx: Tx, payer: Payer) =>
  tx.run(sql`delete from payments.carte where ${cardsWhose(payer)}`)
