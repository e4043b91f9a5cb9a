import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import { addressLines, type OrderToPrepare, orderToPrepare } from '../../orders/contract.ts'
import { renderBarcode } from './page/slip-page.ts'
import type { Slip } from './schemas.ts'

let shop: TestPlatform
let storeId: number
before(async () => {
  shop = await openPlatform({ only: ['logistics', 'reference'] })
  storeId = (await createShopActions(shop).store()).id
})

let orders = 0
/** Publishes an order of one lamp, which has no stock to deduct, and returns its slip. */
async function slipOf(order: Partial<OrderToPrepare> = {}, at = shop) {
  const { db, outbox } = at.platform
  const ordreId = `printed-${++orders}`
  await db.transaction(tx =>
    outbox.publish(tx, orderToPrepare, {
      ...{ ordreId, clientId: 'CLI_1', timestamp: 'now' },
      articles: [{ id: 'lamp', nom: 'Lampe', quantite: 1 }],
      adresseLivraison: { nom: 'Lovelace', rue: '1 rue de la Paix', codePostal: '75002', ville: 'Paris' },
      ...order,
    }),
  )
  return eventually('the order has a slip', async () => {
    const { body } = await at.call<Slip[]>('GET', `/api/publique/bordereau?ordreId=${ordreId}`)
    return body[0]
  })
}

const path = '/api/v1/privee/bordereaux'
const get = (url: string, accept?: string, at = shop) =>
  at.call<string>('GET', url, undefined, accept === undefined ? {} : { accept })
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

describe('a slip', () => {
  test('is an HTML page for browsers and on request, and JSON otherwise', async () => {
    const { id, numero } = await slipOf()
    const asked: [query: string, accept: string | undefined, type: string][] = [
      ['', undefined, 'application/json'],
      ['', '*/*', 'application/json'],
      ['', 'application/json, text/html', 'application/json'],
      ['?format=json', BROWSER, 'application/json'],
      ['', BROWSER, 'text/html'],
      ['?format=html', undefined, 'text/html'],
    ]
    for (const [query, accept, type] of asked) {
      const { status, headers, body } = await get(`${path}/${id}${query}`, accept)
      assert.deepEqual([status, headers['content-type']], [200, `${type}; charset=utf-8`])
      assert.equal(headers.vary, 'accept')
      if (type === 'text/html') {
        assert.match(body, new RegExp(numero))
        assert.match(String(headers['content-security-policy']), /default-src 'none'/)
      } else assert.equal((body as unknown as Slip).numero, numero)
    }
    assert.equal((await get(`${path}/${id}?format=pdf`)).status, 400)
    const unknown = await get(`${path}/999999`, BROWSER)
    assert.deepEqual(
      [unknown.status, (unknown.body as unknown as { code: string }).code],
      [404, 'bordereau-inconnu'],
    )
  })

  test('finds its stylesheet under each path of the page', async () => {
    const { id } = await slipOf()
    for (const url of [
      `${path}/${id}`,
      `${path}/${id}/`,
      `/logistics${path}/${id}`,
      `${path}?ids=${id}`,
      `${path}/?ids=${id}`,
    ]) {
      const { body } = await get(url, BROWSER)
      const [, style = ''] = /rel="stylesheet" href="([^"]+)"/.exec(body) ?? []
      const { pathname } = new URL(style, `http://shop${url}`)
      const answer = await get(pathname)
      assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'text/css; charset=utf-8'], url)
      assert.match(String(answer.headers['cache-control']), /immutable/)
    }
  })

  test('shows where it is collected and the missing goods, and escapes text of the shop and the customer', async () => {
    const evil = '<script>alert("x")</script>'
    const { id: productId } = await createShopActions(shop).product({ ean: '3270000000017' })
    await createShopActions(shop).stock(storeId, productId, 2)
    const { id } = await slipOf({
      magasinId: storeId,
      adresseLivraison: { nom: evil, digicode: '12A', telephone: '06 <01>' },
      articles: [
        { id: String(productId), nom: evil, quantite: 5 },
        { id: 'x', nom: 'Sac', quantite: 1 },
      ],
    })
    const { body } = await get(`${path}/${id}`, BROWSER)
    assert.match(body, /<h2>Bon de préparation<\/h2>/)
    assert.match(body, /<span>Tél\. 06 &lt;01&gt;<\/span>/)
    assert.match(body, /réf\. 3270000000017</)
    assert.match(body, /réf\. x</, 'an article that is no product')
    assert.match(body, /<p>Remis le<\/p><p>Nom<\/p><p>Signature<\/p>/)
    assert.match(body, /Centre/)
    assert.match(body, /12A/)
    assert.doesNotMatch(body, /<script/)
    assert.match(body, /<td>2<\/td><td class="short">3<\/td>/, 'one line: two to pick, three missing')
    assert.match(body, /<td>1<\/td><td class="short"><\/td>/)
  })

  test('shows the pick-up point below the name and address of the customer', async () => {
    const { id } = await slipOf({
      adresseLivraison: {
        ...{ prenom: 'Ada', nom: 'Lovelace', ville: 'Lille' },
        pointRelais: { id: 'P-17', nom: 'Tabac <du> Port', adresse: '1 quai Ici, 59000 Lille' },
      },
    })
    const { body } = await get(`${path}/${id}`, BROWSER)
    const lines = [...body.matchAll(/<span>([^<]*)<\/span>/g)].map(([, line]) => line)
    assert.deepEqual(lines, [
      ...['Ada Lovelace', 'Lille'],
      ...['Tabac &lt;du&gt; Port', '1 quai Ici, 59000 Lille', 'P-17'],
    ])
    assert.match(body, /<h3>Point relais<\/h3>/)
  })

  test('is printed while reference is unavailable, with the number of its store', async () => {
    const articles = [{ id: '1', nom: 'Lampe', quantite: 1 }]
    const { id } = await slipOf({ magasinId: storeId, articles })
    const alone = await openPlatform({
      only: ['logistics'],
      databaseUrl: shop.databaseUrl,
      settings: { COMPTOIR_REFERENCE_URL: 'http://127.0.0.1:9/' },
    })
    const { status, body } = await get(`${path}/${id}`, BROWSER, alone)
    assert.equal(status, 200)
    assert.match(body, new RegExp(`Magasin ${storeId}<`))
    assert.match(body, /réf\. 1</)
    await alone.close()
  })
})

