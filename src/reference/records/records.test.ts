import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

type Row = { id: number } & Record<string, unknown>

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'] })
})

let last = 0
const ean = () => `20000${String(++last).padStart(8, '0')}`
const lamp = (more: object = {}) => ({ ean: ean(), nom: 'Lampe de bureau', prixDeVenteCents: 3990, ...more })
const create = (product: object) => shop.call<Row>('POST', '/api/publique/produits', product)
const created = async (more: object = {}) => {
  const { status, body } = await create(lamp(more))
  assert.equal(status, 201, JSON.stringify(body))
  return body
}
const get = <Body = Row>(url: string) => shop.call<Body>('GET', url)
const message = (answer: { body: unknown }) => (answer.body as { message: string }).message

describe('every resource', () => {
  const cases = [
    [
      'produits',
      { ean: 'E1', nom: 'Câble', prixDeVenteCents: 500 },
      { statutProduit: 'actif', categories: 'accessoires' },
    ],
    [
      'fournisseurs',
      { nomLegal: 'Vermeil', codeFournisseur: 'F1' },
      { statut: 'en_validation', statutContractuel: 'en_negociation' },
    ],
    [
      'entrepots',
      { nom: 'Nord', adresse: 'Lille' },
      { statut: 'operationnel', typeEntrepot: 'generaliste', estGrosVolume: false },
    ],
    [
      'magasins',
      { nom: 'Centre', adresse: 'Paris' },
      { statut: 'ouvert', type: 'magasin_centre_ville', servicesDisponibles: ['click_collect'] },
    ],
  ] as const

  for (const [name, body, defaults] of cases) {
    const url = `/reference/api/publique/${name}`

    test(`${name}: a record is created with its defaults, read, changed and deleted`, async () => {
      const made = await shop.call<Row>('POST', url, body)
      assert.equal(made.status, 201, JSON.stringify(made.body))
      assert.partialDeepStrictEqual(made.body, { ...body, ...defaults })
      assert.match(String(made.body.createdAt), /^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/)
      assert.ok(!('deletedAt' in made.body) && !('version' in made.body))
      const one = `${url}/${made.body.id}`
      assert.deepEqual((await get(one)).body, made.body)
      assert.deepEqual((await get<Row[]>(`${url}?ids=${made.body.id}`)).body, [made.body])

      const key = name === 'fournisseurs' ? 'nomLegal' : 'nom'
      const changed = await shop.call<Row>('PATCH', one, { [key]: 'Autre nom' })
      assert.equal(changed.status, 200)
      assert.deepEqual(
        { ...changed.body, updatedAt: '' },
        { ...made.body, [key]: 'Autre nom', updatedAt: '' },
      )
      assert.deepEqual((await get(one)).body, changed.body)

      const gone = await shop.call('DELETE', one)
      assert.deepEqual([gone.status, gone.body], [200, ''])
      for (const method of ['GET', 'DELETE'] as const)
        assert.equal((await shop.call(method, one)).status, 404)
      assert.equal((await shop.call('PATCH', one, { [key]: 'x' })).status, 404)
      assert.deepEqual((await get<Row[]>(`${url}?ids=${made.body.id}`)).body, [])
    })

    test(`${name}: invalid values are 400`, async () => {
      const required = Object.keys(body)
      for (const field of required) {
        const without = { ...body, [field]: undefined }
        assert.equal((await shop.call('POST', url, without)).status, 400, `without ${field}`)
        assert.equal((await shop.call('POST', url, { ...body, [field]: null })).status, 400, `${field} null`)
      }
      assert.equal((await shop.call('POST', url, { ...body, [required[0]!]: '  ' })).status, 400, 'blank')
      for (const enumeration of Object.keys(defaults).filter(field => field !== 'categories'))
        assert.equal((await shop.call('POST', url, { ...body, [enumeration]: 'nonsense' })).status, 400)
      assert.equal((await shop.call('POST', url)).status, 400, 'no body')
      for (const id of ['0', '-1', 'abc', '1.5', '99999999999999999999'])
        assert.equal((await get(`${url}/${id}`)).status, 400, id)
      for (const query of [
        'page=0',
        'page=1001',
        'limit=0',
        'limit=101',
        'page=x',
        'ids=1,x',
        'ids=0',
        'order=up',
      ])
        assert.equal((await get(`${url}?${query}`)).status, 400, query)
      for (const parameter of ['sort', 'fields']) {
        const answer = await get(`${url}?${parameter}=nothing`)
        assert.equal(answer.status, 400)
        assert.match(message(answer), /nothing/)
      }
    })
  }
})

