import Fastify from 'fastify'
import pg from 'pg'
import { ProductList } from '../../src/catalogue/schemas.ts'
import { findProducts } from '../../src/catalogue/search-products.ts'
import { readsOf } from '../../src/platform/database/database.ts'
import type { Sql } from '../../src/platform/database/sql.ts'
import { recordSchema } from '../../src/reference/fields.ts'
import { produits } from '../../src/reference/resources.ts'

/**
 * The bare limit: Fastify and pg doing the same SQL on the same database, with named statements and response schemas, and
 * nothing else: no access classes, metrics, request ids, error shape, events. An order is one call and five statements.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
const app = Fastify()

const columns = ['id', ...Object.keys(produits.fields), 'createdAt', 'updatedAt']
  .map(name => `"${name}"`)
  .join(', ')
const productById = `select ${columns} from reference.produit where id = $1 and "deletedAt" is null`

app.get<{ Params: { id: string } }>(
  '/product/:id',
  { schema: { response: { 200: recordSchema(produits.fields, 'Product') } } },
  async ({ params }) =>
    (await pool.query({ name: 'product', text: productById, values: [Number(params.id)] })).rows[0],
)

const names = new Map<string, string>()
const run = async (statement: Sql) => {
  const { text } = statement
  if (!names.has(text)) names.set(text, `n${names.size}`)
  return (await pool.query({ name: names.get(text), text, values: [...statement.values] })).rows
}
const db = readsOf(run)

app.get<{ Querystring: { search: string } }>(
  '/search',
  { schema: { response: { 200: ProductList } } },
  ({ query }) => findProducts(db, { search: query.search, page: 1, limit: 20 }, false),
)

await pool.query(`
  create schema if not exists bench;
  create table if not exists bench.stock (id bigint primary key, quantity bigint not null);
  create table if not exists bench.orders (
    id bigint generated always as identity primary key, body json not null, at timestamptz not null);
  insert into bench.stock select id, 1000000000 from reference.produit on conflict do nothing`)

type Order = { articles: { id: string; quantite: number; prixUnitaireCents: number }[] }
app.post<{ Body: Order }>('/order', async ({ body }, reply) => {
  const [article] = body.articles
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query({
      name: 'price',
      text: 'select "prixDeVenteCents" from reference.produit where id = $1',
      values: [article!.id],
    })
    if (rows[0].prixDeVenteCents !== article!.prixUnitaireCents) throw new Error('Another price')
    await client.query({
      name: 'take',
      text: 'update bench.stock set quantity = quantity - $2 where id = $1 and quantity >= $2',
      values: [article!.id, article!.quantite],
    })
    const inserted = await client.query({
      name: 'order',
      text: 'insert into bench.orders (body, at) values ($1, $2) returning id',
      values: [JSON.stringify(body), new Date()],
    })
    await client.query('commit')
    return reply.code(201).send(inserted.rows[0])
  } finally {
    client.release()
  }
})

await app.listen({ host: '127.0.0.1', port: Number(process.argv[3]) })
console.log('ready')
