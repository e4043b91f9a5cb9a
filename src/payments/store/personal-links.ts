import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Link } from '../tables.ts'

const whose = (names: string[], numeros: number[]) => sql`
  ("clientId" = any(${names}) or "clientFideliseId" = any(${numeros}))`

/** Without the hash of its token, which opens the page. */
export const linksOf = async (db: Database, names: string[], numeros: number[]) =>
  (
    await db.rows(sql<Link & { tokenHash: string }>`
      select * from payments.lien where ${whose(names, numeros)} order by "createdAt", id`)
  ).map(({ tokenHash: _secret, ...link }) => link)

/** Of where a shop wanted its customer back remains the shop: what follows may name them. The link ends. */
export const anonymiseLinks = (tx: Tx, names: string[], numeros: number[], pseudonym: string, now: Date) =>
  tx.run(sql`
    update payments.lien set
      "clientId" = ${pseudonym}, "clientFideliseId" = null, titulaire = null, identifie = false,
      "returnUrl" = substring("returnUrl" from '^https?://[^/?#]*'), "expireLe" = least("expireLe", ${now})
    where ${whose(names, numeros)}`)
