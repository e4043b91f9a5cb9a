import { type ScenarioClient, ScenarioError } from './client.ts'

export type Payment = { transactionId: string; authorizationId: string; amount: string }

const CARD = '4242424242424242'

/** Pays an order by card on the payment page, and waits until the payment is processed. `onPaid` comes in between. */
export async function pay(
  client: ScenarioClient,
  order: { ordreId: string; totalCents: number; email: string },
  bearer: { authorization: string },
  onPaid?: () => Promise<void>,
): Promise<Payment> {
  const { ordreId, totalCents, email } = order
  const amount = `${Math.floor(totalCents / 100)}.${String(totalCents % 100).padStart(2, '0')}`
  client.tell.step('A payment link; the customer pays by card on the page')
  const { paymentUrl } = await client.call<{ paymentUrl: string }>(
    201,
    'POST',
    '/api/publique/interface-paiement',
    { orderId: ordreId, amount, customerEmail: email, returnUrl: 'https://boutique.example.org/retour' },
    bearer,
  )
  await payOnPage(client, paymentUrl)
  type Status = { transactionId: number; authorizationId: string; status: string }
  const path = `/api/publique/transaction-status?orderId=${ordreId}`
  const pending = await client.call<Status>(200, 'GET', path)
  client.check(pending.status === 'en_attente', 'the transaction waits to be processed', pending)
  await onPaid?.()

  client.tell.step('The payment is processed ten seconds later')
  const isProcessed = ({ status }: Status) => status !== 'en_attente'
  const paid = await client.eventually<Status>('the transaction is processed', isProcessed, 'GET', path)
  client.check(paid.status === 'accepte', 'the transaction is accepted', paid)
  return { transactionId: String(paid.transactionId), authorizationId: paid.authorizationId, amount }
}

/** Does what a browser does with the page: reads its form and sends it. */
async function payOnPage({ server, tell }: ScenarioClient, url: string) {
  const page = await server.call('GET', url)
  tell.call('GET', '(the payment page)', undefined, {
    ...page,
    body: `${page.text.length} characters of HTML`,
  })
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1]
  if (page.status !== 200 || !csrf) throw new ScenarioError('The payment page shows no form')
  const form = new URLSearchParams({
    csrf,
    cardNumber: CARD,
    expirationDate: '12/39',
    cvc: '123',
    cardHolderName: 'Camille Martin',
  })
  const answer = await server.call('POST', url, { body: form })
  const shown = { cardNumber: '4242…', expirationDate: '12/39' }
  tell.call('POST', '(the payment page)', shown, {
    ...answer,
    body: `see ${answer.headers.get('location') ?? 'the page'}`,
  })
  if (answer.status >= 400) throw new ScenarioError(`The payment page refused the card: ${answer.status}`)
}
