import Fastify from 'fastify'
import pg from 'pg'
import { searchWords } from '../../src/catalogue/tokens.ts'

/**
 * Two other ways on the same database, by Fastify and pg with named statements and nothing else: `/bare`, the least SQL that
 * gives twenty rows, neither ranked nor counted; `/plain`, a tsvector under a GIN index with ts_rank and an exact count, and
 * lists by offset and count. Neither forgives anything.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
const app = Fastify()

const queryOf = (search: string) => searchWords(search).join(' & ') || 'nothing'
const run = async (name: string, text: string, values: unknown[] = []) =>
  (await pool.query({ name, text, values })).rows
type Row = { document: string; total?: string }
const answer = (rows: Row[]) =>
  `{"data":[${rows.map(({ document }) => document).join(',')}],"total":${rows[0]?.total ?? 0}}`
const json = 'application/json; charset=utf-8'

type Search = { Querystring: { search: string } }
app.get<Search>('/bare/search', async ({ query }, reply) => {
  const found = `select document::text from catalogue.fiche
    where texte is not null and texte @@ (select $1::tsquery) limit 20`
  return reply.type(json).send(answer(await run('search', found, [queryOf(query.search)])))
})
app.get<Search>('/plain/search', async ({ query }, reply) => {
  const ranked = `
    select document::text, total from (
      select id, count(*) over () as total, ts_rank(texte, $1::tsquery) as rank
      from catalogue.fiche where texte is not null and texte @@ $1::tsquery
      order by rank desc, id limit 20) best
    join catalogue.fiche using (id) order by rank desc, id`
  return reply.type(json).send(answer(await run('plain search', ranked, [queryOf(query.search)])))
})

type Paged = { Querystring: { page: number; famille?: string } }
const shown = 'select document::text from catalogue.fiche where id in'
const list = `select id from catalogue.produit where actif order by id limit 20 offset $1`
app.get<Paged>('/bare/page', async ({ query }, reply) =>
  reply.type(json).send(answer(await run('page', `${shown} (${list}) order by id`, [(query.page - 1) * 20]))),
)
app.get<Paged>('/plain/page', async ({ query }, reply) => {
  const counted = `select document::text, (select count(*) from catalogue.produit where actif) as total
    from catalogue.fiche where id in (${list}) order by id`
  return reply.type(json).send(answer(await run('counted page', counted, [(query.page - 1) * 20])))
})
const family = `select produit from catalogue.famille where famille = '/' || $2 order by produit limit 20 offset $1`
app.get<Paged>('/bare/family', async ({ query }, reply) => {
  const values = [(query.page - 1) * 20, query.famille]
  return reply.type(json).send(answer(await run('family', `${shown} (${family}) order by id`, values)))
})
app.get('/bare/stats', () =>
  run('stats', 'select genre, nombre from catalogue.compteur where cle = $1', ['']),
)
app.get<{ Params: { id: number } }>(
  '/bare/product/:id',
  async ({ params }) =>
    (await run('product', 'select * from reference.produit where id = $1', [params.id]))[0],
)
app.get('/bare/nothing', (_request, reply) => reply.code(304).send())

await app.listen({ host: '127.0.0.1', port: Number(process.argv[3]) })
console.log('ready')
