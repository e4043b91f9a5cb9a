import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Returns the terms of all families that have listed products, with the number of these products. */
export const listFamilies = (db: Database) =>
  db.rows(
    sql<{ mot: string; nombreNom: number }>`
    select mot, "nombreNom" from catalogue.mot where mot >= '/' and mot < '0' and "nombreNom" > 0 order by mot`.fromReplica(),
  )

/** Returns all category paths in their written form. */
export const listCategoryPaths = (db: Database) =>
  db.column(
    sql<{ libelle: string }>`
    select libelle from catalogue.libelle where genre = 'categorie' order by cle`.fromReplica(),
  )

/** Returns the category keys of a family. Its key is a path from the first level on, a single level, or empty. */
export const listFamilyCategories = (db: Database, key: string) =>
  db.column(
    sql<{ cle: string }>`
      select cle from catalogue.libelle
      where genre = 'categorie' and (cle = ${key} or starts_with(cle, ${`${key} > `})
        or strpos(${key}, ' > ') = 0 and strpos(' > ' || cle || ' > ', ${` > ${key} > `}) > 0)
      union all select '' where ${key} = ''
      order by 1`.fromReplica(),
  )
