import assert from 'node:assert/strict'
import { countSales } from '../../../src/orders/figures/count-figures.ts'
import { sql } from '../../../src/platform/database/sql.ts'
import type { TestPlatform } from '../platform.ts'

const counted = sql`
  select (select sum(commandes) from orders.chiffre_heure where "magasinId" = 0)::bigint as orders,
    (select sum("montantCents") from orders.chiffre_heure where "magasinId" = 0)::bigint as cents,
    (select sum("rembourseCents") from orders.chiffre_heure where "magasinId" = 0)::bigint as refunded,
    (select sum("commandes") from orders.chiffre_heure where "magasinId" > 0)::bigint as stores,
    (select sum(quantite) from orders.chiffre_article where "magasinId" = 0)::bigint as units,
    (select sum("remiseCents") from orders.chiffre_promotion where "magasinId" = 0)::bigint as discounts`

/** The expected figures, from the orders and from the refunds that payments made. */
const expected = sql`
  with sold as (select * from orders.commande where "confirmeeLe" is not null)
  select (select count(*) from sold) as orders,
    (select sum("montantTotalCents") from sold)::bigint as cents,
    (select sum(t."montantCents") from payments.transaction t join sold on t."rembourseId"::text = sold."transactionId")::bigint as refunded,
    (select count(*) from sold where coalesce("magasinId", "magasinVente") > 0) as stores,
    (select sum((line->>'quantite')::bigint) from sold, json_array_elements(lignes) as line where (line->>'connu')::boolean)::bigint as units,
    (select sum((line->>'quantite')::bigint * (line->>'prixUnitaireCents')::bigint) - sum((line->>'totalCents')::bigint)
      from sold, json_array_elements(lignes) as line)::bigint as discounts`

/** Counts the pending sales, then checks that the figures equal those of the orders and refunds. */
export async function checkFigures({ platform }: TestPlatform) {
  await countSales(platform)
  const { db } = platform
  assert.deepEqual(await db.one(counted), await db.one(expected), 'figures')
  assert.deepEqual(await db.rows(sql`select from orders.a_compter`), [], 'uncounted changes')
}
