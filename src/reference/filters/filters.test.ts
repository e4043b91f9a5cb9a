import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

type Row = { id: number } & Record<string, unknown>

let shop: TestPlatform
let first: Row
const get = <Body>(path: string, query: Record<string, string>) =>
  shop.call<Body>('GET', `/api/publique/${path}?${new URLSearchParams(query)}`)
const create = async (path: string, body: object) =>
  (await shop.call<Row>('POST', `/api/publique/${path}`, body)).body

before(async () => {
  shop = await openPlatform({ only: ['reference'] })
  first = await create('produits', {
    ean: '1',
    nom: 'Écran 100% plat',
    prixDeVenteCents: 1000,
    marque: 'Orée',
  })
  await create('produits', {
    ...{ ean: '2', nom: 'Clavier d’été', prixDeVenteCents: 2000, marque: 'OREE', dureeGarantie: 365 },
    ...{
      produitsComplementairesIds: [first.id],
      photosUrls: ['https://x/été.jpg'],
      dateFinDeVie: '2027-03-01',
    },
  })
  await create('produits', {
    ...{ ean: '3', nom: 'Souris', prixDeVenteCents: 3000, statutProduit: 'inactif', description: '' },
    dateFinDeVie: '2027-03-01T22:00:00+02:00',
  })
  await create('entrepots', {
    nom: 'Gros',
    adresse: 'Brest',
    estGrosVolume: true,
    rolesLogistiques: ['Envoi'],
  })
  await create('entrepots', { nom: 'Petit', adresse: 'Nice', rolesLogistiques: [] })
  await create('magasins', {
    nom: 'Atelier',
    adresse: 'Nice',
    servicesDisponibles: ['reparation', 'reprise'],
  })
})

describe('filters on', () => {
  const today = Temporal.Now.plainDateISO('Europe/Paris')
  const found: [
    path: string,
    filters: [field: string, operator: string, value?: unknown][],
    keys: string[],
  ][] = [
    ['produits', [['nom', 'contains', 'ECRAN 100%']], ['1']],
    ['produits', [['nom', 'contains', '%']], ['1']],
    ['produits', [['nom', 'contains', '_']], []],
    ['produits', [['nom', 'startsWith', 'clavier D']], ['2']],
    ['produits', [['nom', 'endsWith', 'ETE']], ['2']],
    ['produits', [['nom', 'equals', 'souris']], ['3']],
    ['produits', [['nom', 'isAnyOf', ['SOURIS', 'écran 100% plat', 'x']]], ['1', '3']],
    ['produits', [['marque', 'equals', 'orée']], ['1', '2']],
    ['produits', [['marque', 'isEmpty']], ['3']],
    ['produits', [['description', 'isNotEmpty']], []],
    [
      'produits',
      [
        ['prixDeVenteCents', '>', 1000],
        ['prixDeVenteCents', '<=', 2000.5],
      ],
      ['2'],
    ],
    ['produits', [['prixDeVenteCents', '=', '1000']], ['1']],
    ['produits', [['prixDeVenteCents', '=', 1000.5]], []],
    ['produits', [['prixDeVenteCents', 'isAnyOf', [1000, 3000]]], ['1', '3']],
    ['produits', [['prixDeVenteCents', '<', 9_000_000_000_000_000]], ['1', '2', '3']],
    ['produits', [['dureeGarantie', '!=', 365]], ['1', '3']],
    ['produits', [['statutProduit', 'equals', 'INACTIF']], ['3']],
    [
      'produits',
      [
        ['statutProduit', 'endsWith', 'actif'],
        ['statutProduit', 'contains', 'in'],
      ],
      ['3'],
    ],
    ['produits', [['produitsComplementairesIds', 'contains', 1]], ['2']],
    ['produits', [['produitsComplementairesIds', 'isAnyOf', [7, 1]]], ['2']],
    ['produits', [['produitsComplementairesIds', 'contains', 3_000_000_000]], []],
    ['produits', [['produitsComplementairesIds', 'isEmpty']], ['1', '3']],
    ['produits', [['photosUrls', 'endsWith', 'ETE.JPG']], ['2']],
    ['produits', [['dateFinDeVie', '=', '2027-03-01']], ['2', '3']],
    ['produits', [['dateFinDeVie', '<', '2027-03-01']], []],
    ['produits', [['dateFinDeVie', '>=', '2027-03-01T10:00:00Z']], ['2', '3']],
    ['produits', [['createdAt', '=', today.toString()]], ['1', '2', '3']],
    ['produits', [['createdAt', '>', today.toString()]], []],
    ['produits', [['id', '<=', 1]], ['1']],
    ['entrepots', [['estGrosVolume', '=', true]], ['Gros']],
    ['entrepots', [['estGrosVolume', 'equals', 'false']], ['Petit']],
    ['entrepots', [['rolesLogistiques', 'equals', 'envoi']], ['Gros']],
    ['entrepots', [['rolesLogistiques', 'isEmpty']], ['Petit']],
    ['magasins', [['servicesDisponibles', 'contains', 'repar']], ['Atelier']],
    ['magasins', [['servicesDisponibles', 'isAnyOf', ['reprise']]], ['Atelier']],
    ['magasins', [['servicesDisponibles', 'equals', 'location']], []],
  ]
  for (const [path, filters, keys] of found)
    test(`${path}: ${JSON.stringify(filters)}`, async () => {
      const asked = filters.map(([field, operator, value]) => ({ field, operator, value }))
      const { status, body } = await get<Row[]>(path, { filters: JSON.stringify(asked) })
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(
        body.map(row => row.ean ?? row.nom),
        keys,
      )
    })

  test('several fields are combined with business filters, IDs and search', async () => {
    const query = {
      filters: JSON.stringify([{ field: 'prixDeVenteCents', operator: '<', value: 3000 }]),
      marque: 'Orée',
      ids: '1,2,3',
      search: 'ecran',
      limit: '5',
    }
    const { body } = await get<{ total: number; rows: Row[] }>('produits', query)
    assert.deepEqual([body.total, body.rows], [1, [first]])
  })
})

