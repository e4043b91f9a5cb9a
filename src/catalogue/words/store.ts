import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** A word and how many listed products it names, and how many have it anywhere. */
export type WordCount = { mot: string; nombreNom: number; nombreTexte: number }

const columns = sql`mot, "nombreNom", "nombreTexte"`

/** Those of the words that listed products have. */
export const knownWords = (db: Database, words: readonly string[]) =>
  db.rows(
    sql<WordCount>`
    select ${columns} from catalogue.mot where mot = any(${words}::text[]) and "nombreTexte" > 0`
      .pointRead()
      .fromReplica(),
  )

/** Gives the words that had no product before. */
export const addWordCounts = async (tx: Tx, counts: readonly WordCount[]) =>
  (
    await tx.rows(sql<{ mot: string }>`
      with given as materialized (
        select ${columns}
        from json_to_recordset(${sql.json(counts)}::json) as given (
          mot text, "nombreNom" integer, "nombreTexte" integer)),
      added as (
        insert into catalogue.mot as t (${columns}) select ${columns} from given
        on conflict (mot) do update set "nombreNom" = t."nombreNom" + excluded."nombreNom",
          "nombreTexte" = t."nombreTexte" + excluded."nombreTexte"
        returning ${columns})
      select mot from added join given using (mot)
      where added."nombreTexte" = given."nombreTexte" and given."nombreTexte" > 0`)
  ).map(({ mot }) => mot)

/** Keeps what words are recognised by. */
export const keepRemainders = (tx: Tx, remainders: readonly { reste: string; mot: string }[]) =>
  tx.run(sql`
    insert into catalogue.reste (reste, mot)
    select reste, mot from json_to_recordset(${sql.json(remainders)}::json) as given (reste text, mot text)
    on conflict do nothing`)

/** Known words that begin like this, those of the most products first. */
export const wordsBeginning = (db: Database, start: string, limit: number) =>
  db.rows(
    sql<WordCount>`
    select ${columns} from (
      select ${columns} from catalogue.mot
      where mot >= ${start} and mot < ${`${start}\u{10ffff}`} and "nombreTexte" > 0 order by mot limit 500) near
    order by "nombreNom" desc, "nombreTexte" desc, mot limit ${limit}`.fromReplica(),
  )

/** Known words that may be one letter away: they have a remainder in common. */
export const wordsSharing = (db: Database, remainders: readonly string[]) =>
  db.rows(
    sql<WordCount>`
    select ${columns} from catalogue.mot
    where mot in (select mot from catalogue.reste where reste = any(${remainders}::text[])) and "nombreTexte" > 0
    order by "nombreNom" desc, "nombreTexte" desc, mot limit 200`.fromReplica(),
  )

/** Known words that have many groups of three letters in common, the closest first. */
export const wordsAlike = (db: Database, word: string) =>
  db.rows(
    sql<WordCount>`
    select ${columns} from catalogue.mot
    where mot % ${word} and mot not like '/%' and "nombreTexte" > 0
    order by similarity(mot, ${word}) desc, mot limit 20`.fromReplica(),
  )
