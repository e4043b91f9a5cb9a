import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Headers, NOBODY, openWithCallers, registerCustomer } from '../../../test/support/callers.ts'
import { createKey, KEYS } from '../../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

type Row = Record<string, unknown>
type Page = { rows: Row[]; total: number }

const SUPPLIER = {
  nomLegal: 'Écrans Réunis SARL',
  codeFournisseur: 'F-7',
  siret: '12345678900011',
  adresse: '3 quai Voltaire, Nantes',
  email: 'paul.durand@ecrans.example',
  telephone: '0612345678',
  interlocuteurs: ['Paul Durand'],
  documentsContractuelUrls: ['https://ecrans.example/contrat.pdf'],
  statut: 'actif',
  statutContractuel: 'valide',
}
const WAREHOUSE = {
  nom: 'Dépôt Nord',
  adresse: 'Lille',
  horaires: '8 h – 18 h',
  capaciteStockage: 1234,
  capaciteLogistique: 567,
  responsableLogistique: 'Jeanne Petit',
  rolesLogistiques: ['expedition'],
}

let shop: TestPlatform
let strangers: Headers[]
let insiders: Headers[]
before(async () => {
  const { shop: opened, keys } = await openWithCallers()
  shop = opened
  const { header: warehouse } = await createKey(shop, 'warehouse')
  strangers = [NOBODY, (await registerCustomer(shop, KEYS.admin)).bearer, keys.shop, keys.till, keys.staff]
  insiders = [keys.catalogue, warehouse, KEYS.peer, KEYS.admin]
  for (const [path, body] of [
    ['fournisseurs', SUPPLIER],
    ['fournisseurs', { nomLegal: 'Nantaise des câbles', codeFournisseur: 'F-8', adresse: 'Rue des Écrans' }],
    ['entrepots', WAREHOUSE],
  ] as const)
    assert.equal((await shop.call('POST', `/api/publique/${path}`, body, keys.catalogue)).status, 201)
})

const get = <Body = Row>(path: string, headers: Headers) =>
  shop.call<Body>('GET', `/api/publique/${path}`, undefined, headers)

/** Returns a record as each of the three kinds of read shows it. */
async function shownTo(path: string, headers: Headers) {
  const [one, page, all] = [
    await get(`${path}/1`, headers),
    await get<Page>(`${path}?limit=1`, headers),
    await get<Row[]>(`${path}?ids=1`, headers),
  ]
  for (const { status } of [one, page, all]) assert.equal(status, 200)
  return [one.body, page.body.rows[0]!, all.body[0]!]
}