describe('a 400 response names the error in', () => {
  const filter = (field: unknown, operator: unknown, value?: unknown) => [{ field, operator, value }]
  const many = (count: number) => Array.from({ length: count }, () => filter('nom', 'isEmpty')[0])
  const wrong: [filters: unknown, message: RegExp][] = [
    ['nonsense', /not valid JSON/],
    ['{}', /must be a JSON array/],
    [[1], /filters\[0\] must be an object/],
    [[null], /filters\[0\]/],
    [many(21), /at most 20 filters/],
    [filter('price', '='), /filters\[0\]: unknown field "price"; one of id, ean/],
    [filter('deletedAt', 'isEmpty'), /unknown field/],
    [filter('constructor', '='), /unknown field/],
    [filter(7, '='), /unknown field 7/],
    [[...many(1), ...filter('nom', '=', 'x')], /filters\[1\]: unknown operator "=" for nom; one of contains/],
    [filter('prixDeVenteCents', 'contains', 1), /unknown operator "contains" for prixDeVenteCents/],
    [filter('createdAt', 'isAnyOf', []), /unknown operator/],
    [filter('nom', undefined), /unknown operator undefined/],
    [filter('nom', 'contains'), /the value of nom must be text/],
    [filter('nom', 'contains', 5), /must be text/],
    [filter('nom', 'contains', '\0'), /must be text/],
    [filter('nom', 'contains', 'x'.repeat(501)), /500 characters/],
    [filter('nom', 'isAnyOf', 'x'), /an array of 1 to 500 values/],
    [filter('nom', 'isAnyOf', []), /an array of 1 to 500 values/],
    [filter('nom', 'isAnyOf', ['x', 1]), /element 1, must be text/],
    [filter('prixDeVenteCents', '=', 'x'), /the value of prixDeVenteCents must be a number/],
    [filter('prixDeVenteCents', '=', null), /must be a number/],
    [filter('prixDeVenteCents', '<', 1e300), /must be a number/],
    [filter('statutProduit', 'equals', 'x'), /must be one of actif, inactif/],
    [filter('createdAt', '>', 'yesterday'), /must be a date/],
    [filter('createdAt', '>', '2027-02-30'), /must be a date/],
    [filter('createdAt', '>', '-200000-01-01T00:00:00Z'), /must be a date/],
    [filter('dateFinDeVie', '>', 5), /must be text/],
  ]
  for (const [filters, message] of wrong)
    test(JSON.stringify(filters).slice(0, 80), async () => {
      const text = typeof filters === 'string' ? filters : JSON.stringify(filters)
      const { status, body } = await get<{ message: string }>('produits', { filters: text })
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(body.message, message)
    })

  test('an invalid boolean or an unknown include', async () => {
    const filters = JSON.stringify(filter('estGrosVolume', '=', 1))
    assert.equal((await get('entrepots', { filters })).status, 400)
    for (const [path, include] of [
      ['produits', 'produits'],
      ['magasins', 'fournisseurs'],
    ] as const)
      for (const url of [path, `${path}/1`]) {
        const { status, body } = await get<{ message: string }>(url, { include })
        assert.equal(status, 400, url)
        assert.match(body.message, new RegExp(include))
      }
  })
})
