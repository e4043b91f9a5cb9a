import type { Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { MOST_SHOWN } from './reading.ts'

/** Of the days from the first to the last, keeps the articles of each store that can be asked for. */
export const trimArticles = (tx: Tx, first: string, last: string) =>
  tx.run(sql`
    delete from orders.chiffre_article as article using (
      select jour, "magasinId", "articleId", row_number() over (
        partition by jour, "magasinId" order by quantite desc, "montantCents" desc, "articleId") as place
      from orders.chiffre_article where jour between ${first} and ${last}) as ranked
    where place > ${MOST_SHOWN} and article.jour = ranked.jour and article."magasinId" = ranked."magasinId"
      and article."articleId" = ranked."articleId"`)
