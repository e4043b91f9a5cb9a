import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Documented, listDocumentedOperations } from '../support/documented.ts'
import { createPaymentActions } from '../support/payments.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { createShopActions } from '../support/shopping.ts'

/** An empty value of one of these parameters is a search that matches nothing. */
const LOOKED_FOR = ['email', 'ids', 'clientId', 'orderId']

/** The responses of these operations contain the time, so no two are equal. */
const TELLS_THE_TIME = ['readHabits', 'readSalesFigures', 'readPeriodFigures', 'readGroupFigures']

let shop: TestPlatform
let reads: Documented[]
let transactionId: number
const { paid } = createPaymentActions(() => shop)
before(async () => {
  shop = await openPlatform({ started: false })
  reads = listDocumentedOperations(shop).filter(({ method, query }) => method === 'GET' && query.length > 0)
  const place = { nom: 'A', adresse: 'Lille' }
  for (const [path, body] of [
    ['/api/publique/produits', { ean: 'VIDE1', nom: 'A', prixDeVenteCents: 1 }],
    ['/api/publique/fournisseurs', { nomLegal: 'A', codeFournisseur: 'F1' }],
    ['/api/publique/entrepots', place],
    ['/api/publique/magasins', place],
    ['/api/publique/clients', { nom: 'A', prenom: 'B', adresseMail: 'a@example.org' }],
  ] as const)
    assert.equal((await shop.call('POST', path, body)).status, 201, path)
  transactionId = await paid({})
  await createShopActions(shop).placed([{ id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 100 }])
})

const get = async (url: string) => {
  const { status, body } = await shop.call<unknown>('GET', url)
  return { status, body }
}

/** The required parameters of an operation, each with the value 1. */
const needed = ({ query }: Documented) => query.filter(each => each.required).map(({ name }) => `${name}=1`)

test('an empty query value counts as absent', async () => {
  let tried = 0
  for (const read of reads) {
    const { id, url } = read
    for (const { name, required } of read.query) {
      if (required || LOOKED_FOR.includes(name) || TELLS_THE_TIME.includes(id)) continue
      const with_ = (...more: string[]) => get(`${url}?${[...needed(read), ...more].join('&')}`)
      assert.deepEqual(await with_(`${name}=`), await with_(), `${id} ${name}`)
      assert.deepEqual(await with_(name, `${name}=`), await with_(), `${id} ${name} twice`)
      tried += 1
    }
  }
  assert.ok(tried > 100, `${tried} parameters were tested`)
})

test('an empty value of a required parameter counts as missing', async () => {
  for (const url of ['/api/reapprovisionnements?store_id=', '/api/publique/produits/search/sku?sku=']) {
    const { status, body } = await get(url)
    assert.equal(status, 400)
    assert.match((body as { message: string }).message, /must have required property/)
  }
})

test('an empty email, ids, clientId or orderId finds nothing', async () => {
  const rowsIn = (body: unknown) => (Array.isArray(body) ? body : (body as { data: unknown[] }).data)
  const asked: string[] = []
  for (const { id, url, query } of reads)
    for (const { name, required } of query.filter(each => LOOKED_FOR.includes(each.name))) {
      asked.push(id)
      if (id.startsWith('getTransactionStatus')) continue
      if (!required) assert.ok(rowsIn((await get(url)).body).length > 0, `${id} has something to find`)
      const { status, body } = await get(`${url}?${name}=`)
      assert.equal(status, 200, `${id} ${name} ${JSON.stringify(body)}`)
      assert.deepEqual(rowsIn(body), [], `${id} ${name}`)
    }
  assert.ok(asked.length >= 11, asked.join())

  assert.equal((await get('/api/publique/transaction-status?orderId=')).status, 404)
  assert.equal((await get(`/api/publique/transaction-status/${transactionId}?orderId=`)).status, 200)
  const page = await get('/api/publique/produits?ids=&limit=5')
  assert.partialDeepStrictEqual(page.body, { rows: [], total: 0 })
  assert.deepEqual((await get('/promotions/api/publique/produits?ids=')).body, [])
})
