import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

type Row = { id: number; updatedAt: string } & Record<string, unknown>

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'], started: false })
})

const change = (url: string, body: object, seen?: string) =>
  shop.call<Row & { code?: string }>('PATCH', url, body, seen === undefined ? {} : { 'if-match': seen })
const create = async (url: string, body: object) => (await shop.call<Row>('POST', url, body)).body

let eans = 0
async function product() {
  const body = { ean: `29${String(++eans).padStart(11, '0')}`, nom: 'Lampe', prixDeVenteCents: 1990 }
  const made = await create('/api/publique/produits', body)
  return { url: `/api/publique/produits/${made.id}`, made }
}

test('the second of two people who change one product gets 412, and the first change is kept', async () => {
  const { url, made } = await product()
  const seen = `"${made.updatedAt}"`
  const first = await change(url, { nom: 'Lampe de bureau' }, seen)
  assert.equal(first.status, 200)

  const second = await change(url, { nom: 'Lampe', prixDeVenteCents: 2490 }, seen)
  assert.equal(second.status, 412)
  assert.equal(second.body.code, 'modifie-entre-temps')
  const { body: now } = await shop.call<Row>('GET', url)
  assert.partialDeepStrictEqual(now, { nom: 'Lampe de bureau', prixDeVenteCents: 1990 })

  const again = await change(url, { prixDeVenteCents: 2490 }, `"${now.updatedAt}"`)
  assert.partialDeepStrictEqual(again, {
    status: 200,
    body: { nom: 'Lampe de bureau', prixDeVenteCents: 2490 },
  })
})

test('one of several concurrent changes of the same state succeeds', async () => {
  const { url, made } = await product()
  const answers = await Promise.all(
    ['A', 'B', 'C'].map(marque => change(url, { marque }, `"${made.updatedAt}"`)),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412])
})

test('a change succeeds without If-Match or with *, and a weak ETag does not match', async () => {
  const { url, made } = await product()
  for (const seen of [undefined, '*', ` "other" ,  "${made.updatedAt}"`])
    assert.equal((await change(url, {}, seen)).status, 200, String(seen))
  const { headers } = await shop.call('GET', url)
  assert.equal((await change(url, { nom: 'Autre' }, String(headers.etag))).status, 412)
  assert.equal((await change('/api/publique/produits/999999', {}, '"x"')).status, 404)
})

test('If-Match applies to the terms of a supplier too', async () => {
  const { url } = await product()
  const { id } = await create('/api/publique/fournisseurs', { nomLegal: 'Miradou', codeFournisseur: 'MIR' })
  const terms = await create(`${url}/fournisseurs`, { fournisseurId: id, prixFournisseurCents: 900 })
  const seen = `"${terms.updatedAt}"`
  assert.equal((await change(`${url}/fournisseurs/${id}`, { prixFournisseurCents: 950 }, seen)).status, 200)
  assert.equal((await change(`${url}/fournisseurs/${id}`, { delaiLivraisonJours: 3 }, seen)).status, 412)
  const { body } = await shop.call<{ rows: Row[] }>('GET', `${url}/fournisseurs`)
  assert.partialDeepStrictEqual(body.rows, [{ prixFournisseurCents: 950, delaiLivraisonJours: null }])
})
