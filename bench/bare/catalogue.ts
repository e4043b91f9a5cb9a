import { readStatistics } from '../../src/catalogue/index/store.ts'
import { Statistics } from '../../src/catalogue/schemas.ts'
import { findProducts } from '../../src/catalogue/search/search-products.ts'
import { parseTypedWords } from '../../src/catalogue/words/tokens.ts'
import { etagOf } from '../../src/platform/http/conditional.ts'
import { paginationOf } from '../../src/platform/http/pages.ts'
import { app, db, json, listen, pool, query } from './server.ts'
import './lists.ts'

type Asked = { Querystring: { search?: string; famille?: string; page?: string } }

/** Runs the platform's own search, and so its SQL statements. */
app.get<Asked>('/products', async ({ query: { page = 1, ...asked }, headers }, reply) => {
  const text = await findProducts(db, { ...asked, page: Number(page), limit: 20 }, true)
  return headers['if-none-match'] === etagOf(text) ? reply.code(304).send() : reply.type(json).send(text)
})
app.get('/stats', { schema: { response: { 200: Statistics } } }, () => readStatistics(db))

const answer = (rows: { document: string; total: number }[], page: number) => {
  const pagination = paginationOf(rows[0]?.total ?? 0, { page, limit: 20 })
  const data = rows.map(({ document }) => document).join(',')
  return `{"data":[${data}],"pagination":${JSON.stringify(pagination)}}`
}
const shown = `left(document::text, -1) || ',"enStock":' || "enStock"
  || ',"stockConnu":' || exists (select from catalogue.stock where stock.produit = produit.id)
  || coalesce(',"prixDAchatFournisseurCents":' || "prixDAchatFournisseurCents", '') || '}' as document`

/** A common implementation of a list: an offset and a count. */
app.get<Asked>('/counted', async ({ query: { page = 1 } }, reply) => {
  const counted = `select ${shown}, (select count(*) from catalogue.produit where actif) as total
    from (select id from catalogue.produit where actif order by id limit 20 offset $1) page
    join catalogue.produit using (id) order by id`
  const { rows } = await query(pool, counted, [(Number(page) - 1) * 20])
  return reply.type(json).send(answer(rows, Number(page)))
})
/** Keyset pagination: no total, forward only. */
app.get<{ Querystring: { id: string } }>('/after', async ({ query: { id } }, reply) => {
  const after = `select ${shown} from catalogue.produit where actif and id > $1 order by id limit 20`
  const { rows } = await query(pool, after, [Number(id)])
  return reply.type(json).send(`{"data":[${rows.map(({ document }) => document).join(',')}],"pagination":{}}`)
})
/** A common implementation of a search: a tsvector with `ts_rank` and a count, without tolerance for typos. */
app.get<Asked>('/ranked', async ({ query: { search = '' } }, reply) => {
  const ranked = `
    select ${shown}, total from (
      select id, count(*) over () as total, ts_rank(mots, $1::tsquery) as rank
      from catalogue.recherche where mots @@ $1::tsquery
      order by rank desc, id limit 20) best
    join catalogue.produit using (id) order by rank desc, id`
  const { rows } = await query(pool, ranked, [
    parseTypedWords(search)
      .map(({ text }) => text)
      .join(' & ') || 'nothing',
  ])
  return reply.type(json).send(answer(rows, 1))
})

await listen()
