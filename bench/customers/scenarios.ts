import { stride } from '../support/data.ts'
import type { Call } from '../support/load.ts'
import { members } from '../support/same-answer.ts'
import type { Scenario } from '../support/scenario.ts'
import { wordOf } from './fill-history.ts'

const get = (path: string): Call => ({ method: 'GET', path, status: 200 })
const ARTICLES = 20_000
const year = 'dateFrom=2025-01-01&dateTo=2025-12-31&articleName=clavier'

/** Reads of histories; `clients` have purchases, the first of them most. */
export function historyScenarios(clients: number): Scenario[] {
  const some = (i: number) => 1 + stride(i, clients)
  const article = (i: number) => stride(i, ARTICLES)
  const read = (
    name: string,
    connections: number,
    platform: (i: number) => string,
    bare: (i: number) => string,
  ): Scenario => ({
    name,
    connections,
    platform: i => get(platform(i)),
    bare: i => get(bare(i)),
    // Habits tell the moment until which they count.
    madeUp: members('asOf'),
  })
  const history = (name: string, connections: number, query: (i: number) => string) =>
    read(
      name,
      connections,
      i => `/api/publique/client-buy-history/${query(i)}`,
      i => `/history/${query(i)}`,
    )
  const habits = (name: string, connections: number, client: (i: number) => number) =>
    read(
      name,
      connections,
      i => `/purchases/api/publique/clients/${client(i)}/habits`,
      i => `/habits/${client(i)}`,
    )
  const all = (name: string, connections: number, query: (i: number) => string) =>
    read(
      name,
      connections,
      i => `/api/privee/client-buy-history?${query(i)}`,
      i => `/history?${query(i)}`,
    )
  return [
    history('history of a customer, first page', 8, i => `${some(i)}`),
    history('history of a customer, a year, by name', 8, i => `${some(i)}?${year}`),
    habits('habits of a customer', 8, some),
    read(
      'customers by name',
      8,
      i => `/api/publique/clients?nom=${wordOf(some(i))}`,
      i => `/clients?nom=${wordOf(some(i))}`,
    ),
    all('all purchases, first page', 8, () => ''),
    all('all purchases, one article', 8, i => `articleId=${article(i)}`),
    all('all purchases, by part of a name', 8, i => `articleName=${wordOf(article(i))}`),
    history('history of the customer with most, one caller', 1, () => '1'),
    habits('habits of the customer with most, one caller', 1, () => 1),
    all('all purchases, by a frequent name, one caller', 1, () => 'articleName=clavier'),
  ]
}
