import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import { createClient } from '../../../src/commands/http.ts'
import { seed } from '../../../src/commands/seed.ts'
import { afterwards } from '../../support/afterwards.ts'
import { REFUSED } from '../../support/payments.ts'
import { openPlatform, type TestPlatform } from '../../support/platform.ts'
import { openBrowser } from '../support/browser.ts'
import { heading, pay } from '../support/checkout.ts'

const text = readFileSync(new URL('../../../docs/storefront.md', import.meta.url), 'utf8')
const shopFile = /```html\n([\s\S]*?)\n```/.exec(text)?.[1] ?? ''
const settingsOf = (origin: string) =>
  Object.fromEntries(
    [...text.matchAll(/^(COMPTOIR_\w+)=(\S+)/gm)].map(([, name, value = '']) => [
      name,
      value.replace('http://localhost:8080', origin),
    ]),
  )

let shop: TestPlatform
let origin: string
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(shopFile.replaceAll('http://127.0.0.1:3000', shop.server.listeningOrigin))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(() => server.close())
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  shop = await openPlatform({
    settings: { ...settingsOf(origin), COMPTOIR_PAYMENT_DELAY_MS: '200', PORT: '0' },
  })
  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  await seed(createClient({ url: shop.server.listeningOrigin }))
  browser = await openBrowser()
})

describe('the one-file shop of docs/storefront.md on a separate origin', () => {
  test('sells: a search, a basket, an order, a refused card, a paid order', async () => {
    assert.deepEqual(Object.keys(settingsOf(origin)), ['COMPTOIR_SHOP_ORIGINS', 'COMPTOIR_RETURN_ORIGINS'])
    const page = await browser.newPage()
    await page.goto(origin)
    await page.getByLabel('Chercher').fill('clavier')
    await page.getByLabel('Chercher').press('Enter')
    const found = page.getByRole('listitem').filter({ hasText: 'Clavier sans fil Tavoline Murmure' })
    await found.getByRole('button', { name: 'Ajouter' }).click()
    await page.getByText('1 × Clavier sans fil').waitFor()
    await found.getByRole('button', { name: 'Ajouter' }).click()
    await page.getByText('2 × Clavier sans fil').waitFor()
    const picture = found.getByRole('presentation')
    await picture.evaluate(image => (image as unknown as { decode(): Promise<void> }).decode())

    await page.getByLabel('Nom').fill('Ada Lovelace')
    await page.getByLabel('E-mail').fill('ada@example.org')
    await page.getByLabel('Adresse').fill('1 rue de la Paix, Paris')
    await page.getByRole('button', { name: 'Commander' }).click()
    await page.getByText('2 × Clavier sans fil').waitFor()
    await pay(page, REFUSED)
    await heading(page, 'Paiement refusé').waitFor()
    await pay(page)
    await heading(page, 'Paiement accepté').waitFor()
    await page.getByRole('link', { name: 'Revenir à la boutique' }).click()
    await page.getByText(/^Merci ! La commande CMD-\w+ est payée/).waitFor()

    const status = (await page.getByRole('status').textContent()) ?? ''
    const [ordreId = ''] = /CMD-\w+/.exec(status) ?? []
    const { body } = await shop.call<{ paiement: { statut: string } }>('GET', `/api/commandes/${ordreId}`)
    assert.equal(body.paiement.statut, 'paye')
    assert.equal(new URL(page.url()).search, '')
  })
})
