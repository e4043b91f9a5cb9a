import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import type { RepairSheet } from './repairs/schemas.ts'
import { insertEvent } from './repairs/store/repair-events.ts'
import { insertSheet } from './repairs/store/repair-sheets.ts'
import type { Slip } from './slips/schemas.ts'
import { insertSlip } from './slips/store.ts'
import type { StockItem } from './stock-schemas.ts'
import { recordCounts } from './stocks/change-stock.ts'

/** More than two of the chunks in which a whole list is read. */
const MANY = 1_203

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics'], started: false })
  const { db, clock } = shop.platform
  const now = clock.now()
  const numbers = Array.from({ length: MANY }, (_, i) => i + 1)
  await db.transaction(async tx => {
    await recordCounts(
      tx,
      numbers.map(productId => ({ productId, storeId: 1, quantite: productId })),
      shop.platform,
    )
    const order = {
      ...{ clientId: 'CLI_1', adresseLivraison: { ville: 'Lyon' }, articles: [], createdAt: now },
      ...{ storeId: 1, retrait: false, statut: 'a_preparer' as const, trackingNumber: null },
    }
    for (const number of numbers) await insertSlip(tx, { ...order, ordreId: `order-${number}` })
    const texts = {
      idClient: 'CLI_1',
      idProduit: '1',
      motif: 'Panne',
      origine: 'Lyon',
      adresseClient: 'Lyon',
    }
    const context = { magasinId: null, entrepotId: null, bordereauId: null }
    for (const number of numbers) {
      await insertSheet(tx, { ...texts, ...context, ticketId: `ticket-${number}` }, now)
      await insertEvent(
        tx,
        { ticketId: `ticket-${number}`, event: 'ARRIVE_DEPOT', at: now.toISOString() },
        now,
      )
    }
  })
})

/** A list that is collected before it is sent has a Content-Length; a streamed one has none. */
async function whole<Item>(url: string) {
  const { body, headers } = await shop.call<Item[]>('GET', url)
  assert.equal(headers['content-length'], undefined)
  assert.match(String(headers['content-type']), /^application\/json/)
  return body
}

test('all slips are streamed, each once and oldest first', async () => {
  const slips = await whole<Slip>('/api/publique/bordereau')

  assert.deepEqual(
    slips.map(({ ordreId }) => ordreId),
    Array.from({ length: MANY }, (_, i) => `order-${i + 1}`),
  )
  assert.deepEqual((await shop.call('GET', '/api/publique/bordereau?page=2&limit=100')).body as unknown, {
    ...{ data: slips.slice(100, 200), total: MANY },
    ...{ page: 2, limit: 100 },
  })
  assert.deepEqual((await shop.call('GET', '/api/publique/bordereau?ordreId=order-7')).body, [slips[6]])
})

test('all stocks are streamed, also with an empty parameter', async () => {
  for (const url of ['/api/publique/stocks', '/api/publique/stocks?store_id='])
    assert.deepEqual(
      (await whole<StockItem>(url)).map(({ stock }) => stock),
      Array.from({ length: MANY }, (_, i) => i + 1),
    )
})

test('all repair sheets are streamed, each once with its events and oldest first', async () => {
  const sheets = await whole<RepairSheet>('/api/publique/fiche_reparation')

  assert.deepEqual(
    sheets.map(({ ticketId, statut }) => [ticketId, statut]),
    Array.from({ length: MANY }, (_, i) => [`ticket-${i + 1}`, 'ARRIVE_DEPOT']),
  )
  const page = await shop.call('GET', '/api/publique/fiche_reparation?page=2&limit=100')
  assert.deepEqual(page.body, sheets.slice(100, 200))
})
