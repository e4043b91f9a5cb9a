import Fastify from 'fastify'
import pg from 'pg'
import { recordSchema } from '../../src/reference/fields.ts'
import { produits } from '../../src/reference/resources.ts'
import { pageSchema } from '../../src/reference/schemas.ts'

/**
 * Two ways of others on the same database, by Fastify and pg with named statements and response schemas and nothing else:
 * `/bare`, the least SQL that gives the rows, without a total; `/counted`, offset and a count of what matches.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
const app = Fastify()

const columns = ['id', ...Object.keys(produits.fields), 'createdAt', 'updatedAt']
  .map(name => `"${name}"`)
  .join(', ')
const Product = recordSchema(produits.fields, 'Product')
const Page = pageSchema(Product)
const page = { schema: { response: { 200: Page } } }

async function run(name: string, text: string, values: unknown[]) {
  const { rows } = await pool.query({ name, text, values })
  return { rows, total: Number(rows[0]?.total ?? 0), page: 1, limit: 20, totalPages: 1 }
}

app.get<{ Params: { id: string } }>(
  '/bare/product/:id',
  { schema: { response: { 200: Product } } },
  async ({ params }) => {
    const text = `select ${columns} from reference.produit where id = $1 and "deletedAt" is null`
    return (await pool.query({ name: 'product', text, values: [Number(params.id)] })).rows[0]
  },
)

type Paged = { Querystring: { page: number; limit: number } }
const offsetOf = ({ page, limit }: Paged['Querystring']) => [limit, (page - 1) * limit]
const there = 'from reference.produit where "deletedAt" is null'
app.get<Paged>('/bare/page', page, ({ query }) =>
  run('page', `select ${columns} ${there} order by id limit $1 offset $2`, offsetOf(query)),
)
app.get<Paged>('/counted/page', page, ({ query }) => {
  const counted = `select ${columns}, (select count(*) ${there}) as total ${there} order by id limit $1 offset $2`
  return run('counted page', counted, offsetOf(query))
})

type Narrowed = { Querystring: { marque: string; below?: number; sort: string; limit: number } }
for (const way of ['bare', 'counted'] as const)
  app.get<Narrowed>(`/${way}/narrowed`, page, ({ query: { marque, below, sort, limit } }) => {
    const more = below === undefined ? '' : `and "statutProduit" = 'actif' and "prixDeVenteCents" < $3`
    const narrowed = `${there} and marque = $1 ${more}`
    const total = way === 'bare' ? '' : `, (select count(*) ${narrowed}) as total`
    const order = sort === 'nom' ? 'nom' : '"prixDeVenteCents" desc'
    return run(
      `${way} ${sort} ${below === undefined}`,
      `select ${columns}${total} ${narrowed} order by ${order}, id limit $2`,
      [marque, limit, ...(below === undefined ? [] : [below])],
    )
  })

app.get<{ Params: { sku: string } }>(
  '/bare/sku/:sku',
  { schema: { response: { 200: Product } } },
  async ({ params: { sku } }) => {
    const text = `select ${columns} from reference.produit where ean = $1 and "deletedAt" is null`
    return (await pool.query({ name: 'sku', text, values: [sku] })).rows[0]
  },
)

const keptCategories = `
  select min(nom) as nom, sum(nombre)::int as "nombreProduits" from reference.compteur
  where ressource = 'produits.categoriesCles' group by cle order by 1`
const countedCategories = `
  select cle as nom, count(*)::int as "nombreProduits" from reference.produit, unnest("categoriesCles") cle
  where "deletedAt" is null group by 1 order by 1`
app.get('/bare/categories', async () => (await pool.query({ name: 'kept', text: keptCategories })).rows)
app.get('/counted/categories', async () => (await pool.query({ name: 'all', text: countedCategories })).rows)

await app.listen({ host: '127.0.0.1', port: Number(process.argv[3]) })
console.log('ready')
