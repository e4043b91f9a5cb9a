import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { sendCsv, sendFile } from '../../../test/support/import.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { ImportAnswer } from '../../platform/imports/import.ts'

type Answer = ImportAnswer & { message: string }
type Row = { id: number } & Record<string, unknown>

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference', 'catalogue'] })
})

const path = (name: string, query: string) => `/api/publique/${name}/import?${query}`
const load = async (name: string, lines: unknown, query = 'mode=upsert') =>
  (await sendFile<Answer>(shop, path(name, query), JSON.stringify(lines))).body
const product = (n: number, more: object = {}) => ({
  ...{ ean: `U${n}`, nom: `Article ${n}`, prixDeVenteCents: n },
  ...more,
})
const rows = async (name: string) => (await shop.call<Row[]>('GET', `/api/publique/${name}`)).body
const read = async (ean: string) =>
  (await shop.call<Row[]>('GET', `/api/publique/produits?ean=${ean}`)).body[0]
const inCatalogue = async (ean: string) => {
  const nom = (await read(ean))?.nom ?? ean
  const { body } = await shop.call<{ data: Row[] }>('GET', `/api/products?search=${nom}`)
  return body.data.find(row => row.ean === ean)
}
const counted = async (marque: string) =>
  (await shop.call<{ total: number }>('GET', `/api/publique/produits?limit=1&marque=${marque}`)).body.total

describe('an upsert of products', () => {
  test('creates, updates or leaves them unchanged, by the fields of each line', async () => {
    await load(
      'produits',
      [product(1, { marque: 'Vélin', description: 'Ancienne' }), product(2), product(3)],
      '',
    )
    const [first, second] = [await read('U1'), await read('U2')]

    const body = await load('produits', [
      { ean: 'U1', prixDeVenteCents: 999, marque: 'Alizé', description: null },
      product(2),
      { ean: ' U3 ', tauxTva: 5.5 },
      product(4),
    ])

    const expected = { succes: true, created: 1, updated: 2, unchanged: 1, failed: 0, errors: [] }
    assert.partialDeepStrictEqual(body, expected)
    const changed = await read('U1')
    assert.deepEqual(
      { ...changed, updatedAt: '' },
      {
        ...first,
        ...{ prixDeVenteCents: 999, marque: 'Alizé', description: null },
        updatedAt: '',
      },
    )
    assert.deepEqual(await read('U2'), second)
    assert.equal((await read('U3'))?.tauxTva, 5.5)
    assert.deepEqual([await counted('V%C3%A9lin'), await counted('Aliz%C3%A9')], [0, 1])
    await eventually('the catalogue has the new price', async () => {
      return (await inCatalogue('U1'))?.prixDeVenteCents === 999
    })
  })

  test('is not the default: without it an existing product is an invalid line and stays unchanged', async () => {
    const before = await read('U1')
    const body = await load('produits', [{ ...product(1), nom: 'Autre' }], '')
    assert.deepEqual([body.created, body.failed, 'updated' in body], [0, 1, false])
    assert.deepEqual(await load('produits', [product(1)], 'mode=create'), {
      ...body,
      errors: body.errors,
    })
    assert.deepEqual(await read('U1'), before)
  })

  test('applies several lines of one product in the order of the file', async () => {
    const body = await load('produits', [
      product(20),
      { ean: 'U20', nom: 'Second' },
      { ean: 'U20', nom: 'Second' },
      { ean: 'U1', nom: 'Premier' },
      { ean: 'U1', nom: 'Second' },
    ])
    assert.deepEqual([body.created, body.updated, body.unchanged], [1, 3, 1])
    assert.deepEqual([(await read('U20'))?.nom, (await read('U1'))?.nom], ['Second', 'Second'])
  })

  test('reports invalid lines without changes, and requires all fields for a new product', async () => {
    const complement = (await read('U2'))?.id
    const body = await load('produits', [
      { nom: 'Without an ean' },
      { ean: 'U99', nom: 'New and without a price' },
      { ean: 'U1', prixDeVenteCents: -1 },
      { ean: 'U1', prixDeVenteCents: 'cher' },
      { ean: 'U1', produitsComplementairesIds: [2_000_000_000] },
      { ean: 'U1', nom: null },
      'nonsense',
      { ean: 'U1', produitsComplementairesIds: [complement] },
    ])
    assert.partialDeepStrictEqual(body, { succes: false, created: 0, updated: 1, failed: 7 })
    for (const [i, pattern] of [
      /'ean'/,
      /'prixDeVenteCents'/,
      /negative/,
      /integer/,
      /2000000000/,
      /nom/,
      /object/,
    ].entries())
      assert.match(body.errors[i]?.error ?? '', pattern)
    assert.partialDeepStrictEqual(await read('U1'), {
      prixDeVenteCents: 999,
      produitsComplementairesIds: [complement],
    })
  })

  test('from CSV clears empty cells and ignores missing columns', async () => {
    const file = 'ean;prixDeVenteCents;marque\nU1;1000;\nU50;7;Neuve\n'
    const { body } = await sendCsv<Answer>(shop, path('produits', 'mode=upsert'), file)
    assert.deepEqual([body.created, body.updated, body.failed], [0, 1, 1])
    assert.match(body.errors[0]?.error ?? '', /nom/)
    assert.partialDeepStrictEqual(await read('U1'), { prixDeVenteCents: 1000, marque: null, nom: 'Second' })
  })

  test('is correct with concurrent upserts, changes and a deletion of the same products', async () => {
    const lines = Array.from({ length: 2_500 }, (_, i) => product(10_000 + i, { marque: 'Course' }))
    await load('produits', lines)
    const gone = await read('U12000')
    const answers = await Promise.all([
      load(
        'produits',
        lines.map(line => ({ ...line, marque: 'Une' })),
      ),
      load(
        'produits',
        lines.toReversed().map(line => ({ ...line, marque: 'Deux' })),
      ),
      ...lines
        .slice(0, 10)
        .map(({ ean }) =>
          read(ean).then(row => shop.call('PATCH', `/api/publique/produits/${row?.id}`, { marque: 'Seule' })),
        ),
      shop.call('DELETE', `/api/publique/produits/${gone?.id}`),
    ])
    for (const answer of answers.slice(0, 2)) assert.equal((answer as Answer).failed, 0)
    const brands = [
      await counted('Une'),
      await counted('Deux'),
      await counted('Seule'),
      await counted('Course'),
    ]
    const there = (await rows('produits')).filter(({ ean }) => String(ean).length === 6)
    assert.equal(new Set(there.map(({ ean }) => ean)).size, there.length)
    assert.equal(brands[3], 0)
    assert.equal(
      brands.reduce((sum, count) => sum + count),
      there.length,
    )
  })
})

