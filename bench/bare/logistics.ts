import Type from 'typebox'
import { type NewRepairSheet, RepairEvent, RepairSheet } from '../../src/logistics/repairs/schemas.ts'
import { insertEvent } from '../../src/logistics/repairs/store/repair-events.ts'
import { findSheet, insertSheet } from '../../src/logistics/repairs/store/repair-sheets.ts'
import { listStockPage } from '../../src/logistics/stocks/list-stocks.ts'
import { CountedStock, StockItem, StockList, StoreQuantity } from '../../src/logistics/stocks/schemas.ts'
import { findStock, storesWith, writeStock } from '../../src/logistics/stocks/store.ts'
import { alone, app, db, listen, transaction } from './server.ts'

/** The platform's own statements; a sheet is given its warehouse, and nobody looks where its goods came from. */
const context = { magasinId: null, entrepotId: 1, bordereauId: null }
const answers = (schema: Type.TSchema, status = 200) => ({ schema: { response: { [status]: schema } } })

type Place = { Params: { store: string; product: string } }
const placeOf = ({ store, product }: Place['Params']) => ({
  storeId: Number(store),
  productId: Number(product),
})

app.get<{ Querystring: { store_id: string; page: string } }>('/stocks', answers(StockList), ({ query }) =>
  listStockPage(db, { store_id: Number(query.store_id), page: Number(query.page) }),
)
app.get<Place>('/stock/:store/:product', answers(Type.Array(StockItem)), ({ params }) =>
  findStock(db, Number(params.store), Number(params.product)),
)
app.get<Place>('/stores/:product', answers(Type.Array(StoreQuantity)), ({ params }) =>
  storesWith(db, Number(params.product)),
)
app.patch<Place & { Body: { quantity: number } }>(
  '/stock/:store/:product',
  answers(CountedStock),
  ({ params, body }) =>
    writeStock(alone, { ...placeOf(params), quantite: body.quantity, seuil: null }, new Date()),
)

app.post<{ Body: NewRepairSheet }>('/sheets', answers(RepairSheet, 201), async ({ body }, reply) => {
  const sheet = await transaction(async tx => {
    const id = await insertSheet(tx, { ...body, ...context }, new Date())
    return findSheet(tx, id ?? 0)
  })
  return reply.code(201).send(sheet)
})
app.get<{ Params: { id: string } }>('/sheets/:id', answers(RepairSheet), ({ params }) =>
  findSheet(db, Number(params.id)),
)
app.post<{ Body: Parameters<typeof insertEvent>[1] }>(
  '/events',
  answers(RepairEvent, 201),
  async ({ body }, reply) => reply.code(201).send(await insertEvent(alone, body, new Date())),
)

await listen()
