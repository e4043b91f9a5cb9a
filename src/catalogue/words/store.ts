import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { WEIGHTS } from './weighted-terms.ts'

/** A word with the number of listed products that have it in name, brand or category, and anywhere. */
export type WordCount = { mot: string; nombreNom: number; nombreTexte: number }

/**
 * The words with the prefix `texte`. `nombreTexte` is an upper bound of the number of products with one of them,
 * `words` lists the words if they are few, `likeliest` is the word that names the kind of the most products.
 */
type Beginning = {
  texte: string
  nombreTexte: number
  words: readonly string[] | null
  likeliest: string | null
}

/**
 * A word of a search to look up: `texte` is its stem, `written` the word without accents. If no product has a word that
 * equals or begins with `texte`, a correction is sought by `remainders` (the word, and the word with one letter left out),
 * by the trigrams of `written` if `isLong`, and by `pieces` (each split of the word in two).
 */
export type Lookup = {
  texte: string
  written: string
  isLast: boolean
  isLong: boolean
  remainders: readonly string[]
  pieces: readonly string[]
}

/**
 * `similar` (words with a common remainder) and `alike` (words with common trigrams) are filled only for words that no
 * product has, not even as a prefix.
 */
export type Vocabulary = {
  known: WordCount[]
  beginnings: Beginning[]
  similar: (WordCount & { texte: string })[]
  alike: (WordCount & { texte: string })[]
  listed: number
  identified: number[]
}

const MAX_BEGINNING = 500
/**
 * A prefix of up to this number of words is searched for as these words, because for a prefix a GIN index reads all
 * entries of each of its words.
 */
const MAX_SPELLED_OUT = 8
const MAX_IDENTIFIED = 20

/** Selects the words that begin with `prefix` and the text of the row `a`. The collation "C" sorts by code point. */
const beginningWith = (prefix: string) => sql`
  select mot, "nombreNom", "nombreTexte" from catalogue.mot
  where mot >= ${prefix}::text || a.texte and mot < ${prefix}::text || a.texte || ${'\u{10ffff}'} and "nombreTexte" > 0
  order by mot limit ${MAX_BEGINNING}`

/**
 * Reads everything known about the words of a search in one round trip: the counts of the `words` that occur in
 * products, completions and corrections of `lookups`, the ids of up to 20 products with exactly this identifier, and
 * the number of listed products.
 */
export const readVocabulary = (
  db: Database,
  words: readonly string[],
  lookups: readonly Lookup[],
  identifier: string,
): Promise<Vocabulary> =>
  db.one(
    sql<Vocabulary>`
    with asked as materialized (
      select * from json_to_recordset(${sql.json(lookups)}::json) as asked (
        texte text, written text, "isLast" boolean, "isLong" boolean, remainders text[], pieces text[])),
    found as materialized (
      select mot, "nombreNom", "nombreTexte" from catalogue.mot where mot = any(${words}::text[]) and "nombreTexte" > 0),
    beginnings as materialized (
      select texte, begun.*, likely.mot as likeliest
      from (select * from asked where "isLast" or not exists (select from found where mot = texte)) a
      cross join lateral (
        select case when count(*) <= ${MAX_SPELLED_OUT} then json_agg(mot) end as words,
          case when count(*) < ${MAX_BEGINNING} then sum("nombreTexte") else ${Number.MAX_SAFE_INTEGER}::bigint end as "nombreTexte"
        from (${beginningWith('')}) w having count(*) > 0) begun
      left join lateral (
        select substr(mot, 2) as mot from (${beginningWith(WEIGHTS.identity)}) w order by "nombreNom" desc, mot limit 1) likely on true),
    unknown as materialized (
      select * from asked where not exists (select from found where mot = texte)
        and not exists (select from beginnings where beginnings.texte = asked.texte)),
    pieces as (
      select mot, "nombreNom", "nombreTexte" from catalogue.mot
      where mot = any(array(select unnest(pieces) from unknown)) and "nombreTexte" > 0)
    select
      coalesce((select json_agg(known) from (select * from found union select * from pieces) known), '[]') as known,
      coalesce((select json_agg(beginnings) from beginnings), '[]') as beginnings,
      coalesce((select json_agg(near) from (
        select texte, near.* from unknown cross join lateral (
          select mot, "nombreNom", "nombreTexte" from catalogue.mot
          where mot in (select mot from catalogue.reste where reste = any(unknown.remainders)) and "nombreTexte" > 0
          order by "nombreNom" desc, "nombreTexte" desc, mot limit 200) near) near), '[]') as similar,
      coalesce((select json_agg(near) from (
        select texte, near.* from unknown cross join lateral (
          select mot, "nombreNom", "nombreTexte" from catalogue.mot
          where mot % unknown.written and mot ~ '^[^/=]' and "nombreTexte" > 0
          order by similarity(mot, unknown.written) desc, mot limit 20) near where "isLong") near), '[]') as alike,
      coalesce((select nombre from catalogue.compteur where genre = 'listes' and cle = ''), 0) as listed,
      array(select id from catalogue.produit where actif and identifiants @> array[${identifier}::text] limit ${MAX_IDENTIFIED})
        as identified`.fromReplica(),
  )

/** Returns the number of listed products in a family. */
export async function countFamily(db: Database, term: string) {
  const count = sql<{ nombreNom: number }>`select "nombreNom" from catalogue.mot where mot = ${term}`
  return (await db.first(count.pointRead().fromReplica()))?.nombreNom ?? 0
}

/** Adds differences to the counts of words, and returns the words that no listed product had before. */
export const addWordCounts = (tx: Tx, given: readonly WordCount[]) =>
  tx.column(sql<{ mot: string }>`
    with given as materialized (
      select mot, "nombreNom", "nombreTexte"
      from json_to_recordset(${sql.json(given)}::json) as given (
        mot text, "nombreNom" integer, "nombreTexte" integer)),
    added as (
      insert into catalogue.mot as t (mot, "nombreNom", "nombreTexte") select mot, "nombreNom", "nombreTexte" from given
      on conflict (mot) do update set "nombreNom" = t."nombreNom" + excluded."nombreNom",
        "nombreTexte" = t."nombreTexte" + excluded."nombreTexte"
      returning mot, "nombreTexte")
    select mot from added join given using (mot)
    where added."nombreTexte" = given."nombreTexte" and given."nombreTexte" > 0`)

/** Stores the remainders by which misspelt words are recognized. */
export const insertRemainders = (tx: Tx, remainders: readonly { reste: string; mot: string }[]) =>
  tx.run(sql`
    insert into catalogue.reste (reste, mot)
    select reste, mot from json_to_recordset(${sql.json(remainders)}::json) as given (reste text, mot text)
    on conflict do nothing`)
