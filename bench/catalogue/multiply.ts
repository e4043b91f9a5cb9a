import pg from 'pg'
import { fillProducts } from '../reference/fill.ts'
import { originals } from '../support/data.ts'

/** So many are imported; more of them are made by PostgreSQL alone, because taking in a million takes minutes. */
const IMPORTED = 10_000

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Drops the secondary indexes of a table: without them it fills several times as fast. Gives what makes them anew. */
async function dropIndexes(client: pg.Client, table: string) {
  const [schema, name] = table.split('.')
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes i where schemaname = $1 and tablename = $2
      and not exists (select from pg_constraint where conname = i.indexname)`,
    [schema, name],
  )
  for (const { indexname } of rows) await client.query(`drop index ${schema}.${quoted(indexname)}`)
  return async () => {
    for (const { indexdef } of rows) await client.query(indexdef)
  }
}

/** The copies to be made: of which original, in which round, under which id. */
const copies = (from: number, to: number) => `
  (select o, r, r * ${originals.length} + o as id
  from generate_series(1, ${originals.length}) o, generate_series(1, ${Math.ceil(to / originals.length)}) r
  where r * ${originals.length} + o > ${from} and r * ${originals.length} + o <= ${to}) copie`

/** Its secondary indexes stay away: it is asked for products by id and for categories alone, which have none. */
async function multiplyReference(client: pg.Client, made: string) {
  const columns = `"prixDeVenteCents", description, "photosUrls", categories, "categoriesCles", marque, poids, couleurs,
    dimensions, "caracteristiquesTechniques", "dureeGarantie", "statutProduit", "documentationUrl",
    "dateFinReapprovisionnement", "dateFinDeVie", "produitsComplementairesIds", version, "createdAt", "updatedAt"`
  await dropIndexes(client, 'reference.produit')
  await client.query(`
    insert into reference.produit (id, ean, nom, mots, ${columns}) overriding system value
    select copie.id, '22' || lpad(copie.id::text, 11, '0'), nom || ' (' || r || ')', mots || array_to_tsvector(array[r::text]),
      ${columns}
    from ${made} join reference.produit p on p.id = o order by copie.id`)
  await client.query(`
    select setval(pg_get_serial_sequence('reference.produit', 'id'), (select max(id) from reference.produit))`)
  await client.query(`
    insert into reference.compteur (ressource, cle, fragment, nom, nombre)
    select ressource, cle, 99, min(counted.nom), count(*) from ${made}
    join reference.produit p on p.id = o
    cross join lateral (
      select 'produits' as ressource, '' as cle, '' as nom
      union all select 'produits.changements', '', ''
      union all select 'produits.marque', marque, marque where marque is not null
      union all select 'produits.statutProduit', "statutProduit", "statutProduit"
      union all select 'produits.categoriesCles', cle, cle from unnest("categoriesCles") cle) counted
    group by ressource, cle
    on conflict (ressource, cle, fragment) do update set nombre = compteur.nombre + excluded.nombre`)
}

async function multiplyCatalogue(client: pg.Client, made: string) {
  const word = `(format('''%s'':1A', r))::tsvector`
  const indexProducts = await dropIndexes(client, 'catalogue.produit')
  await client.query(`
    insert into catalogue.produit (id, version, actif, supprime, categorie, marque, nom)
    select copie.id, version, actif, supprime, categorie, marque, nom || ${word}
    from ${made} join catalogue.produit p on p.id = o order by copie.id`)
  const indexTexts = await dropIndexes(client, 'catalogue.fiche')
  await client.query(`
    insert into catalogue.fiche (id, document, "prixDAchatFournisseurCents", texte)
    select copie.id,
      replace(replace(replace(f.document::text,
        '"id":' || o || ',', '"id":' || copie.id || ','),
        to_json(original.ean)::text, to_json(p.ean)::text),
        '"nom":' || to_json(original.nom), '"nom":' || to_json(p.nom))::json,
      f."prixDAchatFournisseurCents", texte || ${word}
    from ${made} join catalogue.fiche f on f.id = o
    join reference.produit original on original.id = o join reference.produit p on p.id = copie.id
    order by copie.id`)
  await indexProducts()
  await indexTexts()
  await client.query('alter table catalogue.famille drop constraint famille_pkey')
  await client.query(`
    insert into catalogue.famille (famille, produit)
    select famille, copie.id from ${made} join catalogue.famille f on f.produit = o order by 1, 2`)
  await client.query('alter table catalogue.famille add primary key (famille, produit)')
}

/** Brings the kept counts up to the copies: each word as often as its product was copied, and the word of each round. */
async function countCopies(client: pg.Client, made: string) {
  await client.query(`
    with made as materialized (select o, r from ${made}),
    words as materialized (
      select p.id as o, mot, (p.nom @@ quote_literal(mot)::tsquery)::int as nom
      from catalogue.produit p join catalogue.fiche f on f.id = p.id, unnest(tsvector_to_array(texte)) mot
      where p.id <= ${originals.length}),
    counted as (
      select mot, sum(times * nom) as nom, sum(times) as texte
      from (select o, count(*) as times from made group by o) copied join words using (o) group by mot
      union all
      select r::text, count(*) filter (where coalesce(words.nom, 0) = 0), count(*) filter (where words.mot is null)
      from made join catalogue.produit p on p.id = o and actif left join words on words.o = made.o and words.mot = r::text
      group by r)
    insert into catalogue.mot as m (mot, "nombreNom", "nombreTexte")
    select mot, sum(nom), sum(texte) from counted group by mot
    on conflict (mot) do update
    set "nombreNom" = m."nombreNom" + excluded."nombreNom", "nombreTexte" = m."nombreTexte" + excluded."nombreTexte"`)
  await client.query(`
    insert into catalogue.reste (reste, mot) select mot, mot from catalogue.mot where mot ~ '^[0-9]+$' on conflict do nothing`)
  await client.query(`
    insert into catalogue.compteur (genre, cle, nombre)
    select genre, cle, count(*) from catalogue.produit
    cross join lateral (
      select 'tous' as genre, '' as cle
      union all select 'listes', '' where actif
      union all select 'categorie', categorie where categorie <> ''
      union all select 'marque', marque where marque <> '') counted
    where not supprime group by genre, cle
    on conflict (genre, cle) do update set nombre = excluded.nombre`)
}

/**
 * Fills reference and catalogue until there are `count` products: the first ten thousand by import, then copies of the
 * originals with the number of their round in the name, as the generator makes them.
 */
export async function fillCatalogue(base: string, url: string, have: number, count: number) {
  if (have < IMPORTED) await fillProducts(base, Math.min(count, IMPORTED))
  const from = Math.max(have, Math.min(count, IMPORTED))
  if (from === count) return
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("set maintenance_work_mem = '1GB'; set work_mem = '256MB'")
    const made = copies(from, count)
    await client.query('begin')
    await multiplyReference(client, made)
    await multiplyCatalogue(client, made)
    await countCopies(client, made)
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
