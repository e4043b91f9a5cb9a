import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { readConfig } from '../config.ts'
import { buildWebApp, packages } from './build.ts'
import { consoleApp } from './console.ts'
import { webAppRoutes } from './routes.ts'
import type { Build } from './web-app.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ started: false })
})

const get = (url: string, headers: Record<string, string> = {}, at: FastifyInstance = shop.server) =>
  at.inject({ method: 'GET', url, headers })
const filesOf = (page: string) =>
  [...page.matchAll(/"(\/console\/fichiers\/[^"]+)"/g)].map(([, url]) => url ?? '')

describe('the console', () => {
  test('is one page under each of its paths, with a policy that allows no external content', async () => {
    for (const url of ['/console', '/console/', '/console/commandes/CMD-1?page=2']) {
      const { statusCode, headers, body } = await get(url)
      assert.equal(statusCode, 200, url)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/)
      const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? []
      assert.ok(nonce && body.includes(`content="${nonce}"`))
      assert.match(body, /name="comptoir-return" content="\/boutique"/)
      assert.doesNotMatch(body, /<script(?![^>]* src=)/)
    }
    const policies = await Promise.all(['/console', '/console'].map(url => get(url)))
    assert.notEqual(...(policies.map(({ body }) => body) as [string, string]))
  })

  test('has files that are cacheable forever and compressed as requested; an unknown file is 404', async () => {
    const files = filesOf((await get('/console')).body)
    assert.equal(files.length, 2)
    for (const url of files) {
      const plain = await get(url)
      assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
      for (const encoding of ['br', 'gzip']) {
        const { headers, rawPayload } = await get(url, { 'accept-encoding': encoding })
        assert.equal(headers['content-encoding'], encoding)
        assert.ok(rawPayload.length < plain.rawPayload.length || plain.rawPayload.length < 200)
      }
    }
    assert.equal((await get('/console/fichiers/main.js')).json().code, 'fichier-inconnu')
    assert.equal((await get('/console/fichiers/..%2F..%2Fpackage.json')).statusCode, 404)
  })

  test('is 503 and logged when a build fails, and is built again by the next requests, once for twenty concurrent ones', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: line => lines.push(line) })
    const outcomes = [
      () => Promise.reject(new Error('Could not resolve "react"')),
      () => buildWebApp(consoleApp),
    ] as (() => Promise<Build>)[]
    let builds = 0
    const app = fastify()
    const build = () => outcomes[Math.min(builds++, 1)]!()
    await app.register(webAppRoutes, { webApp: consoleApp, log, packages, build })

    const failed = await get('/console', {}, app)
    assert.equal(failed.statusCode, 503)
    assert.match(failed.body, /n’a pas pu être préparée/)
    assert.match(lines.join(), /Could not resolve/)

    const pages = await Promise.all(Array.from({ length: 20 }, () => get('/console', {}, app)))
    assert.deepEqual([...new Set(pages.map(({ statusCode }) => statusCode))], [200])
    assert.equal(builds, 2)
    await app.close()
  })
})

describe('the web shop', () => {
  const open = async (settings: Record<string, string>) => {
    const { server } = await openPlatform({ areas: [], started: false, settings })
    const links = (await get('/', {}, server)).json().liens
    const { body } = await get('/', { accept: 'text/html' }, server)
    const addresses = ['/boutique', '/boutique/produits/1', '/boutique/boutique.webmanifest']
    const statuses = await Promise.all(addresses.map(async url => (await get(url, {}, server)).statusCode))
    return { statuses, link: links.boutique, isLinked: body.includes('href="/boutique"') }
  }
  const served = { statuses: [200, 200, 200], link: '/boutique', isLinked: true }
  const absent = { statuses: [404, 404, 404], link: undefined, isLinked: false }
  const production = { NODE_ENV: 'production' }

  test('is served and linked, in production only if the setting says so', async () => {
    assert.deepEqual(await open({}), served)
    assert.deepEqual(await open({ COMPTOIR_STOREFRONT: '0' }), absent)
    assert.deepEqual(await open(production), absent)
    assert.deepEqual(await open({ HOST: '0.0.0.0' }), absent)
    assert.deepEqual(await open({ ...production, COMPTOIR_STOREFRONT: '1' }), served)
  })

  test('has a setting of 0 or 1', () => {
    for (const COMPTOIR_STOREFRONT of ['yes', '2', 'true'])
      assert.throws(() => readConfig({ COMPTOIR_STOREFRONT }, []), {
        message: `COMPTOIR_STOREFRONT is ${COMPTOIR_STOREFRONT}; it must be 0 or 1`,
      })
  })
})

describe('the start page', () => {
  test('shows areas elsewhere that do not answer, and in production no way there', async () => {
    const settings = { COMPTOIR_SHOP_NAME: 'L’Échoppe', COMPTOIR_ORDERS_URL: 'http://127.0.0.1:9/orders' }
    const open = (more: Record<string, string>) =>
      openPlatform({ only: ['accounts'], started: false, settings: { ...settings, ...more } })
    const pageOf = async ({ server }: TestPlatform) => (await get('/', { accept: 'text/html' }, server)).body
    const page = await pageOf(await open({}))
    assert.match(page, /<h1>L’Échoppe<\/h1>/)
    assert.match(page, /Commandes <span>en panne<\/span>/)
    assert.match(page, /Pour passer en production/)
    assert.doesNotMatch(await pageOf(await open({ NODE_ENV: 'production' })), /Pour passer en production/)
  })

  test('shows the state of the server and its links, as HTML to browsers and as JSON to others', async () => {
    const page = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    assert.match(String(page.headers['content-type']), /^text\/html/)
    assert.match(page.body, /href="\/console"/)
    assert.match(page.body, /Démonstration/)
    assert.match(page.body, /Comptes <span>en marche<\/span>/)
    assert.match(page.body, /href="\/console\/boutique\/mise-en-service"/)
    const [stylesheet] = /\/fichiers\/[^"]+/.exec(page.body) ?? []
    assert.equal((await get(stylesheet ?? '')).statusCode, 200)

    const data = await get('/')
    assert.partialDeepStrictEqual(data.json(), {
      ...{ nom: 'Comptoir', evenements: 'interne', demonstration: true, exemple: false },
    })
    for (const url of Object.values<string>(data.json().liens))
      assert.ok((await get(url)).statusCode < 400, url)
    assert.match(String((await get('/favicon.ico')).headers['content-type']), /^image\/svg/)
  })
})
