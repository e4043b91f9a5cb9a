import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

let shop: TestPlatform
before(async () => {
  const settings = { COMPTOIR_API_KEYS: 'the-key', COMPTOIR_LIMIT_CALLS: '10' }
  shop = await openPlatform({ settings, started: false })
})

let addresses = 0

/** Sends ten requests with this many lines from a new address without a key, and counts those that the limit admits. */
async function letIn(url: string, lines: number) {
  const remoteAddress = `192.0.2.${++addresses}`
  const article = { quantite: 1, prixUnitaireCents: 100 }
  const articles = Array.from({ length: lines }, (_, i) => ({ id: `x${i}`, ...article }))
  const statuses: number[] = []
  for (let i = 0; i < 10; i++)
    statuses.push(
      (await shop.server.inject({ method: 'POST', url, body: { articles }, remoteAddress })).statusCode,
    )
  return statuses.filter(status => status !== 429).length
}

for (const url of ['/api/v1/publique/paniers', '/api/publique/promotions/calculer-panier'])
  test(`${url}: a basket of 200 lines counts as four requests, one of a single line as one`, async () => {
    assert.equal(await letIn(url, 200), 2)
    assert.equal(await letIn(url, 1), 10)
  })
