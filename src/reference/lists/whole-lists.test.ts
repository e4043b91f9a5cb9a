import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import { eventually, waitUntilStable } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { countStatements } from '../../../test/support/statements.ts'

const COUNT = 6_000
/** The whole list is more than twice as large as the buffers at both ends of a connection, which hold about 10 MB. */
const LONG = 'x'.repeat(4_000)

let shop: TestPlatform
let port: number
before(async () => {
  // Background loops would add statements to the counts below.
  shop = await openPlatform({ only: ['reference'], started: false })
  const lines = Array.from({ length: COUNT }, (_, i) => ({
    nom: `Dépôt ${i % 97}`,
    adresse: 'Lille',
    horaires: LONG,
  }))
  const form = new FormData()
  form.set('file', new Blob([JSON.stringify(lines)]))
  const body = new Response(form)
  const headers = { 'content-type': body.headers.get('content-type')! }
  await shop.call('POST', '/api/publique/entrepots/import', Buffer.from(await body.arrayBuffer()), headers)
  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  port = (shop.server.server.address() as AddressInfo).port
})

describe('a whole list', () => {
  for (const path of ['entrepots', 'entrepots?sort=-nom', 'entrepots?search=depot&sort=nom,-id'])
    test(`of ${path} is read only while its client reads, and no further once it disconnects`, async () => {
      const counter = countStatements(shop)
      const idleStatements = () => (counter.running() === 0 ? counter.statements() : undefined)
      const call = request({ port, path: `/api/publique/${path}` })
      call.on('error', () => {})
      call.end()
      const answer = await new Promise<import('node:http').IncomingMessage>(done => call.on('response', done))
      answer.on('error', () => {})
      try {
        answer.pause()
        const paused = await waitUntilStable('the number of statements', idleStatements)
        assert.ok(paused < COUNT / 500, `${paused} statements, so part of the list was unread`)
        answer.destroy()
        const all = await waitUntilStable('the number of statements', idleStatements)
        assert.ok(all < COUNT / 500, `${all} statements: the list is read after the client disconnected`)
      } finally {
        answer.destroy()
        counter.end()
      }
    })

  test('is aborted by an error in the middle', async () => {
    const { pg } = shop.platform.db
    const query = pg.query
    let left = 4
    pg.query = ((...args: never[]) =>
      left-- > 0
        ? (query as (...all: never[]) => unknown).apply(pg, args)
        : Promise.reject(new Error('the database is unavailable'))) as typeof query
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/publique/entrepots`)
      assert.equal(answer.status, 200)
      await assert.rejects(answer.text())
    } finally {
      pg.query = query
    }
  })

  test('is complete for a client that continues to read', async () => {
    const all = (await (
      await fetch(`http://127.0.0.1:${port}/api/publique/entrepots?sort=-nom`)
    ).json()) as unknown[]
    assert.equal(all.length, COUNT)
  })
})

describe('a list is always current', () => {
  const page = (query = '') =>
    shop.call<{ total: number; rows: { nom: string }[] }>('GET', `/api/publique/magasins?limit=5${query}`)
  const create = (nom: string) =>
    shop.call<{ id: number }>('POST', '/api/publique/magasins', { nom, adresse: 'Metz' })

  test('a page and its total immediately follow each creation, change and deletion', async () => {
    const filters = `&filters=${encodeURIComponent('[{"field":"nom","operator":"startsWith","value":"suivi"}]')}`
    for (let i = 0; i < 10; i++) {
      for (const query of ['', filters]) assert.equal((await page(query)).body.total, i === 0 ? 0 : 1, query)
      const { body } = await create(`Suivi ${i}`)
      for (const query of ['', filters]) {
        assert.equal((await page(query)).body.total, i === 0 ? 1 : 2, query)
        assert.equal((await page(query)).body.rows.at(-1)!.nom, `Suivi ${i}`)
      }
      await shop.call('PATCH', `/api/publique/magasins/${body.id}`, { nom: `Suivi ${i} bis` })
      assert.equal((await page()).body.rows.at(-1)!.nom, `Suivi ${i} bis`)
      if (i > 0) await shop.call('DELETE', `/api/publique/magasins/${body.id}`)
    }
  })

  test('a process sees the changes of another one', async () => {
    const other = await openPlatform({ only: ['reference'], databaseUrl: shop.databaseUrl })
    const before = (await page()).body.total
    assert.equal((await page()).body.total, before)
    await other.call('POST', '/api/publique/magasins', { nom: 'Ailleurs', adresse: 'Nancy' })
    assert.equal((await page()).body.total, before + 1)
  })

  test('a read concurrent with twenty writes never leaves an outdated page', async () => {
    const readers = { on: true }
    const reading = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (readers.on) await page()
      }),
    )
    await Promise.all(Array.from({ length: 20 }, (_, i) => create(`Foule ${i}`)))
    const { body } = await page('&page=1')
    const counted = await shop.call<unknown[]>('GET', '/api/publique/magasins')
    assert.equal(body.total, counted.body.length)
    readers.on = false
    await reading
    assert.equal((await page()).body.total, counted.body.length)
  })

  test('a new brand is immediately found by its text', async () => {
    const path = `/api/publique/produits?limit=5&filters=${encodeURIComponent('[{"field":"marque","operator":"contains","value":"neuve"}]')}`
    const total = async () => (await shop.call<{ total: number }>('GET', path)).body.total
    for (let i = 0; i < 5; i++) {
      assert.equal(await total(), i)
      await shop.call('POST', '/api/publique/produits', {
        ean: `N${i}`,
        nom: 'x',
        prixDeVenteCents: 1,
        marque: `Neuve ${i}`,
      })
    }
    assert.equal(await total(), 5)
  })

  test('a response has an ETag, and a client that sends it gets 304 until the next change', async () => {
    const first = await page()
    const again = await shop.call('GET', '/api/publique/magasins?limit=5', undefined, {
      'if-none-match': String(first.headers.etag),
    })
    assert.equal(again.status, 304)
    await create('Encore un')
    await eventually('the tag changes', async () => (await page()).headers.etag !== first.headers.etag)
  })
})
