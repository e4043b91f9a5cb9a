import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { writeStorefront } from '../../../src/commands/web-apps.ts'
import { afterwards } from '../../support/afterwards.ts'
import { createTemporaryFolder } from '../../support/temporary-folder.ts'
import { fillCard, payButton } from '../support/checkout.ts'
import { button, fillAddress, fillGuestDetails, link, openStorefront, title } from '../support/storefront.ts'

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
}

/** Starts a typical host of static files, which responds to other paths with its 404.html. */
async function openHost() {
  const folder = createTemporaryFolder('storefront')
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname
    const file = path === '/' ? 'index.html' : path.slice(1)
    const name = existsSync(join(folder, file)) ? file : '404.html'
    response.writeHead(name === '404.html' ? 404 : 200, {
      'content-type': TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain',
    })
    response.end(readFileSync(join(folder, name)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(() => server.close())
  return { folder, origin: `http://localhost:${(server.address() as AddressInfo).port}` }
}

describe('the storefront as files on another origin', () => {
  let host: Awaited<ReturnType<typeof openHost>>
  let shop: Awaited<ReturnType<typeof openStorefront>>
  before(async () => {
    host = await openHost()
    shop = await openStorefront({
      COMPTOIR_SHOP_ORIGINS: host.origin,
      COMPTOIR_RETURN_ORIGINS: host.origin,
      COMPTOIR_API_KEYS: '',
    })
  })

  for (const payment of ['redirect', 'frame'] as const)
    test(`sells, with the payment page ${payment === 'frame' ? 'in a frame' : 'in its place'}`, async () => {
      await writeStorefront(host.folder, { shop: () => 'Au Comptoir', base: '', api: shop.origin, payment })
      const page = await shop.open('/', host.origin)
      await link(page, 'Au Comptoir').waitFor()
      await page.getByRole('searchbox').fill('lampe')
      await title(page, '« lampe »').waitFor()
      await link(page, /Lampe de bureau/).click()
      await button(page, 'Ajouter au panier').click()
      await link(page, 'Voir le panier').click()
      await button(page, 'Commander').click()
      await fillGuestDetails(page)
      await fillAddress(page)
      await button(page, /^Payer/).click()
      if (payment === 'frame') {
        const frame = page.frameLocator('iframe')
        await fillCard(frame)
        await frame.getByRole('button', { name: /^Payer/ }).click()
      } else {
        await page.waitForURL(url => url.origin === shop.origin)
        await fillCard(page)
        await payButton(page).click()
        await link(page, /Revenir/).click()
      }
      await page.getByText('Merci ! Votre paiement est accepté.').waitFor()
      assert.equal(new URL(page.url()).origin, host.origin)
      await page.reload()
      await title(page, 'Votre commande').waitFor()
    })
})
