import { randomBytes } from 'node:crypto'
import type { Remember } from '../platform/http/idempotency.ts'
import { Problem } from '../platform/http/problem.ts'
import { basketTotal } from './basket.ts'
import { resolveCustomer } from './customer.ts'
import { handOver } from './hand-over.ts'
import { basketLines, checkArticles, checkSum, orderLines, reservable } from './lines.ts'
import { findProducts, type OrdersPlatform, release, reserve } from './peers.ts'
import type { PreparedPromotions, PromotionBook } from './promotion-book.ts'
import { FIRST_STATUS, type NewOrder, type PlacedOrder } from './schemas.ts'
import { insertOrder } from './store/orders.ts'
import type { Order } from './tables.ts'
import { PAYMENT_MS, UNPAID_MS } from './time-limits.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 100 random bits: an order's id is credential enough for it. */
const newOrderId = () => `CMD-${Array.from(randomBytes(20), byte => ALPHABET[byte & 31]).join('')}`

/**
 * Places an order: amounts checked, goods reserved, then kept. The total is worked out with the promotions in memory; the
 * insert holds only while they are the stored ones, so no order is kept at a total that is out of date. 422 when an amount
 * is wrong, 409 when goods are short. An order that costs nothing is confirmed at once.
 */
export async function placeOrder(
  platform: OrdersPlatform,
  book: PromotionBook,
  given: NewOrder,
  remember: Remember,
): Promise<PlacedOrder> {
  const { clock, config, db, outbox, peers } = platform
  const { articles, montantTotalCents } = given
  checkSum(articles)
  const [{ clientId, clientIds }, products, prepared] = await Promise.all([
    resolveCustomer(platform, String(given.clientId)),
    findProducts(
      peers,
      articles.map(({ id }) => String(id)),
    ),
    book.latest(),
  ])
  checkArticles(articles, products, config.apiKeys.length > 0)

  const now = clock.now()
  const lines = basketLines(articles, products)
  const totalWith = ({ index }: PreparedPromotions) =>
    basketTotal(lines, index, { clientIds, now }).totalCents
  const inForce = totalWith(prepared) === montantTotalCents ? prepared : await agreed()

  const order = newOrder({ ...given, clientId }, orderLines(articles, products), now)
  const answer = { ordreId: order.ordreId, statut: order.statut, montantTotalCents, createdAt: now }
  const insert = (version: number) =>
    db.transaction(async tx => {
      const inserted = await insertOrder(tx, order, version)
      if (inserted && order.confirmeeLe) await handOver(outbox, tx, order, null, now)
      if (inserted) await remember(tx, 201, answer)
      return inserted
    })

  try {
    await reserve(peers, {
      ordreId: order.ordreId,
      articles: reservable(order.lignes),
      expireLe: order.reserveeJusque!,
    })
    for (let { version } = inForce; !(await insert(version)); ) version = (await agreed()).version
  } catch (error) {
    // A refusal of logistics (409) reserved nothing. After anything else something may be; if this fails, it ends by itself.
    const isShort = error instanceof Problem && error.statusCode === 409
    if (!isShort && reservable(order.lignes).length > 0) await release(peers, order.ordreId).catch(() => {})
    throw error
  }
  return answer

  async function agreed() {
    const current = await book.current()
    const total = totalWith(current)
    if (total !== montantTotalCents)
      throw new Problem(422, `montantTotalCents is ${montantTotalCents}; the basket costs ${total} cents`)
    return current
  }
}

const newOrder = (
  given: Omit<NewOrder, 'clientId'> & { clientId: string },
  lignes: Order['lignes'],
  now: Date,
): Order => {
  const free = given.montantTotalCents === 0
  return {
    ordreId: newOrderId(),
    statut: FIRST_STATUS,
    clientId: given.clientId,
    montantTotalCents: given.montantTotalCents,
    articles: given.articles,
    lignes,
    adresseLivraison: given.adresseLivraison,
    clientInfo: given.clientInfo,
    transactionId: null,
    authorizationId: null,
    encaissements: 0,
    reserveeJusque: new Date(now.getTime() + (free ? PAYMENT_MS : UNPAID_MS)),
    confirmeeLe: free ? now : null,
    createdAt: now,
  }
}
