import { createContext } from '../../src/payments/open.ts'
import { processPayment } from '../../src/payments/processing/process-payment.ts'
import { ACCEPTED, type Detail, foreignOrder } from './payments.ts'
import type { TestPlatform } from './platform.ts'

export const RETURN = 'https://boutique.example/merci?panier=3'

export const extractCsrf = (text: string) => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** Returns the link back to the shop on a page; throws without one. */
export function extractReturnLink(text: string) {
  const [, href = ''] = /href="(https:[^"]+)"/.exec(text) ?? []
  return new URL(href.replaceAll('&amp;', '&'))
}

/** Returns the path to which the answer "no" of a confirmation page leads. */
export function extractDeclinePath(text: string, path: string) {
  const [, href = ''] = /class="button second" href="([^"]+)"/.exec(text) ?? []
  return new URL(href, `http://shop${path}`).pathname
}

export const card = (cardNumber = ACCEPTED) => ({
  cardNumber: cardNumber.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
  expirationDate: '12/40',
  cvc: '739',
  cardHolderName: 'Ada Lovelace',
})

type Wanted = { orderId?: string | null; clientFideliseId?: number | undefined; langue?: string | null }

/** Returns the requests of a browser on the payment page, without a browser. */
export const createPaymentPageActions = (shop: () => TestPlatform) => {
  const answer = (response: { statusCode: number; body: string; headers: Record<string, unknown> }) => ({
    status: response.statusCode,
    text: response.body,
    headers: response.headers,
  })
  const get = async (url: string) => answer(await shop().server.inject({ method: 'GET', url }))
  const post = async (url: string, fields: Record<string, string>) =>
    answer(
      await shop().server.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      }),
    )
  return {
    get,
    post,

    /** Creates a link and returns the path of its page. */
    async open({ orderId = foreignOrder(), clientFideliseId, langue }: Wanted = {}) {
      const client = { id: 'CLI_00000007', prenom: 'Ada', nom: 'Lovelace', clientFideliseId }
      const { body } = await shop().call<{ redirectUrl: string }>(
        'POST',
        '/api/publique/interface-paiement',
        {
          client,
          amount: 49.9,
          orderId,
          returnUrl: RETURN,
          langue,
        },
      )
      return new URL(body.redirectUrl).pathname
    },

    pay: async (path: string, fields: Record<string, string> = {}) =>
      post(path, { csrf: extractCsrf((await get(path)).text), ...card(), ...fields }),

    /** Processes the last listed payment of the order at once, without its job; returns it as listed before. */
    async settle(orderId: string) {
      const url = `/api/private/transactions?orderId=${orderId}`
      const { body } = await shop().call<{ data: Detail[] }>('GET', url)
      const payment = body.data.at(-1)!
      await processPayment(createContext(shop().platform), payment.id)
      return payment
    },
  }
}
