import { createClient } from '../../../src/commands/http.ts'
import { pause } from '../pause.ts'
import { createShopActions, type Product } from '../shopping.ts'

/** An order with the times, by `performance.now()`, of its request and of the acknowledgement of each step. */
export type Sale = { asked: number; ordreId?: string; placed?: number; confirmed?: number }

/** Opens a shop, whose `sellUntil` makes sales: each orders, pays and confirms, without retrying failed calls. */
export async function openSales(url: string) {
  const { call } = createClient({ url })
  const shop = createShopActions({
    // `createShopActions` reads only the documented fields of a response.
    call: async (method, path, body, headers) => (await call(method, path, { body, headers })) as never,
  })
  // The purchase history stores only the purchases of known customers.
  const customer = {
    idClient: 'CLI_0A1B2C3D',
    nom: 'Lovelace',
    prenom: 'Ada',
    adresseMail: 'ada@example.org',
  }
  const { status, text } = await call('POST', '/api/publique/clients', { body: customer })
  if (status !== 201) throw new Error(`The customer: ${status} ${text}`)
  const store = await shop.store()
  const products: Product[] = []
  for (const prixDeVenteCents of [1_000, 1_550, 20]) {
    const product = await shop.product({ prixDeVenteCents })
    await shop.stock(store.id, product.id, 1_000_000)
    products.push(product)
  }
  const sales: Sale[] = []
  let refusal: unknown

  async function sell(i: number) {
    const sale: Sale = { asked: performance.now() }
    sales.push(sale)
    const { id, prixDeVenteCents } = products[i % products.length]!
    const { ordreId } = await shop.placed([{ id, quantite: 1, prixUnitaireCents: prixDeVenteCents }])
    Object.assign(sale, { ordreId, placed: performance.now() })
    const { response } = await shop.pay(ordreId, prixDeVenteCents / 100)
    while ((await shop.transactionStatus(response.transactionId)) === 'en_attente') await pause(20)
    const { transactionId, authorizationId } = response
    const body = { transactionId, authorizationId, amount: (prixDeVenteCents / 100).toFixed(2) }
    const { status, text } = await call('POST', `/api/commandes/${ordreId}/confirmer-paiement`, { body })
    if (status === 200) sale.confirmed = performance.now()
    // A 409 is acceptable: the platform may have confirmed the paid order by itself.
    else if (status !== 409) throw new Error(`${status} ${text}`)
  }

  return {
    sales,
    /** The error of the last failed sale. */
    refusal: () => refusal,
    /**
     * Sells, `atOnce` orders at a time, until `over` returns true. A sale that fails stays in `sales` without its later
     * steps.
     */
    async sellUntil(over: () => boolean, atOnce = 4) {
      const seller = async (_: unknown, first: number) => {
        for (let i = first; !over(); i++)
          await sell(i).catch(error => {
            refusal = error
            return pause(50)
          })
      }
      await Promise.all(Array.from({ length: atOnce }, seller))
    },
  }
}

/** Compares the acknowledged orders with a server recovered to a time from `from` to `to`; `wrong` lists violations. */
export async function checkSales(url: string, sales: readonly Sale[], from: number, to: number) {
  const { call } = createClient({ url })
  const found = { present: 0, confirmed: 0, absent: 0, between: 0, wrong: [] as string[] }
  for (const { ordreId, asked, placed, confirmed } of sales) {
    if (ordreId === undefined || placed === undefined) continue
    const { status, body } = await call<{ transactionId: string | null }>('GET', `/api/commandes/${ordreId}`)
    if (asked > to) {
      found.absent++
      if (status !== 404) found.wrong.push(`${ordreId} was ordered afterwards and is there`)
    } else if (placed > from) found.between++
    else {
      found.present++
      if (status !== 200) found.wrong.push(`${ordreId} was acknowledged and is not there`)
      if (confirmed === undefined || confirmed > from) continue
      found.confirmed++
      if (!body.transactionId) found.wrong.push(`${ordreId} was confirmed and is not`)
    }
  }
  return found
}
