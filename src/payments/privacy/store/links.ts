import { GUEST } from '../../../orders/contract.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Link } from '../../tables.ts'

/** By an identifier, by loyalty's number, and as a guest by the orders that were erased. */
export type Payer = { names: string[]; numeros: number[]; ordreIds: string[] }

/** Payments of guests for these orders. A customer who pays for somebody else's order keeps the payment. */
export const paidByGuest = ({ ordreIds }: Payer) => sql`
  ("orderId" = any(${ordreIds}) and ("clientId" is null or starts_with("clientId", ${GUEST})))`

const whose = (payer: Payer) => sql`
  ("clientId" = any(${payer.names}) or "clientFideliseId" = any(${payer.numeros}) or ${paidByGuest(payer)})`

/** Without the hash of its token, which opens the page. */
export const linksOf = async (db: Database, payer: Payer) =>
  (
    await db.rows(sql<Link & { tokenHash: string }>`
      select * from payments.lien where ${whose(payer)} order by "createdAt", id`)
  ).map(({ tokenHash: _secret, ...link }) => link)

/** Of where a shop wanted its customer back remains the shop: what follows may name them. The link ends. */
export const anonymiseLinks = (tx: Tx, payer: Payer, pseudonym: string, now: Date) =>
  tx.run(sql`
    update payments.lien set
      "clientId" = ${pseudonym}, "clientFideliseId" = null, titulaire = null, articles = null, source = null,
      prouve = false,
      "returnUrl" = substring("returnUrl" from '^https?://[^/?#]*'), "expireLe" = least("expireLe", ${now})
    where ${whose(payer)}`)
