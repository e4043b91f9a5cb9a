import type { Shapes } from '../../../clients/typescript/src/index.ts'
import type { Basket, Customer, Product } from './before-payment.ts'
import { type Reporter, type ScenarioClient, ScenarioError } from './client.ts'

type Payment = Shapes['ConfirmationPaiement']

type DuePayment = { ordreId: string; totalCents: number; email: string; returnUrl: string }

const CARD = '4242424242424242'

/**
 * Pays an order by card on the payment page, and waits until the payment is processed. `onPaid` runs while the payment
 * is pending. Throws a ScenarioError unless the payment is accepted.
 */
export async function pay(
  client: ScenarioClient,
  { ordreId: orderId, totalCents, email, returnUrl }: DuePayment,
  onPaid?: () => Promise<void>,
): Promise<Payment> {
  const amount = `${Math.floor(totalCents / 100)}.${String(totalCents % 100).padStart(2, '0')}`
  client.reporter.step('A payment link is created; the customer pays by card on its page')
  const { paymentUrl } = await client.call(201, api =>
    api.POST('/api/publique/interface-paiement', {
      body: { orderId, amount, customerEmail: email, returnUrl },
    }),
  )
  if (!paymentUrl) throw new ScenarioError('The payment link has no URL')
  await payOnPage(client.reporter, paymentUrl)
  const query = { params: { query: { orderId } } }
  const pending = await client.call(200, api => api.GET('/api/publique/transaction-status', query))
  client.check(pending.status === 'en_attente', 'the transaction is pending', pending)
  await onPaid?.()

  client.reporter.step('The payment is processed ten seconds later')
  const paid = await client.eventually(
    'the transaction is processed',
    api => api.GET('/api/publique/transaction-status', query),
    ({ status }) => status !== 'en_attente',
  )
  client.check(paid.status === 'accepte', 'the transaction is accepted', paid)
  return { transactionId: String(paid.transactionId), authorizationId: paid.authorizationId, amount }
}

/** Fetches the page and submits its form, as a browser does. Throws a ScenarioError if the page refuses the card. */
async function payOnPage({ call }: Reporter, url: string) {
  const path = '(the payment page)'
  const page = await fetch(url)
  const html = await page.text()
  const size = `${html.length} characters of HTML`
  call({ method: 'GET', path, body: undefined, status: page.status, answer: size })
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1]
  if (page.status !== 200 || !csrf) throw new ScenarioError('The payment page shows no form')
  const form = new URLSearchParams({
    csrf,
    cardNumber: CARD,
    expirationDate: '12/39',
    cvc: '123',
    cardHolderName: 'Camille Martin',
  })
  const { status, headers } = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const answer = `see ${headers.get('location') ?? 'the page'}`
  call({ method: 'POST', path, body: { cardNumber: '4242…', expirationDate: '12/39' }, status, answer })
  if (status >= 400) throw new ScenarioError(`The payment page refused the card: ${status}`)
}

export async function confirmPayment(client: ScenarioClient, ordreId: string, payment: Payment) {
  const confirmOnce = () =>
    client.call(200, api =>
      api.POST('/api/commandes/{ordreId}/confirmer-paiement', {
        params: { path: { ordreId } },
        body: payment,
      }),
    )
  const once = await confirmOnce()
  const again = await confirmOnce()
  const same = JSON.stringify(again) === JSON.stringify(once)
  client.check(same, 'repeating the confirmation returns the same response')
}

export async function expectSlip(client: ScenarioClient, ordreId: string) {
  const slips = await client.eventually(
    'a delivery slip is created for the order',
    api => api.GET('/api/publique/bordereau', { params: { query: { ordreId, limit: 100 } } }),
    found => 'total' in found && found.total > 0,
  )
  const { data } = 'total' in slips ? slips : { data: slips }
  const complete = data.every(({ articles }) => articles.every(article => article.manquant === 0))
  client.check(complete, 'no article is missing on the slip')
}

export async function deliver(client: ScenarioClient, ordreId: string, basket: Basket) {
  await client.call(200, api =>
    api.PATCH('/api/commandes/{ordreId}/statut', {
      params: { path: { ordreId } },
      body: { nouveauStatut: 'LIVREE', trackingNumber: 'DEMO-1' },
    }),
  )
  const points = Math.floor(basket.totalCents / 100)
  await client.eventually(
    `the customer has ${points} points, one per euro`,
    api => api.GET('/api/auth/me'),
    me => me.pointsFidelite === points,
  )
}

export async function expectHistory(
  client: ScenarioClient,
  ordreId: string,
  { clientId }: Customer,
  product: Product,
) {
  const history = await client.eventually(
    'the purchase is in the history exactly once',
    api => api.GET('/api/publique/client-buy-history/{clientId}', { params: { path: { clientId } } }),
    ({ meta }) => meta.total === 1,
  )
  const isProduct = history.data[0]?.articleId === String(product.id)
  client.check(isProduct, 'the history contains the ordered product', history.data)
  const order = await client.call(200, api =>
    api.GET('/api/commandes/{ordreId}', { params: { path: { ordreId } } }),
  )
  client.check(order.statut === 'LIVREE', 'the order is delivered', order.statut)
}