describe('a creation or change', () => {
  test('made twenty times concurrently with one EAN is 201 once, 422 nineteen times, and counted once', async () => {
    const before = (await get<{ total: number }>('/api/publique/produits?limit=1')).body.total
    const product = lamp()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(product)))
    assert.deepEqual(answers.map(answer => answer.status).sort(), [201, ...Array(19).fill(422)])
    assert.equal((await get<{ total: number }>('/api/publique/produits?limit=1')).body.total, before + 1)
  })

  test('may reuse the EAN of a deleted product', async () => {
    const { id, ean } = await created()
    assert.equal((await create(lamp({ ean }))).status, 422)
    await shop.call('DELETE', `/api/publique/produits/${id}`)
    assert.equal((await create(lamp({ ean }))).status, 201)
  })

  test('with a negative price, an existing EAN or an unknown complement is 422 and changes nothing', async () => {
    const [one, other] = [await created(), await created()]
    const inactive = await created({ statutProduit: 'inactif' })
    for (const change of [
      { prixDeVenteCents: -1 },
      { ean: other.ean },
      { produitsComplementairesIds: [other.id, 2_000_000_000] },
      { produitsComplementairesIds: [inactive.id] },
    ]) {
      const answer = await shop.call('PATCH', `/api/publique/produits/${one.id}`, change)
      assert.equal(answer.status, 422, JSON.stringify(change))
      assert.equal((await create(lamp(change))).status, 422, JSON.stringify(change))
    }
    assert.deepEqual((await get(`/api/publique/produits/${one.id}`)).body, one)
    const fine = await shop.call<Row>('PATCH', `/api/publique/produits/${one.id}`, {
      produitsComplementairesIds: [other.id],
    })
    assert.deepEqual(fine.body.produitsComplementairesIds, [other.id])
  })

  test('made twenty times concurrently to different fields stores all', async () => {
    const { id } = await created()
    const fields = ['marque', 'poids', 'couleurs', 'dimensions', 'caracteristiquesTechniques']
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        shop.call('PATCH', `/api/publique/produits/${id}`, { [fields[i % fields.length]!]: 'kept' }),
      ),
    )
    const { body } = await get(`/api/publique/produits/${id}`)
    assert.deepEqual(
      fields.map(field => body[field]),
      Array(5).fill('kept'),
    )
  })

  test('clears a field or restores its default with null, ignores unknown fields, and trims text', async () => {
    const { id } = await created({ marque: ' Valmora ', statutProduit: 'inactif', id: 1, colour: 'red' })
    const { body } = await shop.call<Row>('PATCH', `/api/publique/produits/${id}`, {
      statutProduit: null,
      description: 'x',
    })
    assert.partialDeepStrictEqual(body, { id, marque: 'Valmora', statutProduit: 'actif', description: 'x' })
    const cleared = await shop.call<Row>('PATCH', `/api/publique/produits/${id}`, { marque: null })
    assert.equal(cleared.body.marque, null)
  })

  test('replaces an unpaired UTF-16 surrogate without an error', async () => {
    const { body, status } = await create(lamp({ nom: 'Broken \ud800 text' }))
    assert.deepEqual([status, body.nom], [201, 'Broken \ufffd text'])
  })

  test('accepts only existing dates and times', async () => {
    assert.equal((await created({ dateFinDeVie: '2027-02-28' })).dateFinDeVie, '2027-02-28')
    const neverThere = ['2016-12-31T23:59:60Z', '2027-01-01T10', '0000-01-01']
    for (const date of ['2027-02-30', 'tomorrow', 20270228, ...neverThere])
      assert.equal((await create(lamp({ dateFinDeVie: date }))).status, 400, String(date))
  })
})

describe('an internal route', () => {
  test('returns articles by ID or EAN in the requested order, and IDs take precedence', async () => {
    const one = await created()
    const other = await created({ ean: String(one.id) })
    const { body } = await get<Row[]>(`/api/v1/privee/articles?refs=${one.ean},nothing,${other.id},${one.id}`)
    assert.deepEqual(
      body.map(({ ref, id }) => [ref, id]),
      [
        [one.ean, one.id],
        [String(other.id), other.id],
        [String(one.id), one.id],
      ],
    )
    assert.equal((await get('/api/v1/privee/articles?refs=,')).status, 400)
    assert.equal((await get('/api/v1/privee/articles')).status, 400)
    assert.equal(
      (await get(`/api/v1/privee/articles?refs=${Array.from({ length: 201 }, (_, i) => i)}`)).status,
      400,
    )
  })

  test('returns a store', async () => {
    const { body } = await shop.call<Row>('POST', '/api/publique/magasins', { nom: 'Privé', adresse: 'Metz' })
    assert.deepEqual((await get(`/api/privee/magasins/${body.id}`)).body, body)
    assert.equal((await get('/api/privee/magasins/999999')).status, 404)
    assert.equal((await get('/api/privee/produits/1')).status, 404)
  })
})
