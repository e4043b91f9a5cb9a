import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import produits from '../produits.json' with { type: 'json' }
import { drawings } from './drawings.ts'
import { drawSamplePictures, kindOf } from './pictures.ts'

let platform: TestPlatform
before(async () => {
  platform = await openPlatform({ only: ['reference'], started: false })
})
const get = (url: string) => platform.server.inject({ url })

test('every product of the sample shop has an existing picture of its kind', async () => {
  for (const { photosUrls } of produits) {
    assert.equal(photosUrls.length, 1)
    assert.equal((await get(photosUrls[0] ?? '')).statusCode, 200)
  }
  const kinds = new Set(produits.map(kindOf))
  assert.deepEqual([...kinds].sort(), Object.keys(drawings).sort())
})

test('a picture is small and contains only shapes, and most pictures differ', () => {
  const pictures = [...drawSamplePictures().values()]
  for (const picture of pictures) {
    assert.ok(picture.length < 5000, `${picture.length} bytes`)
    const tags = new Set([...picture.matchAll(/<(\w+)/g)].map(([, tag = '']) => tag))
    for (const tag of tags) assert.ok(['svg', 'g', 'path', 'rect', 'circle', 'ellipse'].includes(tag), tag)
    assert.doesNotMatch(picture, /NaN|undefined|href|style|\bon\w+=/)
  }
  assert.ok(new Set(pictures).size > pictures.length * 0.8)
})

test('a picture may be cached and shown by any shop, and runs no script when opened directly', async () => {
  const { headers } = await get(produits[0]?.photosUrls[0] ?? '')
  assert.equal(headers['content-type'], 'image/svg+xml')
  assert.equal(headers['content-security-policy'], "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  assert.equal(headers['cache-control'], 'public, max-age=86400')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  for (const name of ['1.svg', '..%2Fproduits.json', '2000000001012.png'])
    assert.equal((await get(`/exemple/images/${name}`)).statusCode, 404)
})
