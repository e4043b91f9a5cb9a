import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../src/commands/http.ts'
import { seed } from '../../src/commands/seed.ts'
import { openPlatform } from '../support/platform.ts'

type Counts = Record<string, number>

/** Creates a client that sends this many writes and throws instead of sending the next one. */
function cutAfter(writes: number, base: string) {
  const server = createClient({ url: base })
  let left = writes
  const call: typeof server.call = (method, path, options) => {
    if (method !== 'GET' && left-- === 0) throw new Error('cut')
    return server.call(method, path, options)
  }
  return { ...server, call }
}

async function open() {
  const shop = await openPlatform()
  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  const base = shop.server.listeningOrigin
  const rows = async (path: string) => (await shop.call<object[]>('GET', path)).body.length
  const counts = async (): Promise<Counts> => ({
    produits: await rows('/api/publique/produits'),
    fournisseurs: await rows('/api/publique/fournisseurs'),
    entrepots: await rows('/api/publique/entrepots'),
    magasins: await rows('/api/publique/magasins'),
    relations: await rows('/api/privee/fournisseur-produits'),
    promotions: await rows('/api/publique/data'),
    clients: (await shop.call<{ total: number }>('GET', '/api/publique/clients')).body.total,
  })
  return { shop, base, counts }
}

test('a seeding interrupted at any write resumes and ends like an uninterrupted one', async () => {
  const whole = await open()
  assert.equal(await seed(createClient({ url: whole.base })), true)
  const expected = await whole.counts()
  assert.equal(await seed(createClient({ url: whole.base })), false)
  await whole.shop.close()

  for (const writes of [1, 2, 4, 5, 6, 9, 14]) {
    const { shop, base, counts } = await open()
    await assert.rejects(seed(cutAfter(writes, base)), /cut/, `after ${writes}`)
    assert.equal(await seed(createClient({ url: base })), true, `after ${writes}`)
    assert.deepEqual(await counts(), expected, `after ${writes}`)
    assert.equal(await seed(createClient({ url: base })), false)
    await shop.close()
  }
})

test('seeding does not change a shop that has other products', async () => {
  const { shop, base, counts } = await open()
  await shop.call('POST', '/api/publique/produits', { ean: 'MINE', nom: 'Mine', prixDeVenteCents: 1 })
  const before = await counts()
  assert.equal(await seed(createClient({ url: base })), false)
  assert.deepEqual(await counts(), before)
})
