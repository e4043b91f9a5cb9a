import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { RepairSheet } from './schemas.ts'

type Page = { data: RepairSheet[]; total: number; page: number; limit: number }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics', 'reference', 'accounts', 'loyalty'], started: false })
})

const open = (ticketId: string, idClient = 'CLI_0A1B2C3D') =>
  shop.call('POST', '/api/publique/fiche_reparation', {
    idClient,
    idProduit: '4006381333931',
    ticketId,
    motif: 'Écran noir',
    origine: 'Lille',
    adresseClient: 'Lille',
  })
const sendEvent = (ticketId: string, event: string, at: string) =>
  shop.call('POST', '/api/publique/events_reparation', { ticketId, event, at })
const search = async (query: string) => {
  const { status, body } = await shop.call<Page>('GET', `/api/v1/privee/fiches-reparation?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const tickets = async (query: string) => (await search(query)).data.map(({ ticketId }) => ticketId)

test('sheets are found by repair status, oldest first, in whatever order events arrived', async () => {
  await sendEvent('early', 'ARRIVE_DEPOT', '2026-09-01')
  for (const ticket of ['fresh', 'mended', 'early', 'gone']) await open(ticket)
  await sendEvent('mended', 'REPARATION_OK', '2026-09-03')
  // This event arrives after a later one.
  await sendEvent('mended', 'EN_REPARATION', '2026-09-02')
  await sendEvent('gone', 'EXPEDIE_CLIENT', '2026-09-02')

  assert.deepEqual(await tickets('statut=SANS_EVENEMENT'), ['fresh'])
  assert.deepEqual(await tickets('statut=REPARATION_OK'), ['mended'])
  assert.deepEqual(await tickets('statut=ARRIVE_DEPOT'), ['early'])
  assert.deepEqual(await tickets('statut=EN_REPARATION'), [])
  assert.deepEqual(await tickets('enCours=true'), ['fresh', 'mended', 'early'])
  assert.deepEqual(await tickets(''), ['fresh', 'mended', 'early', 'gone'])
  const { data, ...page } = await search('enCours=true&limit=1&page=2')
  assert.deepEqual([data.length, data[0]?.ticketId, page], [1, 'mended', { total: 3, page: 2, limit: 1 }])
})

test('sheets are found by ticket or customer', async () => {
  await open('SAV/1', 'CLI_11111111')
  await open('SAV/2', 'CLI_11111111')
  assert.deepEqual(await tickets('search=SAV/1'), ['SAV/1'])
  assert.deepEqual(await tickets('search=CLI_11111111'), ['SAV/1', 'SAV/2'])
  assert.deepEqual(await tickets('search=SAV'), [])
  assert.equal((await shop.call('GET', '/api/v1/privee/fiches-reparation?statut=AUTRE')).status, 400)
})

test('a sheet created concurrently with an event of its ticket has its status', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `race-${i}`)
  await Promise.all(names.flatMap(name => [open(name), sendEvent(name, 'EN_REPARATION', '2026-09-04')]))
  const found = await tickets('statut=EN_REPARATION&limit=100')
  assert.deepEqual(found.toSorted(), names.toSorted())
})
