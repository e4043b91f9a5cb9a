import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Documented, listDocumentedOperations, type Shape } from '../support/documented.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'

type Refusal = { statusCode: number; code: string; message: string }

let shop: TestPlatform
let operations: Documented[]
before(async () => {
  shop = await openPlatform({ started: false })
  operations = listDocumentedOperations(shop)
})

const call = (method: string, url: string, body?: unknown) => shop.call<Refusal>(method as 'GET', url, body)

/** Operations that return a single record, although it contains an array of records. */
const RECORDS = [
  'readInvoice',
  'readProfile',
  'getStockImport',
  'getClientImport',
  'getImport',
  'listRefusedLinesOfImport',
  'listRefusedLinesOfStockImport',
  'listRefusedLinesOfClientImport',
  'getOrderSummary',
  'readOrderFile',
  'readPurchasesByMonth',
  'readPaymentFigures',
  'readSalesFigures',
  'readPeriodFigures',
  'readGroupFigures',
  'getOrder',
  'getSlip',
  'getRepairSheet',
  'getSupplier',
  'getProduct',
  'getListedProduct',
  'readErasure',
  'getDeliveryMethod',
]
/** This operation forwards a list of another area, whose shape its document does not state. */
const HANDED_ON = 'readProductsThroughPromotions'

/** An array, or an object with an array of anything but strings: a wider criterion than the platform's. */
const mayBeList = ({ type, anyOf = [], properties = {} }: Shape) =>
  [type, ...anyOf.map(each => each.type)].flat().includes('array') ||
  Object.values(properties).some(({ type, items }) => type === 'array' && items?.type !== 'string')

const lists = () =>
  operations.filter(
    ({ id, method, answer }) =>
      method === 'GET' &&
      !RECORDS.includes(id) &&
      // Each area has this operation, which returns the state of the process.
      !id.startsWith('readSystemState') &&
      (mayBeList(answer) || id === HANDED_ON),
  )

describe('a list refuses an unknown parameter', () => {
  test('in every documented list, and names the nearest known one', async () => {
    assert.ok(lists().length > 45)
    for (const { id, method, url, query } of lists()) {
      const known = query.map(({ name }) => name)
      const { body } = await call(method, `${url}?inconnu=`)
      assert.deepEqual([body.statusCode, body.code], [400, 'champ-inconnu'], `${id} ${body.message}`)
      const [, nearest = ''] =
        /^querystring: unknown name "inconnu"; the closest known name is (\w+)$/.exec(body.message) ?? []
      if (known.length > 0) assert.ok(known.includes(nearest), `${id} ${body.message}`)
    }
  })

  test('but ignores those of campaigns and caches', async () => {
    for (const { id, method, url } of lists()) {
      const [without, having] = [await call(method, url), await call(method, `${url}?_=17&utm_source=lettre`)]
      assert.deepEqual([having.status, having.body], [without.status, without.body], id)
    }
  })

  for (const [name, nearest] of [
    ['marqe', 'marque'],
    ['Limit', 'limit'],
    ['constructor', 'sort'],
    ['x'.repeat(3_000), 'page'],
  ] as const)
    test(`${name.slice(0, 20)}: ${nearest}?`, async () => {
      const { status, body } = await call('GET', `/api/publique/produits?page=1&${name}=1`)
      assert.equal(status, 400)
      assert.ok(body.message.length < 250 && body.message.includes(nearest), body.message)
    })

  test('a record ignores unknown parameters', async () => {
    const { body } = await call('GET', '/api/publique/produits/1?inconnu=1')
    assert.equal(body.code, 'produit-inconnu')
  })
})

/** Operations that move money; their bodies refuse unknown fields. */
const STRICT = [
  ...['createPaymentLink', 'createPaymentLinkShort', 'createPaymentLinkThroughOrders'],
  ...['createPayment', 'createTransaction', 'createCashPayment', 'createPaymentIntent', 'payIntent'],
  ...['refundPayment', 'refundPaymentShort', 'confirmPayment', 'returnGoods'],
]

describe('in operations that move money, a body', () => {
  const strict = () => operations.filter(({ body }) => body.additionalProperties === false)

  test('with an unknown field is refused, before a missing field is reported, with the nearest name', async () => {
    const ids = strict().map(({ id }) => id)
    assert.deepEqual(
      STRICT.filter(id => !ids.includes(id)),
      [],
    )
    for (const { id, method, url, body: shape } of strict())
      for (const name of Object.keys(shape.properties ?? {})) {
        const { status, body } = await call(method, url, { [`${name}s`]: 1 })
        assert.deepEqual([status, body.code], [400, 'champ-inconnu'], id)
        assert.equal(
          body.message,
          `body: unknown name ${JSON.stringify(`${name}s`)}; the closest known name is ${name}`,
        )
      }
  })

  test('of a cancellation accepts only the fields of the platform', async () => {
    const url = '/api/v1/publique/commandes/CMD-1/annulation'
    for (const body of [undefined, {}])
      assert.equal((await call('POST', url, body)).body.code, 'commande-inconnue')
    const { body } = await call('POST', url, { motif: 'x' })
    assert.deepEqual(
      [body.code, body.message],
      ['champ-inconnu', 'body: unknown name "motif"; the closest known name is siImpayee'],
    )
  })

  test('of an order refuses unknown amounts, and ignores other unknown fields', async () => {
    const refused = await call('POST', '/api/commandes', { montantLivraisonCents: 500 })
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.message],
      [
        ...[400, 'champ-inconnu'],
        'body: unknown name "montantLivraisonCents"; the closest known name is montantTotalCents',
      ],
    )
    for (const body of [{ montantLivraison: 500 }, { centsOffered: 1 }, [{ remiseCents: 1 }]]) {
      const { status, body: answer } = await call('POST', '/api/commandes', body)
      assert.deepEqual([status, answer.code], [400, 'requete-invalide'], JSON.stringify(body))
    }
  })

  test('that is not an object is refused as elsewhere', async () => {
    for (const { id, method, url } of strict())
      for (const body of [[{ montantt: 1 }], [], undefined]) {
        const answer = await call(method, url, body)
        assert.equal(answer.status, 400, id)
        assert.notEqual(answer.body.code, 'champ-inconnu', id)
      }
  })

  test('with null for an amount is refused', async () => {
    const card = { cardNumber: '4242424242424242', expirationDate: '12/40', cardHolderName: 'A' }
    const payment = { client: { id: '1' }, moyenPaiement: { type: 'cb', cb: card } }
    for (const [url, body] of [
      ['/api/publique/interface-paiement', { returnUrl: 'https://shop.example/', amount: null }],
      ['/api/private/create_paiement', { ...payment, montant: null }],
      ['/api/private/transactions', { ...payment, montant: null }],
      ['/api/publique/paiement/create-cash-payment', { clientId: '1', montant: null }],
      ['/api/private/provider/create-payment-intent', { amount: null }],
      ['/api/publique/refund', { transactionId: 1, montant: null }],
      ['/api/commandes/CMD-1/confirmer-paiement', { transactionId: '1', amount: null }],
    ] as const) {
      const answer = await call('POST', url, body)
      assert.equal(answer.status, 400, url)
      assert.match(answer.body.message, /^body\/(montant|amount) /)
    }
  })
})