describe('an upsert of other resources', () => {
  test('finds suppliers by code, warehouses and stores by name', async () => {
    for (const [name, line, change] of [
      ['fournisseurs', { codeFournisseur: 'F1', nomLegal: 'Un' }, { codeFournisseur: 'F1', siret: '1' }],
      ['entrepots', { nom: 'Nord', adresse: 'Lille' }, { nom: 'Nord', capaciteStockage: 9 }],
      ['magasins', { nom: 'Gare', adresse: 'Lyon' }, { nom: 'Gare', statut: 'ferme' }],
    ] as const) {
      assert.equal((await load(name, [line])).created, 1)
      const body = await load(name, [change, { ...line, ...change }, { nomLegal: 7, nom: 7 }])
      assert.partialDeepStrictEqual(body, { created: 0, updated: 1, unchanged: 1, failed: 1 })
      assert.partialDeepStrictEqual(await rows(name), [{ ...line, ...change }])
    }
  })

  test('changes neither of two stores with the same name', async () => {
    await load('magasins', [{ nom: 'Gare', adresse: 'Nantes' }], '')
    const body = await load('magasins', [{ nom: 'Gare', statut: 'ouvert' }])
    assert.deepEqual([body.updated, body.failed], [0, 1])
    assert.match(body.errors[0]?.error ?? '', /Several stores have the nom Gare/)
  })

  test('finds relations by product and supplier', async () => {
    const [one, two] = [await read('U1'), await read('U2')]
    const [supplier] = await rows('fournisseurs')
    const relation = (produitId: unknown, more: object = {}) => ({
      ...{ produitId, fournisseurId: supplier?.id },
      ...more,
    })
    const name = 'produits/fournisseurs'
    assert.equal(
      (await load(name, [relation(one?.id, { prixFournisseurCents: 5, packaging: 2 })], '')).created,
      1,
    )
    const body = await load(name, [
      relation(one?.id, { prixFournisseurCents: 6, statutRelation: 'prefere' }),
      relation(one?.id, { packaging: 2 }),
      relation(two?.id, { packaging: 3 }),
      relation(two?.id, { packaging: 4 }),
      relation(two?.id, { prixFournisseurCents: -1 }),
      relation(2_000_000_000),
    ])
    assert.partialDeepStrictEqual(body, { created: 1, updated: 2, unchanged: 1, failed: 2 })
    const terms = (
      await shop.call<{ rows: Row[] }>('GET', `/api/publique/fournisseurs/${supplier?.id}/produits`)
    ).body.rows
    assert.deepEqual(
      terms.map(({ prixFournisseurCents, packaging, statutRelation }) => [
        prixFournisseurCents,
        packaging,
        statutRelation,
      ]),
      [
        [6, 2, 'prefere'],
        [null, 4, 'actif'],
      ],
    )
    await eventually('the catalogue has the new terms', async () => {
      return (await inCatalogue('U1'))?.prixDAchatFournisseurCents === 6
    })
  })
})

describe('a dry run', () => {
  test('has the same result and stores nothing, for small and large files', async () => {
    const blanks = ' '.repeat(5_000_000)
    const lines = [product(1, { nom: 'Essai' }), product(300), product(301), { ean: 'U302' }]
    const before = await rows('produits')
    for (const text of [JSON.stringify(lines), blanks + JSON.stringify(lines)]) {
      const dry = (await sendFile<Answer>(shop, path('produits', 'mode=upsert&dryRun=true'), text)).body
      assert.partialDeepStrictEqual(dry, { created: 2, updated: 1, unchanged: 0, failed: 1 })
      assert.deepEqual(await rows('produits'), before)
    }
    assert.equal(await inCatalogue('U300'), undefined)
    const { columns, preview, ...dry } = await load('produits', lines, 'mode=upsert&dryRun=true')
    assert.deepEqual(
      preview?.map(({ outcome }) => outcome),
      ['updated', 'created', 'created', 'failed'],
    )
    assert.deepEqual(await load('produits', lines, 'mode=upsert&dryRun=false'), dry)
    assert.equal((await read('U300'))?.nom, 'Article 300')
  })

  test('of a truncated file is 400, and so is an unknown mode', async () => {
    assert.equal((await sendFile(shop, path('produits', 'dryRun=true'), '[{')).status, 400)
    for (const query of ['mode=replace', 'dryRun=perhaps', 'mode=upsert&mode=create'])
      assert.equal((await sendFile(shop, path('produits', query), '[]')).status, 400, query)
  })
})
