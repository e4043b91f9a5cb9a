import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { orderToPrepare } from '../../src/orders/contract.ts'
import { afterwards } from '../support/afterwards.ts'
import { eventually } from '../support/eventually.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { createShopActions } from '../support/shopping.ts'
import { openBrowser } from './support/browser.ts'
import { inspect, SIZES } from './support/looks.ts'

let shop: TestPlatform
let browser: Awaited<ReturnType<typeof openBrowser>>
let address: string
before(async () => {
  shop = await openPlatform({ only: ['logistics', 'reference'], settings: { PORT: '0' } })
  address = await shop.server.listen({ host: '127.0.0.1', port: 0 })
  browser = await openBrowser()
})

const NAMES = [
  'Lampe de bureau Halo, bras articulé, laiton',
  'Écran 27 pouces QHD, pied réglable en hauteur',
  'Câble USB-C tressé 2 m',
]

/** Announces an order of this many articles, with too little stock of the last one; returns the id of its slip. */
async function slipOf(ordreId: string, count: number, collected: boolean) {
  const { store, product, stock } = createShopActions(shop)
  const { id: storeId } = await store()
  const articles: { id: string; nom: string; quantite: number }[] = []
  for (let i = 0; i < count; i++) {
    const nom = NAMES[i % NAMES.length] ?? ''
    const { id } = await product({ nom })
    await stock(storeId, id, 2)
    articles.push({ id: String(id), nom, quantite: i === count - 1 ? 5 : 2 })
  }
  await shop.platform.db.transaction(tx =>
    shop.platform.outbox.publish(tx, orderToPrepare, {
      ...{ ordreId, clientId: 'CLI_0A1B2C3D', articles, timestamp: 'now' },
      ...(collected && { magasinId: storeId }),
      adresseLivraison: {
        ...{ prenom: 'Camille', nom: 'Martin', rue: '12 rue des Halles' },
        ...{ complement: 'Bâtiment B', codePostal: '59000', ville: 'Lille', digicode: '12A47' },
      },
    }),
  )
  return eventually('the order has a slip', async () => {
    const { body } = await shop.call<{ id: number }[]>('GET', `/api/publique/bordereau?ordreId=${ordreId}`)
    return body[0]?.id
  })
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test('slips are accessible by axe-core in light and dark, within 360 and 1280 pixels', async () => {
  const page = await browser.newPage({ viewport: SIZES.telephone })
  const id = await slipOf('CMD-XWXS5K9MYYDKKG0EKQMZ', 3, true)
  await page.goto(`${address}/api/v1/privee/bordereaux/${id}`)
  await inspect(page, 'bordereau')
  await page.context().close()
})

test('a slip prints on one A4 sheet, several on one each, and a long one has its number on every sheet', async () => {
  const page = await browser.newPage()
  const [short, other, long] = [
    await slipOf('CMD-PRINTED1', 10, false),
    await slipOf('CMD-PRINTED2', 1, true),
    await slipOf('CMD-PRINTED3', 40, false),
  ]
  const sheets = async (ids: number[]) => {
    await page.goto(`${address}/api/v1/privee/bordereaux?ids=${ids}`)
    return pagesOf(await page.pdf({ preferCSSPageSize: true }))
  }
  assert.equal(await sheets([short]), 1)
  assert.equal(await sheets([short, other]), 2)
  const many = await sheets([long])
  assert.ok(many && many > 1 && many < 4, `${many} sheets`)
  const width = await page.evaluate<number>(`document.querySelector('.bars').getBoundingClientRect().width`)
  assert.ok(width > 260, `bars of ${width} pixels can be scanned`)
  await page.context().close()
})

afterwards(() => shop?.close())
