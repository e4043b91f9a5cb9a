import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import pg from 'pg'
import { afterwards } from '../../../test/support/afterwards.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createReads } from '../../platform/database/database.ts'
import { produits } from '../resources.ts'
import { parseListQuery, wholeView } from './list-query.ts'
import { listPage } from './list-records.ts'
import { createListSource } from './store.ts'

type Row = { id: number; nom: string; marque: string | null; ean: string }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'], started: false })
})

const url = '/api/publique/produits'
const list = async (query: string) => (await shop.call<Row[]>('GET', `${url}?${query}`)).body

describe('the order of a list', () => {
  before(async () => {
    const marques = [
      'zèbre',
      null,
      'Écluse',
      'ecluse',
      'Abeille',
      'ÉCLUSE',
      null,
      'œuvre',
      'odeur',
      'b_c',
      'b-c',
    ]
    for (const [i, marque] of marques.entries())
      await shop.call('POST', url, { ean: `s${9 - i}É`, nom: marque ?? 'éa', prixDeVenteCents: 1, marque })
  })

  test('ignores case and accents of text, and equal values are in the order of creation', async () => {
    const expected = ['Abeille', 'b-c', 'b_c', 'Écluse', 'ecluse', 'ÉCLUSE', 'odeur', 'œuvre', 'zèbre']
    const rising = (await list('sort=marque')).map(({ marque }) => marque)
    assert.deepEqual(rising, [...expected, null, null])
    assert.deepEqual(
      (await list('sort=nom')).map(({ nom }) => nom),
      ['Abeille', 'b-c', 'b_c', 'éa', 'éa', 'Écluse', 'ecluse', 'ÉCLUSE', 'odeur', 'œuvre', 'zèbre'],
    )
  })

  test('has null last in both directions, in whole lists and in pages', async () => {
    const falling = [
      'zèbre',
      'œuvre',
      'odeur',
      'ÉCLUSE',
      'ecluse',
      'Écluse',
      'b_c',
      'b-c',
      'Abeille',
      null,
      null,
    ]
    for (const query of ['sort=-marque', 'sort=marque&order=desc', 'sort=-marque&search=s'])
      assert.deepEqual(
        (await list(query)).map(({ marque }) => marque),
        query.includes('search') ? [] : falling,
        query,
      )
    const paged: (string | null)[] = []
    for (let page = 1; page <= 3; page++) {
      const { body } = await shop.call<{ rows: Row[] }>('GET', `${url}?sort=-marque&limit=4&page=${page}`)
      paged.push(...body.rows.map(({ marque }) => marque))
    }
    assert.deepEqual(paged, falling)
    const both = (await list('sort=-marque,nom')).map(({ marque }) => marque)
    assert.deepEqual(
      [both.slice(0, 3), both.slice(-2)],
      [
        ['zèbre', 'œuvre', 'odeur'],
        [null, null],
      ],
    )
    assert.deepEqual((await list('sort=-dureeGarantie,ean')).map(({ ean }) => ean).length, 11)
  })
})

describe('a page is read from an index', () => {
  let client: pg.Client
  before(async () => {
    client = new pg.Client(shop.databaseUrl)
    await client.connect()
    afterwards(() => client.end())
    await client.query(`
      insert into reference.produit (ean, nom, "prixDeVenteCents", categories, "categoriesCles", marque, "dureeGarantie",
        "statutProduit", "dateFinReapprovisionnement", "dateFinDeVie", mots, "createdAt", "updatedAt")
      select 'p' || i, case when i > 18500 then 'Z' else 'Produit ' end || md5(i::text), i, 'Rayon ' || i % 300, '{}',
        case when i > 18500 then 'Z' when i % 3 = 0 then 'M' || i % 500 end,
        case when i % 5 = 0 then i end, 'actif', case when i % 4 = 0 then '2027-01-01' end,
        case when i % 4 = 1 then '2028-01-01' end, '', now(), now()
      from generate_series(1, 20000) i`)
    await client.query('vacuum analyze reference.produit')
  })

  /** Returns the query plans of the statements that read a page. */
  async function plansOf(sort: string, page: number, filter: object = {}) {
    const plans: string[] = []
    const db = createReads(async ({ text, values }) => {
      const { rows } = await client.query(`explain (costs off) ${text}`, [...values])
      plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
      return (await client.query(text, [...values])).rows
    })
    const query = parseListQuery(wholeView(produits), { sort, ...filter })
    const { rows } = await listPage(db, createListSource(produits), query, { page, limit: 20 })
    assert.equal(rows.length, 20)
    return plans.join('\n')
  }

  for (const field of [
    ...['ean', 'nom', 'categories', 'marque', 'statutProduit'],
    ...['prixDeVenteCents', 'createdAt', 'updatedAt', 'id'],
  ])
    test(`sorted by ${field}, in both directions`, async () => {
      // Null brands come last, so only the ascending order has an index.
      for (const sort of field === 'marque' ? [field] : [field, `-${field}`]) {
        const near = await plansOf(sort, 1)
        assert.match(near, /Limit\s+->\s+Index (Only )?Scan/, `${sort}\n${near}`)
        assert.doesNotMatch(near, /Seq Scan on produit/, `${sort}\n${near}`)
        const deep = await plansOf(sort, 100)
        assert.match(deep, /Limit\s+->\s+Index Only Scan/, `${sort}\n${deep}`)
      }
    })

  test('except for one brand by name with adjacent names, whose rows are read by brand and sorted', async () => {
    const plans = await plansOf('nom', 1, { marque: 'Z' })
    assert.match(plans, /Limit\s+->\s+Sort.*produit_marque/s, plans)
  })
})
