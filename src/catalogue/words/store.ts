import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { MARKS } from './marks.ts'

/** How many listed products have a word in name, brand and category, and how many anywhere. */
export type WordCount = { mot: string; nombreNom: number; nombreTexte: number }

/** Any word that begins so; so many products have one at most. `words`: which these are, where they are few. */
export type Beginning = { debut: string; nombreTexte: number; words?: readonly string[] }

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
export const addWordCounts = async (tx: Tx, given: readonly WordCount[]) =>
  (
    await tx.rows(sql<{ mot: string }>`
      with given as materialized (
        select ${columns}
        from json_to_recordset(${sql.json(given)}::json) as given (
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
/** So many words are looked for one by one rather than by their beginning, for which an index reads all mentions of each. */
const MOST_SPELT_OUT = 8
const beginningSo = (start: string) => sql`
  select ${columns} from catalogue.mot
  where mot >= ${start} and mot < ${`${start}\u{10ffff}`} and "nombreTexte" > 0 order by mot limit ${MOST_BEGINNING}`

type Begun = { words: number; few: string[] | null; nombreTexte: number; likeliest: string | null }

/**
 * How many products have a word that begins like this, at most: where very many words do, any product may. `likeliest`: of
 * these words the one that the most products are.
 */
export async function readBeginning(
  db: Database,
  debut: string,
): Promise<{ beginning: Beginning; likeliest: string | undefined } | undefined> {
  const { words, few, nombreTexte, likeliest } = await db.one(
    sql<Begun>`
      select count(*) as words, case when count(*) <= ${MOST_SPELT_OUT} then array_agg(mot order by mot) end as few,
        coalesce(sum("nombreTexte"), 0) as "nombreTexte",
        (select (array_agg(mot order by "nombreNom" desc, mot))[1] from (${beginningSo(`${MARKS.being}${debut}`)}) being) as likeliest
      from (${beginningSo(debut)}) begun`.fromReplica(),
  )
  if (words === 0) return undefined
  const bound = words === MOST_BEGINNING ? Number.MAX_SAFE_INTEGER : nombreTexte
  return {
    beginning: { debut, nombreTexte: bound, ...(few && { words: few }) },
    likeliest: likeliest?.slice(1),
  }
}

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
