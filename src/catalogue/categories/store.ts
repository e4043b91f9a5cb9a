import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Returns the term of each family that has listed products, with their number. */
export const listFamilies = (db: Database) =>
  db.rows(
    sql<{ mot: string; nombreNom: number }>`
    select mot, "nombreNom" from catalogue.mot where mot >= '/' and mot < '0' and "nombreNom" > 0 order by mot`.fromReplica(),
  )

/**
 * Returns the written form of every category path, including paths whose products are no longer listed. Paths without
 * capitals and accents come last, so that a product with the default category does not rename a department.
 */
export const listCategoryPaths = (db: Database) =>
  db.column(
    sql<{ libelle: string }>`
    select libelle from catalogue.libelle where genre = 'categorie' order by libelle = cle, cle`.fromReplica(),
  )

/**
 * Returns the category keys of a family. `key` is the normalized form of a path from the first level on or of a single
 * level; if it is empty, the family is that of products without a category.
 */
export const listFamilyCategories = (db: Database, key: string) =>
  db.column(
    sql<{ cle: string }>`
      select cle from catalogue.libelle
      where genre = 'categorie' and (cle = ${key} or starts_with(cle, ${`${key} > `})
        or strpos(${key}, ' > ') = 0 and strpos(' > ' || cle || ' > ', ${` > ${key} > `}) > 0)
      union all select '' where ${key} = ''
      order by 1`.fromReplica(),
  )
