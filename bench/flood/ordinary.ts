import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { orderOf } from '../everyday/scenarios.ts'
import { at, words } from '../support/data.ts'
import type { Product } from '../support/fill-shop.ts'
import { type Call, requestOf } from '../support/load.ts'
import { percentiles } from '../support/statistics.ts'

/** Calls started per second regardless of response times: a tenth of the server's capacity. */
const PER_SECOND = 50

export type Times = ReturnType<typeof percentiles> & { wrong: number }

const agent = new Agent({ keepAlive: true })

/**
 * Sends one call as a proxy forwards it, with the shopper's address. Resolves to the status, or to 0 without a response.
 */
const made = (base: string, call: Call, address: string) =>
  new Promise<number>(resolve => {
    const { method, headers, body } = { body: undefined, ...requestOf(call) }
    const shopper = { ...headers, 'x-forwarded-for': address }
    const sending = request(`${base}${call.path}`, { method, agent, headers: shopper })
    sending.on('response', answer => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sending.on('error', () => resolve(0))
    sending.end(body)
  })

/** Starts calls at a constant rate; returns the percentiles of their response times and how many were unexpected. */
export async function callSteadily(
  base: string,
  call: (i: number) => Call & { address: string },
  seconds: number,
  perSecond = PER_SECOND,
): Promise<Times> {
  const times: number[] = []
  let wrong = 0
  const asked: Promise<void>[] = []
  const began = performance.now()
  for (let i = 0; i < seconds * perSecond; i++) {
    const due = began + (i * 1_000) / perSecond
    await sleep(Math.max(0, due - performance.now()))
    const { address, ...one } = call(i)
    asked.push(
      // Measured from the scheduled start: a delay of this thread would delay a shopper too.
      made(base, one, address).then(status => {
        times.push(performance.now() - due)
        if (status !== one.status) wrong++
      }),
    )
  }
  await Promise.all(asked)
  return { ...percentiles(times), wrong }
}

let shoppers = 0
const anotherShopper = () => `10.${(++shoppers >> 16) & 255}.${(shoppers >> 8) & 255}.${shoppers & 255}`

/** Typical calls of shoppers: of ten, eight view or search products, one prices a basket and one places an order. */
export const createShoppingCalls =
  (products: readonly Product[]) =>
  (i: number): Call & { address: string } => {
    const address = anotherShopper()
    const product = at(products, i * 7)
    const { clientId, articles, ...order } = orderOf(product)
    if (i % 10 === 0)
      return {
        address,
        method: 'POST',
        path: '/api/commandes',
        body: { clientId, articles, ...order },
        status: 201,
      }
    if (i % 10 === 5) {
      const body = { idClient: clientId, articles }
      return { address, method: 'POST', path: '/api/publique/promotions/calculer-panier', body, status: 200 }
    }
    const path =
      i % 2
        ? `/api/publique/produits/${product.id}`
        : `/api/products?search=${encodeURIComponent(at(words, i))}`
    return { address, method: 'GET', path, status: 200 }
  }