describe('several slips', () => {
  test('are printed on one page in the requested order, each once', async () => {
    const [first, last] = [await slipOf(), await slipOf()]
    const ids = `${last.id},${first.id},999999,${last.id}`
    const { body } = await get(`${path}?ids=${ids}`, BROWSER)
    assert.deepEqual(
      [...body.matchAll(/class="number">([^<]+)/g)].map(([, numero]) => numero),
      [last.numero, first.numero],
    )
    const list = await get(`${path}?ids=${ids}`)
    assert.deepEqual(
      (list.body as unknown as Slip[]).map(({ id }) => id),
      [last.id, first.id],
    )
    const none = await get(`${path}?ids=999999`, BROWSER)
    assert.match(none.body, /Aucun bon de préparation/)
  })

  test('are requested by one to a hundred IDs', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(',')
    for (const query of ['', '?ids=x', '?ids=1,,2', '?ids=0', `?ids=${many(101)}`])
      assert.equal((await get(path + query)).status, 400, query)
    assert.equal((await get(`${path}?ids=${many(100)}`)).status, 200)
  })
})

test('an address is shown in lines, under whatever names the shop stores its parts', () => {
  assert.deepEqual(
    addressLines(
      {
        ville: 'Lyon',
        etage: 3,
        rue: '1 rue Mercière',
        nom: 'Lovelace',
        prenom: 'Ada',
        codePostal: 69002,
      },
      { parcel: true },
    ),
    ['Ada Lovelace', '1 rue Mercière', '69002 Lyon', '3'],
  )
  assert.deepEqual(addressLines('1 rue A\n\n 75001 Paris ', { parcel: true }), ['1 rue A', '75001 Paris'])
  for (const nothing of [null, undefined, {}, [], { a: { b: 1 } }, 7n])
    assert.deepEqual(addressLines(nothing, { parcel: true }), [])
})

/**
 * Widths of bars and spaces by symbol, as BWIPP draws them: start B, B, L, -, code C, 00 three times, 01, check, stop.
 */
const BARS = '211214 131123 132131 122132 113141 212222 212222 212222 222122 213113 2331112'

test('the barcode is Code 128 with a quiet zone on both sides', async () => {
  const { markup } = await renderBarcode('BL-00000001')
  const bars = [...markup.matchAll(/M(\d+) 0h(\d+)/g)].map(
    ([, x, width]) => [Number(x), Number(width)] as const,
  )
  const widths = bars.flatMap(([x, width], i) => [width, (bars[i + 1]?.[0] ?? x + width) - x - width])
  assert.equal(widths.slice(0, -1).join(''), BARS.replaceAll(' ', ''))
  const modules = widths.reduce((sum, width) => sum + width)
  assert.equal(bars[0]?.[0], 10)
  assert.match(markup, new RegExp(`viewBox="0 0 ${modules + 20} 1"`))
})
