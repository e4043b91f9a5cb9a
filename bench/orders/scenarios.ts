import { CLIENT, orderOf } from '../everyday/scenarios.ts'
import type { Bench } from '../support/bench.ts'
import { at } from '../support/data.ts'
import type { Product } from '../support/fill-shop.ts'
import type { Call } from '../support/load.ts'
import { createPgbench } from '../support/pgbench.ts'
import { createMemberPattern } from '../support/same-answer.ts'
import type { Scenario } from '../support/scenario.ts'
import { createConfirmingScript, createPlacingScript } from './scripts.ts'

const CONNECTIONS = 8
/** Above the throughput of every benchmark here. */
export const MOST_A_SECOND = 8_000

/** Returns a function that allocates a block of `size` unused numbers and returns the first of them. */
function numbers(next: number) {
  return (size = 1) => {
    next += size
    return next - size
  }
}

/**
 * Returns an alternative that runs the same statements without HTTP, if pgbench is installed; `block` allocates the
 * numbers of its orders.
 */
const alone = (bench: Bench, url: string, lines: string[], block: (size: number) => number) =>
  createPgbench(bench.directory, url, lines, CONNECTIONS, seconds => {
    const each = (MOST_A_SECOND * seconds) / CONNECTIONS
    return { n: 0, each, first: block(each * CONNECTIONS) }
  })

export async function orderScenarios(
  bench: Bench,
  url: string,
  products: readonly Product[],
): Promise<Scenario[]> {
  const post = (path: string, body: unknown, status: number): Call => ({ method: 'POST', path, body, status })
  const paid = numbers(1)
  // Above the numbers of the orders that wait for confirmation.
  const placed = numbers(1_000_000_000)
  const confirm = (path: (ordreId: string) => string) => () => {
    const i = paid()
    const payment = { transactionId: String(i), authorizationId: `AUTH-${i}`, amount: '10.00' }
    return post(path(`CMD-B${i}`), payment, 200)
  }
  return [
    {
      name: 'order placed',
      connections: CONNECTIONS,
      platform: i => post('/api/commandes', orderOf(at(products, i)), 201),
      bare: i => post('/order', orderOf(at(products, i)), 201),
      madeUp: createMemberPattern('ordreId', 'createdAt'),
      other: alone(bench, url, await createPlacingScript(products.length), placed),
    },
    {
      name: 'order confirmed',
      connections: CONNECTIONS,
      platform: confirm(ordreId => `/api/commandes/${ordreId}/confirmer-paiement`),
      bare: confirm(ordreId => `/confirm/${ordreId}`),
      madeUp: createMemberPattern('ordreId'),
      other: alone(bench, url, await createConfirmingScript(), paid),
    },
  ]
}

/** Registers a customer, because the purchase history stores only orders of known customers. */
export async function registerShopper(base: string) {
  const response = await fetch(`${base}/api/publique/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      idClient: CLIENT,
      nom: 'Martin',
      prenom: 'Camille',
      adresseMail: 'c@example.org',
    }),
  })
  if (response.status !== 201) throw new Error(`The customer: ${response.status} ${await response.text()}`)
}
