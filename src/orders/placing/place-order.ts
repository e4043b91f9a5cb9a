import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Remember } from '../../platform/http/idempotency.ts'
import { LANGUAGES } from '../../platform/http/pages.ts'
import { Problem } from '../../platform/problem.ts'
import {
  checkArticles,
  checkSum,
  createOrderLines,
  linesToStore,
  reservableArticles,
} from '../basket/lines.ts'
import { checkCodes, evaluateCodes } from '../codes/evaluate-codes.ts'
import { createConfirmationEvents } from '../confirming/announcements.ts'
import type { Context } from '../context.ts'
import { resolveOrderingCustomer } from '../customer.ts'
import { parseAddress } from '../delivery/method-index.ts'
import { weightOf } from '../delivery/weight.ts'
import { createOrderReceivedMail } from '../mails.ts'
import { findProducts, type OrdersPlatform, releaseGoods } from '../peers.ts'
import { discountsOf } from '../pricing/basket.ts'
import { PAYMENT_MS, reserveGoods, UNPAID_MS } from '../reserve-goods.ts'
import { FIRST_STATUS } from '../schemas.ts'
import type { Order } from '../tables.ts'
import { checkClaim, noOrigin, originOf, validateDelivery } from './checks.ts'
import {
  type DeliveryChoice,
  findMethodType,
  findPriceProblem,
  type PricedOrder,
  priceOrder,
} from './price-order.ts'
import type { NewOrder, PlacedOrder } from './schemas.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 100 random bits, because an order's id suffices as the credential for reading and paying the order. */
const newOrderId = () => `CMD-${Array.from(randomBytes(20), byte => ALPHABET[byte & 31]).join('')}`

type Request = { caller: Caller; ip: string; remember: Remember }

/**
 * Places an order: checks amounts, reserves goods, inserts the order. The total is computed from cached promotions and
 * delivery methods; the insert succeeds only while these match the stored ones, so no order is stored with an outdated
 * total. A free order is confirmed immediately. Throws 400 for a missing or superfluous store or pick-up point, or an
 * unknown country; 401 for an invalid bearer token; 422 for a wrong amount, article, code or delivery, or an unknown
 * customer or store; 409 if goods are short or an unproven order is too large; 429 for too many unpaid orders of a
 * network.
 */
export async function placeOrder(context: Context, given: NewOrder, request: Request): Promise<PlacedOrder> {
  const { clock, insertOrder, peers, promotions, settings } = context
  const { caller, remember } = request
  const { articles, montantTotalCents } = given
  checkSum(articles)
  const choice = await findChoice(context, given)
  const now = clock.now()
  const resolving = resolveOrderingCustomer(context, caller, String(given.clientId))
  const [{ magasin, ...delivery }, customer, products, prepared, codes] = await Promise.all([
    validateDelivery(context, given.livraison ?? { mode: 'domicile' }, choice?.type),
    resolving,
    findProducts(peers, articles),
    promotions.latest(),
    evaluateCodes(context, request, { codes: given.codes, customer: resolving, now }),
  ])
  checkArticles(articles, products, caller.guarded)
  checkCodes(codes)

  const lines = createOrderLines(articles, products)
  const micrograms = choice ? weightOf(articles, products, settings.defaultWeightG) : 0
  const priceable = { lines, micrograms, customer, codes, choice, now }
  const asked = { choice, mode: delivery.livraison, total: montantTotalCents }
  const problemOf = (each: PricedOrder) => findPriceProblem(context, each, asked)
  const agreed = async () => {
    const current = await priceOrder(context, await promotions.current(), priceable)
    const problem = problemOf(current)
    if (problem) throw problem
    return current
  }
  let priced = await priceOrder(context, prepared, priceable)
  if (problemOf(priced)) priced = await agreed()

  const { clientId, proven } = customer
  // Staff who take an order by telephone know the guest.
  if (!proven && caller.agent?.kind !== 'personnel') checkClaim(context, lines)
  const origin = proven ? noOrigin : originOf(context, request, now)
  const langue = given.langue ?? LANGUAGES[0]
  const about = { ...origin, ...delivery, clientId, prouve: proven, langue }
  const order = orderOf({ ...given, ...about }, priced, now)
  const answer = { ordreId: order.ordreId, statut: order.statut, montantTotalCents, createdAt: now }
  const finish = (tx: Tx) => remember(tx, 201, answer)
  await withReservedGoods(peers, order, async () => {
    const { clientIds = [] } = codes
    const eventsOf = () => [
      ...(order.confirmeeLe ? createConfirmationEvents(order, now) : []),
      ...createOrderReceivedMail(order, settings, { prouve: proven, magasin, products }),
    ]
    const inserted = () =>
      insertOrder({ order, promotions: priced.version, events: eventsOf(), clientIds, finish })
    while (!(await inserted())) {
      priced = await agreed()
      Object.assign(order, contentsOf(priced))
    }
  })
  return answer
}

/** Returns the method that an order names; null without one. Throws 400 for an unknown country. */
async function findChoice(
  context: Context,
  { livraison, adresseLivraison }: NewOrder,
): Promise<DeliveryChoice | null> {
  const { code, pointRelais = null } = livraison ?? {}
  if (!code) return null
  const address = parseAddress(adresseLivraison)
  return { code, type: await findMethodType(context, code), address, pointRelais }
}

const contentsOf = ({
  basket,
  codes,
  terms,
}: PricedOrder): Pick<Order, 'lignes' | 'remises' | 'codes' | 'conditionsLivraison'> => {
  const remises = discountsOf(basket)
  return {
    lignes: linesToStore(basket),
    remises: remises.length > 0 ? remises : null,
    codes,
    conditionsLivraison: terms,
  }
}

type ReservedOrder = Order & { reserveeJusque: Date }

/**
 * Reserves the goods, which determines the supplying stores, and calls `work`. If either fails, releases goods that may
 * be reserved, and throws the error.
 */
async function withReservedGoods(
  peers: OrdersPlatform['peers'],
  order: ReservedOrder,
  work: () => Promise<void>,
) {
  try {
    order.magasins = await reserveGoods(peers, order, order.reserveeJusque)
    await work()
  } catch (error) {
    // After a 409 from logistics nothing is reserved; after any other error the goods may be. If this release fails,
    // the reservation expires by itself.
    const isShort = error instanceof Problem && error.statusCode === 409
    if (!isShort && reservableArticles(order.lignes).length > 0)
      await releaseGoods(peers, order.ordreId).catch(() => {})
    throw error
  }
}

const orderOf = (
  given: Omit<NewOrder, 'clientId' | 'livraison' | 'codes' | 'langue'> &
    Pick<
      Order,
      'clientId' | 'prouve' | 'reseau' | 'prolongeableJusque' | 'livraison' | 'magasinId' | 'langue'
    >,
  priced: PricedOrder,
  now: Date,
): ReservedOrder => {
  const free = given.montantTotalCents === 0
  return {
    ...given,
    ...contentsOf(priced),
    ordreId: newOrderId(),
    statut: FIRST_STATUS,
    transactionId: null,
    authorizationId: null,
    encaissements: 0,
    reserveeJusque: new Date(now.getTime() + (free ? PAYMENT_MS : UNPAID_MS)),
    confirmeeLe: free ? now : null,
    magasins: [],
    trackingNumber: null,
    versionDestinataire: 0,
    createdAt: now,
  }
}
