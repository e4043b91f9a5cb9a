import { randomUUID } from 'node:crypto'
import { PlacedOrder } from '../../src/orders/placing/schemas.ts'
import { OrderAnswer } from '../../src/orders/schemas.ts'
import { newOrder, work } from '../orders/work.ts'
import { app, db, listen, transaction } from './server.ts'

// Both routes send the platform's own statements in the same transactions. They check no prices or promotions and call
// no other areas.

type NewOrder = { montantTotalCents: number; articles: { id: string }[] }
let placed = 0
const mark = process.pid.toString(36)

app.post<{ Body: NewOrder }>(
  '/order',
  { schema: { response: { 201: PlacedOrder } } },
  async ({ body: { montantTotalCents, articles } }, reply) => {
    const now = new Date()
    const ordreId = `CMD-${mark}-${placed++}`
    const productId = Number(articles[0]?.id)
    await work.lookUp(db, productId)
    const notDurable = 'begin; set local synchronous_commit = off'
    await transaction(tx => work.reserve(tx, ordreId, productId, now), notDurable)
    await transaction(tx => work.keep(tx, newOrder(ordreId, productId, now), 1))
    return reply.code(201).send({ ordreId, statut: 'EN_ATTENTE', montantTotalCents, createdAt: now })
  },
)

type Payment = { transactionId: string }
app.post<{ Params: { ordreId: string }; Body: Payment }>(
  '/confirm/:ordreId',
  { schema: { response: { 200: OrderAnswer } } },
  async ({ params: { ordreId }, body: { transactionId: id } }) => {
    const now = new Date()
    await work.readPaid(db, ordreId, Number(id))
    await transaction(tx => work.confirm(tx, newOrder(ordreId, 1, now), { id, eventId: randomUUID() }, now))
    const message = 'Paiement confirmé : votre commande est transmise à la préparation'
    return { ordreId, statut: 'EN_ATTENTE', message }
  },
)

await listen()
