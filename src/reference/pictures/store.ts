import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { PICTURES } from '../contract.ts'
import type { DecodedPicture } from './decode.ts'

export type StoredPicture = Pick<DecodedPicture, 'largeur' | 'hauteur'> & { id: string }

/** The columns of the stored versions, by the maximum width in their addresses. */
const versions = new Map(['160', '480', '1200'].map(width => [width, sql.identifier(`contenu${width}`)]))

/** Returns a version of a picture; undefined for an unknown picture or width. */
export const findVersion = async (db: Database, id: string, width: string) => {
  const column = versions.get(width)
  if (!column) return undefined
  const found = sql<{ contenu: Buffer }>`select ${column} as contenu from reference.image where id = ${id}`
  return (await db.first(found))?.contenu
}

export const hasPicture = (db: Database, id: string) =>
  db.value(sql<{ exists: boolean }>`select exists (select from reference.image where id = ${id})`)

/** Returns a picture that is uploaded again, for which its time without use begins again; undefined if it is unknown. */
export const renewPicture = (tx: Tx, id: string, now: Date) =>
  tx.first(sql<StoredPicture>`
    update reference.image set "utiliseeLe" = ${now} where id = ${id} returning id, largeur, hauteur`)

/** Inserts a picture and returns it. A concurrent upload of the same file may have inserted it before. */
export const insertPicture = (tx: Tx, id: string, picture: DecodedPicture, now: Date) => {
  const { largeur, hauteur, contenu160, contenu480, contenu1200 } = picture
  return tx.one(sql<StoredPicture>`
    insert into reference.image
      (id, largeur, hauteur, "contenu160", "contenu480", "contenu1200", "createdAt", "utiliseeLe")
    values (${id}, ${largeur}, ${hauteur}, ${contenu160}, ${contenu480}, ${contenu1200}, ${now}, ${now})
    on conflict (id) do update set "utiliseeLe" = excluded."utiliseeLe"
    returning id, largeur, hauteur`)
}

/**
 * Stores that these pictures are in use now, unless that was stored after `recently`. The update waits for a concurrent
 * deletion, which skips updated rows.
 */
export const markUsed = (tx: Tx, ids: readonly string[], now: Date, recently: Date) =>
  tx.run(sql`
    update reference.image set "utiliseeLe" = ${now} where id in (
      select id from reference.image where id = any(${ids}::text[]) and "utiliseeLe" < ${recently}
      order by id for no key update)`)

/** Deletes up to `limit` pictures that were last used before a time and that no product names, and returns their number. */
export const deleteUnused = (tx: Tx, before: Date, limit: number) =>
  tx.run(sql`
    delete from reference.image where id in (
      select id from reference.image where "utiliseeLe" < ${before} and id not in (
        select split_part(address, '/', 6) from reference.produit, unnest("photosUrls") address
        where "deletedAt" is null and starts_with(address, ${PICTURES}))
      order by "utiliseeLe" limit ${limit} for update skip locked)`)
