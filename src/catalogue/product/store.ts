import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { KeptProduct } from '../read-model/read-product.ts'

/** A listed product. */
export const findListed = (db: Database, id: number) =>
  db.first(
    sql<{ document: KeptProduct; prixDAchatFournisseurCents: number | null; enStock: boolean }>`
    select document, "prixDAchatFournisseurCents", "enStock"
    from catalogue.produit where id = ${id} and actif`
      .pointRead()
      .fromReplica(),
  )
