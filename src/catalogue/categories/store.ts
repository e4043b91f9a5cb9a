import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Every family that has listed products, with their kept number. */
export const countedFamilies = (db: Database) =>
  db.rows(
    sql<{ mot: string; nombreNom: number }>`
    select mot, "nombreNom" from catalogue.mot where mot >= '/' and mot < '0' and "nombreNom" > 0 order by mot`.fromReplica(),
  )

/** Every category path as it is written. */
export const writtenCategories = (db: Database) =>
  db.rows(
    sql<{
      libelle: string
    }>`select libelle from catalogue.libelle where genre = 'categorie' order by cle`.fromReplica(),
  )
