import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { GUARDED, KEYS } from '../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import type { PromotionData } from './schemas.ts'

/** A whole list is read in chunks; this number of rows needs more than two of them. */
const MANY = 1_203

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['promotions', 'loyalty', 'reference'], started: false })
})

/** A list that is collected before it is sent has a Content-Length; a streamed one has none. */
async function whole<Item>(url: string) {
  const { body, headers, status } = await shop.call<Item[]>('GET', url)
  assert.equal(status, 200)
  assert.equal(headers['content-length'], undefined)
  assert.match(String(headers['content-type']), /^application\/json/)
  return body
}
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

describe('a streamed list', () => {
  test('of promotions includes deleted ones, in the order of creation', async () => {
    await shop.platform.db.pg.query(
      `insert into promotions.promotion ("categoriePromotion", "typePromotion", "valeurPromotion", "uniteValeur",
         "autoAppliquee", description, "dateDebut", "dateFin", "applicationCreatrice", "applicationsConcernees",
         "idClient", "dateCreation", "dateModification", "dateSuppression")
       select 'PANIER', 'POURCENTAGE', 12.5, 'PERCENT', true, 'n' || n, '2020-01-01Z', '2999-01-01Z', 'PROMOTION',
         '{E-COMMERCE}', '{CLI_1}', '2020-01-01Z', '2020-01-01Z', case when n % 3 = 0 then '2021-01-01Z'::timestamptz end
       from generate_series(1, ${MANY}) as n`,
    )
    const promotions = await whole<PromotionData>('/api/publique/data')
    assert.deepEqual(
      promotions.map(({ description }) => description),
      numbers(1, MANY).map(n => `n${n}`),
    )
    assert.equal(promotions.filter(({ dateSuppression }) => dateSuppression !== null).length, MANY / 3)
    assert.partialDeepStrictEqual(promotions[0], {
      valeurPromotion: 12.5,
      idClient: ['CLI_1'],
      dateDebut: '2020-01-01T00:00:00.000Z',
      dateSuppression: null,
    })
  })

  test('of customers is read from the pages of loyalty', async () => {
    for (const n of numbers(1, 203))
      await shop.call('POST', '/api/publique/clients', {
        nom: 'Long',
        prenom: `P${n}`,
        adresseMail: `long${n}@example.org`,
      })
    const clients = await whole<{ prenom: string; anniversaire: null }>('/promotions/api/publique/clients')
    assert.deepEqual(
      clients.map(({ prenom }) => prenom),
      numbers(1, 203).map(n => `P${n}`),
    )
    assert.equal(clients[0]?.anniversaire, null)
  })

  test('of products is the same as in reference', async () => {
    for (const n of numbers(1, 30))
      await shop.call('POST', '/api/publique/produits', { ean: `200${n}`, nom: 'Lampe', prixDeVenteCents: n })
    const path = '/api/publique/produits'
    assert.deepEqual(await whole(`/promotions${path}`), (await shop.call('GET', path)).body)
  })
})

test('reads of another area are 503 while it is unavailable', async () => {
  const alone = await openPlatform({ only: ['promotions'], started: false })
  for (const path of ['clients', 'clients/1', 'produits', 'produits/1']) {
    const { status, headers } = await alone.call('GET', `/promotions/api/publique/${path}`)
    assert.deepEqual([path, status, headers['retry-after']], [path, 503, '5'])
  }
})

test('a stranger sees no more of products through the service than from their owner', async () => {
  const guarded = await openPlatform({ started: false, settings: GUARDED })
  const product = { ean: '3000', nom: 'Lampe', prixDeVenteCents: 900 }
  await guarded.call('POST', '/api/publique/produits', product, KEYS.admin)
  const path = '/api/publique/produits?limit=10&include=fournisseurs'
  const asPeer = await guarded.call('GET', path, undefined, KEYS.peer)
  assert.equal(asPeer.status, 200)
  const own = await guarded.call('GET', path)
  assert.notDeepEqual(own.body, asPeer.body)
  const through = await guarded.call('GET', `/promotions${path}`)
  assert.deepEqual([through.status, through.body], [own.status, own.body])
})
