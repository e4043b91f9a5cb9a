import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ProductDocument } from '../index/product-record.ts'

/** A listed product. */
export const findListed = (db: Database, id: number) =>
  db.first(
    sql<{ document: ProductDocument; prixDAchatFournisseurCents: number | null; enStock: boolean }>`
    select document, "prixDAchatFournisseurCents", "enStock"
    from catalogue.produit where id = ${id} and actif`
      .pointRead()
      .fromReplica(),
  )
