import { pause } from '../../pause.ts'
import { cardPayment } from '../../payments.ts'
import type { Random } from '../../seeded-random.ts'
import type { Product, Purchase } from './purchase.ts'
import type { Answer, RetryingClient } from './retrying-client.ts'
import { CODES } from './shop.ts'

const PASSWORD = 'un mot de passe du banc'
const UNDECIDED = 'cle-idempotence-en-cours'
const SEEN_MS = 300

/**
 * Makes a call that must not be executed twice, with its key. If the key is still locked, because the process of an
 * earlier attempt died, it records the call in the purchase and returns undefined. Any other refusal is an error.
 */
async function create(
  { surely }: RetryingClient,
  purchase: Purchase,
  [path, body, key, status]: [string, unknown, string, number],
): Promise<Answer | undefined> {
  const answer = await surely([status, 409], ['POST', path, body, key])
  if (answer.status === status) return answer
  if (answer.body.code !== UNDECIDED) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`)
  purchase.open = { path, body, key }
  return undefined
}

/** Registers an account, or signs in to the one that an unanswered call has created. */
async function register({ surely }: RetryingClient, email: string): Promise<string> {
  const person = { email, motDePasse: PASSWORD, prenom: 'Zoé', nom: 'Martin' }
  const opened = await surely([201, 409], ['POST', '/api/auth/register', person])
  const signed =
    opened.status === 201
      ? opened
      : await surely([200], ['POST', '/api/auth/login', { email, motDePasse: PASSWORD }])
  return String(signed.body.clientId)
}

async function find({ surely }: RetryingClient, { id, name }: Product) {
  const { body } = await surely([200], ['GET', `/api/products?search=${encodeURIComponent(name)}`])
  const found = (body.data as { id: number }[]).some(each => each.id === id)
  if (!found) throw new Error(`The search does not find ${name}: ${JSON.stringify(body)}`)
}

/**
 * Makes one purchase, from the account to random after-sale steps, and records in it what the platform acknowledges.
 * Stops early at a call whose outcome is unknown.
 */
export async function buy(client: RetryingClient, product: Product, random: Random, purchase: Purchase) {
  const { surely } = client
  const { name, email, units } = purchase
  const clientId = await register(client, email)
  purchase.clientId = clientId
  await find(client, product)
  const articles = [{ id: product.id, quantite: units, prixUnitaireCents: product.cents }]
  const codes = random.next() < 0.5 ? [random.pick(CODES)] : []
  const basket = await surely(
    [200],
    ['POST', '/api/publique/promotions/calculer-panier', { idClient: clientId, articles, codes }],
  )
  purchase.cents = Number(basket.body.totalApresPromo)
  if (codes[0]) purchase.promotionCode = codes[0]

  const order = {
    ...{ clientId, articles, codes, montantTotalCents: purchase.cents },
    adresseLivraison: { rue: '1 rue de la Paix', ville: 'Paris' },
    clientInfo: { prenom: 'Zoé', nom: 'Martin', email },
  }
  const placed = await create(client, purchase, ['/api/commandes', order, `commande-${name}`, 201])
  if (!placed) return
  const ordreId = String(placed.body.ordreId)
  purchase.ordreId = ordreId

  const payment = cardPayment({ orderId: ordreId, montant: purchase.cents / 100, clientId })
  const paid = await create(client, purchase, [
    '/api/private/create_paiement',
    payment,
    `paiement-${name}`,
    201,
  ])
  if (!paid) return
  const { transactionId, authorizationId } = paid.body.response as {
    transactionId: number
    authorizationId: string
  }
  Object.assign(purchase, { transactionId, authorizationId })
  for (;;) {
    const { body } = await surely([200], ['GET', `/api/publique/transaction-status/${transactionId}`])
    if (body.status !== 'en_attente') break
    await pause(SEEN_MS)
  }
  // Some shops send nothing after the payment: the platform then confirms paid orders by itself.
  if (random.next() < 0.3) return
  const amount = (purchase.cents / 100).toFixed(2)
  const confirmation = { transactionId: String(transactionId), authorizationId, amount }
  await surely([200], ['POST', `/api/commandes/${ordreId}/confirmer-paiement`, confirmation])
  purchase.isConfirmed = true
  await afterTheSale(client, random, purchase, { ordreId, transactionId })
}

async function afterTheSale(
  client: RetryingClient,
  random: Random,
  purchase: Purchase,
  { ordreId, transactionId }: { ordreId: string; transactionId: number },
) {
  const { name, cents } = purchase
  const chance = random.next()
  if (chance < 0.2) {
    const path = `/api/v1/publique/commandes/${ordreId}/annulation`
    const cancelled = await create(client, purchase, [path, {}, `annulation-${name}`, 200])
    if (cancelled) purchase.isCancelled = true
    return
  }
  if (chance < 0.7) {
    const status = { nouveauStatut: 'LIVREE' }
    await client.surely([200], ['PATCH', `/api/commandes/${ordreId}/statut`, status])
    purchase.isDelivered = true
  }
  if (chance < 0.45) {
    const part = 1 + random.below(cents - 1)
    const wanted = { transactionId, montant: part / 100, motif: name }
    const refunded = await create(client, purchase, [
      '/api/publique/refund',
      wanted,
      `remboursement-${name}`,
      201,
    ])
    if (refunded) purchase.refund = { id: Number(refunded.body.refundId), cents: part }
  }
}
