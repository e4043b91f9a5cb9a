import Fastify from 'fastify'
import pg from 'pg'
import Type from 'typebox'
import { NewRepairEvent, RepairSheet } from '../../src/logistics/repair-schemas.ts'
import { CountedStock, StockItem, StoreQuantity } from '../../src/logistics/schemas.ts'

/** The bare limit: Fastify and pg, the least SQL for the same answers, named statements and response schemas, nothing else. */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
const app = Fastify()
const run = async (name: string, text: string, values: unknown[]) =>
  (await pool.query({ name, text, values })).rows

type Place = { Params: { store: string; product: string } }
const item = 'id, quantite - reserve as stock, "productId", "storeId"'

app.get<{ Params: { store: string }; Querystring: { page: number } }>(
  '/page/:store',
  { schema: { response: { 200: Type.Array(StockItem) } } },
  ({ params, query }) => {
    const text = `select ${item} from logistics.stock where "storeId" = $1 and rang > $2 and rang <= $3 order by rang`
    return run('page', text, [params.store, (query.page - 1) * 10, query.page * 10])
  },
)
app.get<Place>(
  '/stock/:store/:product',
  { schema: { response: { 200: Type.Array(StockItem) } } },
  ({ params }) =>
    run('one', `select ${item} from logistics.stock where "storeId" = $1 and "productId" = $2`, [
      params.store,
      params.product,
    ]),
)
app.get<Place>(
  '/stores/:product',
  { schema: { response: { 200: Type.Array(StoreQuantity) } } },
  ({ params }) =>
    run(
      'stores',
      'select "storeId", quantite - reserve as quantity from logistics.stock where "productId" = $1 order by 1',
      [params.product],
    ),
)
app.patch<Place & { Body: { quantity: number } }>(
  '/stock/:store/:product',
  { schema: { response: { 200: CountedStock } } },
  async ({ params, body }) => {
    const text = `update logistics.stock set quantite = $3 where "storeId" = $1 and "productId" = $2
      returning ${item}, quantite as "enStock", reserve`
    return (await run('set', text, [params.store, params.product, body.quantity]))[0]
  },
)

type Sheet = { Body: Record<string, string> }
const texts = ['ticketId', 'idClient', 'idProduit', 'motif', 'origine', 'adresseClient']
const answer = {
  evenements: [],
  statut: null,
  logistique: { magasinId: null, entrepotId: null, bordereauId: null },
}
await pool.query('create table if not exists public.fiche (like logistics.fiche_reparation including all)')
await pool.query(
  'create table if not exists public.evenement (like logistics.evenement_reparation including all)',
)
app.post<Sheet>('/sheets', { schema: { response: { 201: RepairSheet } } }, async ({ body }, reply) => {
  const columns = texts.map(name => `"${name}"`).join(', ')
  const text = `insert into public.fiche (${columns}, "createdAt", "updatedAt") values ($1, $2, $3, $4, $5, $6, now(), now())
    returning *`
  const [row] = await run(
    'sheet',
    text,
    texts.map(name => body[name]),
  )
  return reply.code(201).send({ ...row, ...answer })
})
app.get<{ Params: { id: string } }>(
  '/sheets/:id',
  { schema: { response: { 200: RepairSheet } } },
  async ({ params }) => {
    const [row] = await run('read', 'select * from logistics.fiche_reparation where id = $1', [params.id])
    return { ...row, ...answer }
  },
)
app.post<Sheet>('/events', { schema: { response: { 201: NewRepairEvent } } }, async ({ body }, reply) => {
  const text = `insert into public.evenement ("ticketId", event, at, "createdAt", "prochainEssai")
    values ($1, $2, $3, now(), now()) returning "ticketId", event, at`
  return reply.code(201).send((await run('event', text, [body.ticketId, body.event, body.at]))[0])
})

await app.listen({ host: '127.0.0.1', port: Number(process.argv[3]) })
console.log('ready')
