import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Link } from '../../tables.ts'

/** By an identifier, and by loyalty's number. */
export type Payer = { names: string[]; numeros: number[] }

export const whose = ({ names, numeros }: Payer) => sql`
  ("clientId" = any(${names}) or "clientFideliseId" = any(${numeros}))`

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
      "clientId" = ${pseudonym}, "clientFideliseId" = null, titulaire = null, articles = null, prouve = false,
      "returnUrl" = substring("returnUrl" from '^https?://[^/?#]*'), "expireLe" = least("expireLe", ${now})
    where ${whose(payer)}`)
