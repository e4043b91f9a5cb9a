import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { identityWord } from './identity.ts'

/** A word and how many listed products it names, and how many have it anywhere. */
export type WordCount = { mot: string; nombreNom: number; nombreTexte: number }

/** Any word that begins so; the counts are bounds. */
export type Beginning = { debut: string; nombreNom: number; nombreTexte: number }

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

const MOST_BEGINNING = 500
const begins = (start: string) => sql`mot >= ${start} and mot < ${`${start}\u{10ffff}`}`

/** How many products have a word that begins like this, at most: where very many words do, any product may. */
export async function readBeginning(db: Database, debut: string): Promise<Beginning | undefined> {
  const { words, nombreNom, nombreTexte } = await db.one(
    sql<{ words: number; nombreNom: number; nombreTexte: number }>`
      select count(*) as words, coalesce(sum("nombreNom"), 0) as "nombreNom",
        coalesce(sum("nombreTexte"), 0) as "nombreTexte"
      from (
        select "nombreNom", "nombreTexte" from catalogue.mot
        where ${begins(debut)} and "nombreTexte" > 0 order by mot limit ${MOST_BEGINNING}) near`.fromReplica(),
  )
  if (words === 0) return undefined
  const any = words === MOST_BEGINNING ? Number.MAX_SAFE_INTEGER : 0
  return { debut, nombreNom: Math.max(nombreNom, any), nombreTexte: Math.max(nombreTexte, any) }
}

/** The word that the most products are, of those that begin like this. */
export const likeliestEnd = async (db: Database, start: string) =>
  (
    await db.first(
      sql<{ mot: string }>`
        select mot from (
          select mot, "nombreNom" from catalogue.mot
          where ${begins(identityWord(start))} and "nombreNom" > 0 order by mot limit ${MOST_BEGINNING}) near
        order by "nombreNom" desc, mot limit 1`.fromReplica(),
    )
  )?.mot.slice(1)

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
    where mot % ${word} and mot ~ '^[^/=]' and "nombreTexte" > 0
    order by similarity(mot, ${word}) desc, mot limit 20`.fromReplica(),
  )
