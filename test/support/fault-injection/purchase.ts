import { randomBytes } from 'node:crypto'
import { cardPayment } from '../payments.ts'

export type Reply = { status: number; body: Record<string, unknown> }
/** Calls an area; returns undefined when no JSON response arrived. */
export type AreaCall = (
  area: string,
  method: string,
  path: string,
  given?: { body?: unknown; headers?: Record<string, string> },
) => Promise<Reply | undefined>

/** The responses that a buyer has received for a purchase so far. */
export type Purchase = {
  /** Part of the order's address, which identifies its stored data. */
  mark: string
  clientId: string
  token: string | undefined
  ordreId?: string
  transactionId?: number
  authorizationId?: string
  /** The number of completed steps. */
  done: number
  /** The last step that did not complete, with its response if one arrived. */
  refused?: string
}

/** The product, and the customer of buyers who do not sign in. */
export type Product = { id: number; clientId: string }

const CENTS = 1_000

/** The steps of a buyer, in order. Each returns whether it is complete; every call may be repeated. */
const steps: ((ask: AreaCall, purchase: Purchase, product: Product) => Promise<boolean>)[] = [
  async function place(ask, purchase, { id }) {
    const { mark, clientId, token } = purchase
    const reply = await ask('orders', 'POST', '/api/commandes', {
      headers: { 'idempotency-key': `commande-${mark}`, ...(token && { authorization: `Bearer ${token}` }) },
      body: {
        clientId,
        articles: [{ id, quantite: 1, prixUnitaireCents: CENTS }],
        montantTotalCents: CENTS,
        adresseLivraison: { rue: mark, ville: 'Paris' },
        clientInfo: { prenom: 'Ada' },
      },
    })
    if (reply?.status !== 201) return refuse(purchase, 'order', reply)
    purchase.ordreId = String(reply.body.ordreId)
    return true
  },
  async function pay(ask, purchase) {
    const { ordreId: orderId, mark, clientId } = purchase
    const reply = await ask('payments', 'POST', '/api/private/create_paiement', {
      headers: { 'idempotency-key': `paiement-${mark}` },
      body: cardPayment({ orderId, clientId, montant: CENTS / 100 }),
    })
    if (reply?.status !== 201) return refuse(purchase, 'payment', reply)
    const { transactionId, authorizationId } = reply.body.response as {
      transactionId: number
      authorizationId: string
    }
    Object.assign(purchase, { transactionId, authorizationId })
    return true
  },
  async function wait(ask, purchase) {
    const { transactionId } = purchase
    const reply = await ask('payments', 'GET', `/api/publique/transaction-status/${transactionId}`)
    return reply?.body.status === 'accepte' || refuse(purchase, 'payment status', reply)
  },
  async function confirm(ask, purchase) {
    const { ordreId, transactionId, authorizationId } = purchase
    const reply = await ask('orders', 'POST', `/api/commandes/${ordreId}/confirmer-paiement`, {
      body: { transactionId, authorizationId, amount: (CENTS / 100).toFixed(2) },
    })
    return reply?.status === 200 || refuse(purchase, 'confirmation', reply)
  },
  async function deliver(ask, purchase) {
    const reply = await ask('orders', 'PATCH', `/api/commandes/${purchase.ordreId}/statut`, {
      body: { nouveauStatut: 'LIVREE' },
    })
    return reply?.status === 200 || refuse(purchase, 'delivery', reply)
  },
]

function refuse(purchase: Purchase, what: string, reply: Reply | undefined) {
  purchase.refused = `${what}: ${reply ? `${reply.status} ${JSON.stringify(reply.body)}` : 'no answer'}`
  return false
}

export const isOver = ({ done }: Purchase) => done === steps.length

/** Continues a purchase until it is complete or a step does not complete; returns whether the purchase is complete. */
export async function continuePurchase(
  ask: AreaCall,
  purchase: Purchase,
  product: Product,
): Promise<boolean> {
  while (!isOver(purchase)) {
    if (!(await steps[purchase.done]!(ask, purchase, product))) return false
    purchase.done++
  }
  return true
}

/** Creates a product, enough stock in a store, and a customer. */
export async function stockUp(ask: AreaCall): Promise<Product> {
  const must = async (...given: Parameters<AreaCall>) => {
    const reply = await ask(...given)
    if (!reply || reply.status >= 300) throw new Error(`${given[2]}: ${JSON.stringify(reply)}`)
    return reply.body
  }
  const ean = String(BigInt(`0x${randomBytes(5).toString('hex')}`)).padStart(13, '2')
  const product = { ean, nom: 'Vis', prixDeVenteCents: CENTS }
  const { id } = await must('reference', 'POST', '/api/publique/produits', { body: product })
  const store = await must('reference', 'POST', '/api/publique/magasins', {
    body: { nom: 'Centre', adresse: 'Ici' },
  })
  await must('logistics', 'PATCH', `/api/v1/privee/stocks/${store.id}/${id}`, {
    body: { quantity: 10_000_000 },
  })
  const buyer = await must('loyalty', 'POST', '/api/publique/clients', {
    body: { nom: 'Lovelace', prenom: 'Ada', adresseMail: `ada.${ean}@example.org` },
  })
  return { id: Number(id), clientId: String(buyer.idClient) }
}
