import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'

suite('conditional reads', () => {
  let platform: TestPlatform
  const read = (limit: number, known?: string) =>
    platform.call(
      'GET',
      `/api/publique/notes?limit=${limit}`,
      undefined,
      known ? { 'if-none-match': known } : {},
    )

  before(async () => {
    platform = await openPlatform({ areas: [defineProbe()], started: false })
  })

  test('a request with the ETag of the current response receives 304 without a body', async () => {
    const first = await read(7)
    const tag = String(first.headers.etag)
    assert.match(tag, /^W\/"[\w-]{27}"$/)
    assert.equal(first.headers['cache-control'], 'private, no-cache')

    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await read(7, known)
      assert.deepEqual([again.status, again.body, again.headers['content-type']], [304, '', undefined], known)
      assert.equal(again.headers.etag, tag)
    }
  })

  test('a request with the ETag of an OpenAPI document receives 304, in either format', async () => {
    for (const format of ['json', 'yaml']) {
      const url = `/api/swagger/${format}`
      const tag = String((await platform.server.inject({ url })).headers.etag)
      const again = await platform.server.inject({ url, headers: { 'if-none-match': tag } })
      assert.deepEqual([again.statusCode, again.body], [304, ''], format)
    }
  })

  test('a changed response has another ETag, and a request with the old one receives it in full', async () => {
    const old = String((await read(7)).headers.etag)
    const now = await read(8, old)
    assert.deepEqual([now.status, now.body], [200, { limit: 8 }])
    assert.notEqual(now.headers.etag, old)
  })

  test('refusals and writes have no ETag and are never 304', async () => {
    const refused = await platform.call('GET', '/api/publique/notes?limit=x', undefined, {
      'if-none-match': '*',
    })
    assert.deepEqual([refused.status, refused.headers.etag], [400, undefined])
    const made = await platform.call(
      'POST',
      '/api/publique/notes',
      { text: 'once' },
      { 'if-none-match': '*' },
    )
    assert.deepEqual([made.status, made.headers.etag], [201, undefined])
  })

  test('HEAD returns the same ETag as GET', async () => {
    const head = (headers = {}) =>
      platform.server.inject({ method: 'HEAD', url: '/api/publique/notes?limit=7', headers })
    const { headers } = await head()
    const tag = headers.etag
    assert.equal(tag, (await read(7)).headers.etag)
    const again = await head({ 'if-none-match': tag })
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', tag])
    assert.equal((await head({ 'if-none-match': '"other"' })).statusCode, 200)
  })
})
