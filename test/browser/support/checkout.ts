import type { FrameLocator, Page } from 'playwright-core'
import { createContext } from '../../../src/payments/open.ts'
import { processPayment } from '../../../src/payments/processing/process-payment.ts'
import { ACCEPTED, foreignOrder } from '../../support/payments.ts'
import { openPlatform, type TestPlatform } from '../../support/platform.ts'
import { openShop } from './shop.ts'

type Wanted = {
  orderId?: string | null | undefined
  amount?: number
  clientFideliseId?: number | undefined
  returnUrl?: string
  langue?: string
}

type Options = {
  /** The return address of links that are created without one; the shop's return page by default. */
  returnUrl?: string
  settings?: Record<string, string>
}

export type Checkout = Awaited<ReturnType<typeof openCheckout>>

/** Opens a listening platform and a shop to which its payment page returns. Payments complete only with `settle`. */
export async function openCheckout({ returnUrl: usual, settings = {} }: Options = {}) {
  const shop = await openShop()
  const platform: TestPlatform = await openPlatform({
    started: false,
    settings: { COMPTOIR_RETURN_ORIGINS: `${shop.origin},https://boutique.example`, PORT: '0', ...settings },
  })
  await platform.server.listen({ host: '127.0.0.1', port: 0 })
  const { pg } = platform.platform.db
  const one = async (text: string, values: unknown[]) => (await pg.query(text, values)).rows

  return {
    ...platform,
    shop,

    /** Creates a payment link and returns the address of its page. */
    async link({
      orderId = foreignOrder(),
      amount = 49.9,
      clientFideliseId,
      returnUrl,
      langue,
    }: Wanted = {}) {
      const { status, body } = await platform.call<{ redirectUrl: string }>(
        'POST',
        '/api/publique/interface-paiement',
        {
          client: { id: 'CLI_00000007', prenom: 'Ada', nom: 'Lovelace', clientFideliseId },
          amount,
          orderId,
          returnUrl: returnUrl ?? usual ?? shop.returnUrl,
          langue,
        },
      )
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body.redirectUrl
    },

    /** Completes every pending payment. */
    async settle() {
      for (const { id } of await one(`select id from payments.transaction where status = 'en_attente'`, []))
        await processPayment(createContext(platform.platform), Number(id))
    },

    /** Reads the statuses of an order's payments and refunds, oldest first. */
    statuses: async (orderId: string) =>
      (await one(`select status from payments.transaction where "orderId" = $1 order by id`, [orderId])).map(
        row => row.status as string,
      ),

    async refund(orderId: string) {
      const [{ id }] = await one(`select id from payments.transaction where "orderId" = $1`, [orderId])
      const body = { transactionId: Number(id), clientId: 'CLI_00000007', source: 'test' }
      const { status } = await platform.call('POST', '/api/publique/refund', body)
      if (status !== 201) throw new Error(`The refund returned ${status}`)
    },

    expire: (orderId: string) =>
      pg.query(`update payments.lien set "expireLe" = "createdAt" where "orderId" = $1`, [orderId]),
  }
}

/** Fills in the form for a card, by default one that is accepted. */
export async function fillCard(
  page: Page | FrameLocator,
  number: string = ACCEPTED,
  more: { cvc?: string; date?: string } = {},
) {
  await page.getByLabel('Numéro de carte').fill(number)
  await page.getByLabel('Expiration').fill(more.date ?? '12/40')
  await page.getByLabel('Code de sécurité').fill(more.cvc ?? (number.startsWith('37') ? '7391' : '739'))
  await page.getByLabel('Titulaire').fill('Ada Lovelace')
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Payer/ })

/** Fills in the form for a card and submits it. */
export async function pay(page: Page, number?: string) {
  await fillCard(page, number)
  await payButton(page).click()
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
