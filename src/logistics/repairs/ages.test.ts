import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

type Age = { deJours: number; aJours: number | null; nombre: number; plusAncienneLe: string | null }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics', 'accounts', 'reference', 'loyalty'], started: false })
})

const ages = async (query = '') =>
  (await shop.call<Age[]>('GET', `/api/v1/privee/chiffres-reparations${query}`)).body

async function sheet(ticketId: string, days: number) {
  const { status } = await shop.call('POST', '/api/publique/fiche_reparation', {
    ...{ idClient: 'CLI_0A1B2C3D', idProduit: '1', ticketId, motif: 'Panne', origine: 'SAV' },
    adresseClient: '1 rue de la Paix',
  })
  assert.equal(status, 201)
  const begun = new Date(shop.platform.clock.now().getTime() - days * 86_400_000)
  await shop.platform.db.pg.query(
    'update logistics.fiche_reparation set "createdAt" = $1, "magasinId" = $2 where "ticketId" = $3',
    [begun, days > 10 ? 2 : 1, ticketId],
  )
}

test('open repairs are counted by age, without those sent back, in whatever order their events arrived', async () => {
  assert.deepEqual(
    (await ages()).map(({ nombre, plusAncienneLe }) => [nombre, plusAncienneLe]),
    Array(4).fill([0, null]),
  )
  for (const [ticket, days] of Object.entries({ a: 0, b: 2.9, c: 3, d: 13.9, e: 14, f: 400 }))
    await sheet(ticket, days)
  const event = (ticketId: string, name: string) =>
    shop.call('POST', '/api/publique/events_reparation', {
      ticketId,
      event: name,
      at: '2026-01-02T10:00:00Z',
    })
  await event('g', 'EXPEDIE_CLIENT')
  await sheet('g', 1)
  await event('a', 'EN_REPARATION')

  const counted = async (query?: string) =>
    (await ages(query)).map(({ deJours, aJours, nombre }) => [deJours, aJours, nombre])
  assert.deepEqual(await counted(), [
    [0, 3, 2],
    [3, 7, 1],
    [7, 14, 1],
    [14, null, 2],
  ])
  await event('f', 'EXPEDIE_CLIENT')
  assert.deepEqual((await counted())[3], [14, null, 1])
  assert.deepEqual(
    (await counted('?magasinId=2')).map(([, , nombre]) => nombre),
    [0, 0, 1, 1],
  )
  assert.equal((await shop.call('GET', '/api/v1/privee/chiffres-reparations?store=1')).status, 400)
})
