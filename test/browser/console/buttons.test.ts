import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { KEYS } from '../../support/guarded.ts'
import { startUpstream } from '../../support/upstream.ts'
import { saveScreenshot } from '../support/looks.ts'
import { findRoute, listConsoleRoutes } from '../support/routes.ts'
import { openSales } from '../support/sales.ts'

let sales: Awaited<ReturnType<typeof openSales>>
let client: string
before(async () => {
  const purchasing = await startUpstream((_request, response) =>
    response.setHeader('content-type', 'application/json').end('[]'),
  )
  sales = await openSales({ COMPTOIR_PURCHASING_URL: purchasing })
  const made = await sales.shop.call(
    'POST',
    '/api/publique/data',
    {
      ...{ categoriePromotion: 'PANIER', typePromotion: 'SEUIL_PANIER', seuilMontant: 10_000 },
      ...{ valeurPromotion: 10, uniteValeur: 'EURO', description: '10 € offerts', autoAppliquee: true },
      ...{ dateDebut: '2020-01-01', dateFin: '2090-01-01' },
      ...{ applicationCreatrice: 'PROMOTION', applicationsConcernees: ['E-COMMERCE'] },
    },
    KEYS.admin,
  )
  assert.equal(made.status, 201)
  const method = { code: 'colis', nom: 'Colis', type: 'domicile', tarifs: [{ prixCents: 490 }] }
  assert.equal(
    (await sales.shop.call('POST', '/api/v1/privee/modes-livraison', method, KEYS.admin)).status,
    201,
  )
  const webhook = { url: 'https://erp.invalid/entree', types: null }
  assert.equal((await sales.shop.call('POST', '/api/v1/privee/webhooks', webhook, KEYS.admin)).status, 201)
  for (const [path, file] of [
    ['/api/publique/produits/import', 'nom,prixDeVenteCents\nVis,10\n'],
    ['/api/v1/privee/stocks/import', 'productId,storeId,quantity\n1,1,20\n'],
    ['/api/v1/privee/clients/import', 'nom,prenom,adresseMail\nVis,Jean,vis@example.org\n'],
  ] as const) {
    const headers = { ...KEYS.admin, 'content-type': 'text/csv' }
    const { status } = await sales.shop.call('POST', `${path}?background=true`, file, headers)
    assert.equal(status, 202)
  }
  const customer = await sales.customer()
  client = `/console/clients/${customer.idClient}`
  const order = await sales.bought(customer)
  await sales.delivered(order.ordreId)
})

/**
 * Responses that the browser logs as errors although they are expected: 401 for the session before the sign-in, and 404
 * for the account and the erasure of a customer who has neither.
 */
const ANSWERS_OF_NONE = /sessions-personnel: .* 401|\/(comptes\/\w+|effacements): .* 404/

/** Finds visible buttons without a background, border, underline or text color of their own; returns their texts. */
const plainButtons = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('button, [role=button]')]
    .filter(button => button.checkVisibility() && button.innerText.trim())
    .filter(button => {
      const style = getComputedStyle(button)
      const isTransparent = /^(transparent|rgba\\(0, 0, 0, 0\\))$/.test(style.backgroundColor)
      const hasBorder = ['Top', 'Right', 'Bottom', 'Left'].some(side =>
        style['border' + side + 'Style'] !== 'none' && parseFloat(style['border' + side + 'Width']) > 0)
      const inherited = getComputedStyle(button.parentElement).color
      return isTransparent && style.backgroundImage === 'none' && !hasBorder
        && !style.textDecorationLine.includes('underline') && style.color === inherited
    })
    .map(button => button.innerText.trim())`)

/** Returns the paths of a page's links to the console, without a final slash. */
const linksOf = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('a[href^="/console"]')].map(link => link.pathname.replace(/\\/$/, ''))`,
  )

test('on every page buttons have a visible style, and the browser logs no errors', async () => {
  const page = await sales.signedIn(['admin'], '', { expected: ANSWERS_OF_NONE })
  const routes = listConsoleRoutes()
  const waiting = ['/console', client]
  const seen = new Set<string | undefined>()
  const plain: string[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const route = findRoute(routes, path.replace('/console', ''))
    if (seen.has(route)) continue
    seen.add(route)
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await eventually(`${path} has all of its data`, () =>
      page.evaluate("!document.querySelector('[aria-busy=true], .mantine-Loader-root')"),
    )
    waiting.push(...(await linksOf(page)))
    plain.push(...(await plainButtons(page)).map(text => `${path}: ${text}`))
    await saveScreenshot(page, `boutons${route?.replaceAll(/[/:]+/g, '-') ?? ''}`)
  }
  assert.deepEqual(
    routes.filter(route => !seen.has(route)),
    [],
    'a link leads to every page',
  )
  assert.deepEqual(plain, [])
  await page.goto(`${sales.url}/nulle-part`)
  await page.getByText('Cette page n’existe pas').waitFor()
})

test('a dialog violates no Content-Security-Policy', async () => {
  const page = await sales.signedIn(['admin'], '/cles', { expected: ANSWERS_OF_NONE })
  await page.getByRole('main').getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
  assert.equal(await page.evaluate('getComputedStyle(document.body).overflow'), 'hidden')
  assert.deepEqual(await plainButtons(page), [])
})
