import { randomBytes } from 'node:crypto'
import { findProducts } from '../../src/catalogue/search/search-products.ts'
import { PlacedOrder } from '../../src/orders/placing/schemas.ts'
import { app, db, json, listen, pool, query, transaction } from './server.ts'
import './payment.ts'
import './product.ts'

app.get<{ Querystring: { search: string } }>('/search', async ({ query: { search } }, reply) =>
  reply.type(json).send(await findProducts(db, { search, page: 1, limit: 20 }, true)),
)

await pool.query(`
  create table bench.stock (id bigint primary key, quantity bigint not null);
  create table bench.orders (id text primary key, body json not null, at timestamptz not null);
  insert into bench.stock select id, 1000000000 from reference.produit`)

type Order = {
  montantTotalCents: number
  articles: { id: string; quantite: number; prixUnitaireCents: number }[]
}

/** One transaction per order: compares the price, decrements the stock and inserts the order. */
const keepOrder = (body: Order) =>
  transaction(async (_, client) => {
    for (const { id, quantite, prixUnitaireCents } of body.articles) {
      const price = 'select "prixDeVenteCents" as price from reference.produit where id = $1'
      const { rows } = await query(client, price, [id])
      if (rows[0]?.price !== prixUnitaireCents) throw new Error('The price has changed')
      const take = 'update bench.stock set quantity = quantity - $2 where id = $1 and quantity >= $2'
      await query(client, take, [id, quantite])
    }
    const placed = { ordreId: `CMD-${randomBytes(12).toString('base64url')}`, createdAt: new Date() }
    const insert = 'insert into bench.orders (id, body, at) values ($1, $2, $3)'
    await query(client, insert, [placed.ordreId, body, placed.createdAt])
    return { ...placed, statut: 'EN_ATTENTE', montantTotalCents: body.montantTotalCents }
  })

app.post<{ Body: Order }>('/order', { schema: { response: { 201: PlacedOrder } } }, async ({ body }, reply) =>
  reply.code(201).send(await keepOrder(body)),
)

await listen()
