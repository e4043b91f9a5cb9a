import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import pg from 'pg'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

type Row = { id: number } & Record<string, unknown>
type Page = { rows: Row[]; total: number }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'], started: false })
})

let last = 0
const make = async (name: string, body: object) => {
  const answer = await shop.call<Row>('POST', `/api/publique/${name}`, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.id
}
const product = () => make('produits', { ean: `R${++last}`, nom: 'Lampe', prixDeVenteCents: 100 })
const supplier = () => make('fournisseurs', { nomLegal: 'Atlas', codeFournisseur: `A${++last}` })
const of = (produitId: number) => `/api/publique/produits/${produitId}/fournisseurs`
const relate = (produitId: number, body: object) => shop.call<Row>('POST', of(produitId), body)

/** Returns the product as it was last announced. */
async function announced(produitId: number) {
  const client = new pg.Client(shop.databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ product: Row }>(
    `select product from platform.outbox, json_array_elements(body -> 'produits') as product
     where (product ->> 'id')::bigint = $1 order by platform.outbox.id desc limit 1`,
    [produitId],
  )
  await client.end()
  return rows[0]!.product
}

describe('a deleted relation', () => {
  test('is no longer listed, and can be created again', async () => {
    const [lamp, atlas] = [await product(), await supplier()]
    const one = `${of(lamp)}/${atlas}`
    await relate(lamp, {
      fournisseurId: atlas,
      prixFournisseurCents: 50,
      referenceFournisseur: `SKU-${lamp}`,
    })
    const answer = await shop.call('DELETE', one)
    assert.deepEqual([answer.status, answer.body], [200, ''])
    assert.equal((await shop.call<Page>('GET', of(lamp))).body.total, 0)
    assert.equal((await shop.call('GET', `/api/publique/produits/search/sku?sku=SKU-${lamp}`)).status, 404)
    for (const method of ['DELETE', 'PATCH'] as const)
      assert.equal(
        (await shop.call(method, one, method === 'PATCH' ? { packaging: 1 } : undefined)).status,
        404,
      )
    assert.equal((await relate(lamp, { fournisseurId: atlas })).status, 201)
  })

  test('is deleted by one of several concurrent requests', async () => {
    const [lamp, atlas] = [await product(), await supplier()]
    await relate(lamp, { fournisseurId: atlas })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.call('DELETE', `${of(lamp)}/${atlas}`)),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(404)])
  })

  test('no longer defines the terms of the product', async () => {
    const [lamp, atlas] = [await product(), await supplier()]
    await relate(lamp, { fournisseurId: atlas, statutRelation: 'prefere', prixFournisseurCents: 70 })
    const before = await announced(lamp)
    assert.equal(before.prixDAchatFournisseurCents, 70)
    await shop.call('DELETE', `${of(lamp)}/${atlas}`)
    const after = await announced(lamp)
    assert.equal(after.prixDAchatFournisseurCents, null)
    assert.ok(Number(after.version) > Number(before.version))
  })

  test('is 400 with an invalid ID', async () => {
    for (const path of [
      '0/fournisseurs/1',
      'x/fournisseurs/1',
      '1/fournisseurs/0',
      '1/fournisseurs/99999999999999999999',
    ])
      assert.equal((await shop.call('DELETE', `/api/publique/produits/${path}`)).status, 400, path)
  })
})

test('relations of a deleted product or supplier are deleted too', async () => {
  const [lamp, other, atlas, brun] = [await product(), await product(), await supplier(), await supplier()]
  for (const fournisseurId of [atlas, brun]) await relate(lamp, { fournisseurId, statutRelation: 'prefere' })
  await relate(other, { fournisseurId: atlas })
  await shop.call('DELETE', `/api/publique/fournisseurs`, { ids: [brun] })
  assert.equal((await shop.call<Page>('GET', of(lamp))).body.total, 1)
  assert.equal((await relate(lamp, { fournisseurId: brun })).status, 422)
  assert.equal((await shop.call('PATCH', `${of(lamp)}/${brun}`, { packaging: 2 })).status, 404)
  assert.equal((await shop.call('DELETE', `${of(lamp)}/${brun}`)).status, 404)
  await shop.call('DELETE', `/api/publique/produits/${lamp}`)
  assert.equal((await shop.call('GET', of(lamp))).status, 404)
  assert.equal((await relate(lamp, { fournisseurId: atlas })).status, 404)
  assert.equal((await shop.call('PATCH', `${of(lamp)}/${atlas}`, { packaging: 2 })).status, 404)
  assert.equal((await shop.call<Page>('GET', of(other))).body.total, 1)
})

test('a supplier that is deleted while it becomes the preferred one defines no terms', async () => {
  for (let round = 0; round < 10; round++) {
    const [lamp, atlas] = [await product(), await supplier()]
    await Promise.all([
      relate(lamp, { fournisseurId: atlas, statutRelation: 'prefere', prixFournisseurCents: 70 }),
      shop.call('DELETE', `/api/publique/fournisseurs/${atlas}`),
    ])
    assert.equal((await announced(lamp)).prixDAchatFournisseurCents ?? null, null)
  }
})
