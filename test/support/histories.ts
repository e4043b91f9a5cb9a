import { randomUUID } from 'node:crypto'
import { sql } from '../../src/platform/database/sql.ts'
import type { EventKind } from '../../src/platform/events/event.ts'
import type { Purchase } from '../../src/purchases/schemas.ts'
import { eventually } from './eventually.ts'
import { openPlatform, type TestPlatform } from './platform.ts'

export type Client = { id: number; idClient: string; adresseMail: string }
export type Page = {
  data: Purchase[]
  meta: { total: number; page: number; limit: number; totalPages: number }
}
export type Failure = { statusCode: number; message: string }

export const historyAreas = ['accounts', 'loyalty', 'purchases']
let shop: TestPlatform

/** Opens a platform of the areas that histories need; the functions below use it by default. */
export async function openHistories() {
  shop = await openPlatform({ only: historyAreas })
  return shop
}

let counter = 0
export async function createCustomer(at = shop, headers = {}): Promise<Client> {
  const body = { nom: 'Lovelace', prenom: 'Ada', adresseMail: `ada${++counter}@example.org` }
  return (await at.call<Client>('POST', '/api/publique/clients', body, headers)).body
}

export const apple = { articleId: '7', articleName: 'Pomme', unitPrice: 250, quantity: 4, category: 'fruits' }
export const pear = { articleId: '8', articleName: 'Poire Été', unitPrice: 0, quantity: 1 }

export const purchase = (clientId: string | number, change: object = {}, data: object = {}) => ({
  action: 'create',
  timestamp: '2025-07-14T10:31:00Z',
  requestId: randomUUID() as string,
  data: { clientId, purchaseDate: '2025-07-14T10:30:00Z', purchases: [apple, pear], ...data },
  ...change,
})
export const order = (clientId: string, change: object = {}) => ({
  ordreId: randomUUID() as string,
  clientId,
  transactionId: '1',
  montantTotalCents: 1000,
  articles: [apple],
  purchaseDate: '2025-07-15T10:30:00Z',
  timestamp: '2025-07-15T10:30:00Z',
  ...change,
})

export const publish = (kind: EventKind, body: unknown, at = shop) =>
  at.platform.db.transaction(tx => at.platform.outbox.publish(tx, kind, body))
export const countPending = async (at = shop) =>
  (await at.platform.db.rows(sql<{ queue: string }>`select queue from platform.outbox`)).length
/** Publishes the messages and waits until each has been consumed or rejected. */
export async function deliver(kind: EventKind, ...bodies: unknown[]) {
  for (const body of bodies) await publish(kind, body)
  await eventually('the outbox is empty', async () => (await countPending()) === 0)
}
export const fetchHistory = (ref: string | number, query = '', at = shop, headers = {}) =>
  at.call<Page & Failure>('GET', `/api/publique/client-buy-history/${ref}${query}`, undefined, headers)
export const fetchTotal = async (ref: string | number, query = '') =>
  (await fetchHistory(ref, query)).body.meta.total

/** Returns the log lines of this level during `work`, as JSON. They do not appear in the log. */
export async function captureLog(level: 'warn' | 'error', work: () => Promise<unknown>, at = shop) {
  const { log } = at.platform
  const original = log[level]
  const lines: unknown[][] = []
  log[level] = ((...line: unknown[]) => lines.push(line)) as typeof original
  try {
    await work()
  } finally {
    log[level] = original
  }
  return JSON.stringify(lines)
}