describe('a supplier', () => {
  test('is only an ID and a name for callers without the right catalogue or warehouse', async () => {
    for (const headers of strangers)
      for (const row of await shownTo('fournisseurs', headers))
        assert.deepEqual(row, { id: 1, nomLegal: SUPPLIER.nomLegal })
    for (const headers of insiders)
      for (const row of await shownTo('fournisseurs', headers)) assert.partialDeepStrictEqual(row, SUPPLIER)
  })

  test('cannot be searched, filtered or sorted by its hidden fields', async () => {
    const filters = (field: string) =>
      `filters=${encodeURIComponent(JSON.stringify([{ field, operator: 'isNotEmpty' }]))}`
    const questions = [
      ...['fields=email', 'fields=id,nomLegal,telephone', 'sort=codeFournisseur', 'sort=-createdAt'],
      ...[filters('interlocuteurs'), filters('createdAt'), filters('adresse'), 'include=produits'],
      ...['codeFournisseur=F-7', 'statut=actif', 'statutContractuel=valide', 'adresse=Nantes'],
    ]
    for (const question of questions) {
      for (const headers of strangers)
        for (const path of [`fournisseurs?${question}`, `fournisseurs?${question}&limit=5`])
          assert.equal((await get(path, headers)).status, 400, path)
      for (const headers of insiders)
        assert.equal((await get(`fournisseurs?${question}`, headers)).status, 200)
    }
    const found = async (search: string, headers: Headers) => {
      const whole = await get<Row[]>(`fournisseurs?search=${search}`, headers)
      const page = await get<Page>(`fournisseurs?search=${search}&limit=5`, headers)
      assert.equal(page.body.total, whole.body.length)
      return whole.body.map(({ id }) => id)
    }
    for (const [search, byName, byAll] of [
      ['voltaire', [], [1]],
      ['nant', [2], [1, 2]],
      ['ecrans', [1], [1, 2]],
      ['ÉCR reun', [1], [1]],
      ['crans', [], []],
      ['sarl voltaire', [], [1]],
    ] as const) {
      for (const headers of strangers) assert.deepEqual(await found(search, headers), byName, search)
      for (const headers of insiders) assert.deepEqual(await found(search, headers), byAll, search)
    }
  })

  test('can be searched, filtered and sorted by its visible fields', async () => {
    const { body } = await get<Row[]>('fournisseurs?fields=nomLegal&sort=-id', NOBODY)
    assert.deepEqual(body, [{ nomLegal: 'Nantaise des câbles' }, { nomLegal: SUPPLIER.nomLegal }])
    const named = JSON.stringify([{ field: 'nomLegal', operator: 'contains', value: 'reunis' }])
    const filtered = await get<Row[]>(`fournisseurs?filters=${encodeURIComponent(named)}`, NOBODY)
    assert.deepEqual(filtered.body, [{ id: 1, nomLegal: SUPPLIER.nomLegal }])
  })

  test('has an ETag for each view, so that a cached response of one caller is not used for another', async () => {
    for (const path of ['fournisseurs/1', 'fournisseurs?limit=5']) {
      const tags = new Set<unknown>()
      for (const headers of [strangers[0]!, insiders[0]!, strangers[0]!, insiders[0]!]) {
        const { headers: answered } = await get(path, headers)
        tags.add(answered.etag)
      }
      assert.equal(tags.size, 2, path)
      for (const tag of tags) {
        const again = await get(path, { ...strangers[0]!, 'if-none-match': String(tag) })
        assert.ok([200, 304].includes(again.status))
        if (again.status === 200) assert.doesNotMatch(JSON.stringify(again.body), /durand/)
      }
    }
  })
})

describe('a warehouse', () => {
  test('hides its manager and capacities from callers without the right catalogue or warehouse', async () => {
    const { capaciteStockage, capaciteLogistique, responsableLogistique, ...open } = WAREHOUSE
    for (const headers of strangers)
      for (const row of await shownTo('entrepots', headers)) {
        assert.partialDeepStrictEqual(row, open)
        for (const name of ['capaciteStockage', 'capaciteLogistique', 'responsableLogistique'])
          assert.ok(!(name in row), name)
      }
    for (const headers of insiders)
      for (const row of await shownTo('entrepots', headers))
        assert.partialDeepStrictEqual(row, { capaciteStockage, capaciteLogistique, responsableLogistique })
    for (const headers of strangers) {
      assert.equal((await get('entrepots?sort=capaciteStockage', headers)).status, 400)
      assert.equal((await get('entrepots?fields=responsableLogistique', headers)).status, 400)
      assert.equal((await get('entrepots?search=nord&estGrosVolume=false&sort=nom', headers)).status, 200)
    }
  })
})

test('the relations of a product and their prices are for callers with the right catalogue or warehouse', async () => {
  for (const headers of strangers) {
    assert.equal((await get('produits?include=fournisseurs', headers)).status, 400)
    assert.equal((await get('produits/1?include=fournisseurs', headers)).status, 400)
  }
  for (const headers of insiders)
    assert.equal((await get('produits?include=fournisseurs', headers)).status, 200)
})

test('without keys configured every caller sees all fields', async () => {
  const open = await openPlatform({ only: ['reference'], databaseUrl: shop.databaseUrl, started: false })
  const { body } = await open.call<Row>('GET', '/api/publique/fournisseurs/1')
  assert.partialDeepStrictEqual(body, SUPPLIER)
  assert.equal((await open.call('GET', '/api/publique/fournisseurs?include=produits&sort=email')).status, 200)
})
