import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const texts = (rows: { mot: string }[]) => rows.map(({ mot }) => mot)

/** Those of the words that products are described with. */
export const knownWords = async (db: Database, words: readonly string[]) =>
  texts(await db.rows(sql<{ mot: string }>`select mot from catalogue.mot where mot = any(${words}::text[])`))

export async function unknownWords(db: Database, words: readonly string[]) {
  const known = new Set(await knownWords(db, words))
  return words.filter(word => !known.has(word))
}

/** Keeps words and what they are recognised by. */
export const keepWords = (tx: Tx, remainders: readonly { reste: string; mot: string }[]) =>
  tx.run(sql`
    with given as (
      select reste, mot from json_to_recordset(${sql.json(remainders)}::json) as given (reste text, mot text)),
    kept as (insert into catalogue.reste (reste, mot) select reste, mot from given on conflict do nothing)
    insert into catalogue.mot (mot) select distinct mot from given on conflict do nothing`)

/** Known words that begin like this, the shortest first. */
export const wordsBeginning = async (db: Database, start: string, limit: number) =>
  texts(
    await db.rows(sql<{ mot: string }>`
      select mot from (
        select mot from catalogue.mot where mot >= ${start} and mot < ${`${start}\u{10ffff}`} order by mot limit 500) near
      order by length(mot), mot limit ${limit}`),
  )

/** Known words that may be one letter away: they have a remainder in common. */
export const wordsSharing = async (db: Database, remainders: readonly string[]) =>
  texts(
    await db.rows(sql<{ mot: string }>`
      select distinct mot from catalogue.reste where reste = any(${remainders}::text[]) order by mot limit 200`),
  )

/** Known words that have many groups of three letters in common, the closest first. */
export const wordsAlike = async (db: Database, word: string) =>
  texts(
    await db.rows(sql<{ mot: string }>`
      select mot from catalogue.mot where mot % ${word} order by similarity(mot, ${word}) desc, mot limit 20`),
  )
