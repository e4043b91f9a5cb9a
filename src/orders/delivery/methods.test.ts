import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createKey, createLimitedKey, GUARDED, KEYS } from '../../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions, type Problem } from '../../../test/support/shopping.ts'
import type { DeliveryMethod } from '../delivery-schemas.ts'

const MODES = '/api/v1/privee/modes-livraison'
const tarifs = [{ prixCents: 490 }]

let shop: TestPlatform
before(async () => {
  shop = await openPlatform()
})

let next = 0
const codeOf = () => `mode-${++next}`
const minimal = () => ({ code: codeOf(), nom: 'Colis', type: 'domicile', tarifs })
const create = (fields: object = {}) =>
  shop.call<DeliveryMethod & Problem>('POST', MODES, { ...minimal(), ...fields })
const read = (code: string) => shop.call<DeliveryMethod & Problem>('GET', `${MODES}/${code}`)
const change = (code: string, fields: object) =>
  shop.call<DeliveryMethod & Problem>('PATCH', `${MODES}/${code}`, fields)
const remove = (code: string) => shop.call<Problem>('DELETE', `${MODES}/${code}`)

describe('a delivery method', () => {
  test('has defaults for missing fields, is changed partially, cleared by null, and deleted once', async () => {
    const { status, body } = await create()
    assert.equal(status, 201)
    assert.deepEqual(body as unknown, {
      ...{ code: body.code, nom: 'Colis', description: null, type: 'domicile', zones: [] },
      tarifs: [{ aPartirDeCents: 0, jusquAGrammes: null, prixCents: 490 }],
      ...{ offertDesCents: null, delaiJours: null, suiviUrl: null, tauxTva: null, actif: true },
    })
    const fields = {
      ...{
        description: 'Sous la semaine',
        offertDesCents: 5000,
        delaiJours: { min: 1, max: 3 },
        tauxTva: 5.5,
      },
      ...{ suiviUrl: 'https://suivi.example/{numero}', actif: false, type: 'relais' },
      zones: [{ pays: 'FR', prefixes: ['59', '2A'] }],
    }
    const changed = await change(body.code, { ...fields, code: body.code })
    assert.deepEqual([changed.status, changed.body as unknown], [200, { ...body, ...fields }])
    const nulls = Object.fromEntries(Object.keys(fields).map(name => [name, null]))
    const cleared = await change(body.code, { ...nulls, type: 'domicile' })
    assert.deepEqual([cleared.status, cleared.body], [200, body])
    assert.deepEqual((await read(body.code)).body, body)
    assert.equal((await remove(body.code)).status, 204)
    for (const answer of [await remove(body.code), await read(body.code), await change(body.code, {})])
      assert.deepEqual([answer.status, answer.body.code], [404, 'mode-inconnu'])
  })

  test('is listed by code for staff, and for shoppers with its lowest price while it is active', async () => {
    const rows = [{ prixCents: 700 }, { aPartirDeCents: 5000, prixCents: 300 }]
    const { code } = (await create({ tarifs: rows })).body
    const hidden = (await create({ actif: false })).body.code
    const all = (await shop.call<DeliveryMethod[]>('GET', MODES)).body.map(each => each.code)
    assert.deepEqual(all, all.toSorted())
    assert.ok(all.includes(code) && all.includes(hidden))
    const { body } = await shop.call<{ code: string }[]>('GET', '/api/v1/publique/modes-livraison')
    assert.equal(
      body.some(each => each.code === hidden),
      false,
    )
    assert.deepEqual(body.find(each => each.code === code) as unknown, {
      ...{ code, nom: 'Colis', description: null, type: 'domicile', delaiJours: null, offertDesCents: null },
      prixMinCents: 300,
    })
  })

  const INVALID: [fields: object, message: RegExp][] = [
    [{ code: 'A' }, /^body\/code must match pattern/],
    [{ code: 'Été' }, /^body\/code must match pattern/],
    [{ nom: '' }, /^body\/nom must NOT have fewer/],
    [{ nom: 'x'.repeat(101) }, /^body\/nom must NOT have more/],
    [{ type: 'drone' }, /^body\/type must be one of domicile, relais, retrait$/],
    [{ tarifs: [] }, /^body\/tarifs must NOT have fewer/],
    [{ tarifs: null }, /^body\/tarifs must be/],
    [{ tarifs: [{ prixCents: -1 }] }, /^body\/tarifs\/0\/prixCents must be >= 0$/],
    [{ tarifs: [{ prixCents: 1.5 }] }, /^body\/tarifs\/0\/prixCents must be/],
    [{ tarifs: [{ prixCents: 1, jusquAGrammes: 0 }] }, /^body\/tarifs\/0\/jusquAGrammes must be >= 1/],
    [{ tarifs: [{ prixCents: 1, prix: 2 }] }, /^body\/tarifs\/0 must NOT have additional properties$/],
    [{ tarifs: Array(51).fill({ prixCents: 1 }) }, /^body\/tarifs must NOT have more/],
    [
      { tarifs: [{ prixCents: 1 }, { aPartirDeCents: 0, jusquAGrammes: null, prixCents: 2 }] },
      /^body\/tarifs\/1 has the aPartirDeCents 0 and jusquAGrammes null of tarifs\/0/,
    ],
    [{ zones: [{ pays: 'ZZ', prefixes: [] }] }, /^body\/zones\/0\/pays is ZZ, which is no ISO 3166-1/],
    [{ zones: [{ pays: 'fr', prefixes: [] }] }, /^body\/zones\/0\/pays must match/],
    [{ zones: [{ pays: 'FR', prefixes: ['75 0'] }] }, /^body\/zones\/0\/prefixes\/0 must match/],
    [{ zones: Array(301).fill({ pays: 'FR', prefixes: [] }) }, /^body\/zones must NOT have more/],
    [{ offertDesCents: -1 }, /^body\/offertDesCents must be >= 0/],
    [{ delaiJours: { min: 4, max: 3 } }, /^body\/delaiJours\/min is 4; it must be at most max, 3$/],
    [{ delaiJours: { min: 0, max: 91 } }, /^body\/delaiJours\/max must be <= 90/],
    [{ suiviUrl: 'http://suivi.example/{numero}' }, /^body\/suiviUrl is http:.*must be an https address/],
    [{ suiviUrl: 'https://suivi.example/' }, /must be an https address that contains \{numero\}$/],
    [{ suiviUrl: 'javascript:{numero}' }, /must be an https address/],
    [{ tauxTva: 101 }, /^body\/tauxTva must be <= 100/],
    [{ tauxTva: 5.555 }, /^body\/tauxTva must be multiple of 0.01/],
    [{ inconnu: 1 }, /inconnu/],
  ]

  test('is 400 when invalid, and nothing is stored', async () => {
    const { code } = (await create()).body
    const before = (await shop.call<DeliveryMethod[]>('GET', MODES)).body
    for (const [fields, message] of INVALID) {
      const refused = await create(fields)
      assert.equal(refused.status, 400, JSON.stringify(fields))
      assert.match(refused.body.message, message)
      assert.equal((await change(code, fields)).status, 400, JSON.stringify(fields))
    }
    for (const body of [undefined, []]) assert.equal((await shop.call('POST', MODES, body)).status, 400)
    const other = await change(code, { code: 'autre' })
    assert.deepEqual([other.status, other.body.message], [400, `body/code is autre; it must remain ${code}`])
    assert.deepEqual((await shop.call('GET', MODES)).body, before)
  })

  test('with 300 zones of 300 prefixes is stored', async () => {
    const prefixes = Array.from({ length: 300 }, (_, i) => `ABCDEF${1000 + i}`)
    const { status } = await create({ zones: Array(300).fill({ pays: 'GB', prefixes }), actif: false })
    assert.equal(status, 201)
  })

  test('created twenty times concurrently exists once', async () => {
    const body = minimal()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.call<Problem>('POST', MODES, body)),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)])
    assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'code-existant')
  })
})

test('only catalogue staff change methods, and support, shop and till read them', async () => {
  const own = await openPlatform({ settings: GUARDED })
  const method = minimal()
  const path = `${MODES}/${method.code}`
  const statusesFor = async (header: Record<string, string>) => {
    const statuses: number[] = []
    for (const [verb, url, body] of [
      ['POST', MODES, method],
      ['GET', MODES],
      ['GET', path],
      ['PATCH', path, { nom: 'Autre' }],
      ['DELETE', path],
    ] as const)
      statuses.push((await own.call(verb, url, body, header)).status)
    return statuses
  }
  assert.deepEqual(await statusesFor({}), [401, 401, 401, 401, 401])
  assert.deepEqual(await statusesFor((await createKey(own, 'warehouse')).header), [403, 403, 403, 403, 403])
  assert.deepEqual(await statusesFor((await createKey(own, 'catalogue')).header), [201, 200, 200, 200, 204])
  await own.call('POST', MODES, method, KEYS.admin)
  for (const right of ['support', 'shop', 'till'])
    assert.deepEqual(await statusesFor((await createKey(own, right)).header), [403, 200, 200, 403, 403])
  const limited = await createLimitedKey(own, [1], 'catalogue', 'support')
  assert.deepEqual(await statusesFor(limited.header), [403, 200, 200, 403, 403])
  assert.equal((await own.call('GET', '/api/v1/publique/modes-livraison')).status, 200)
})

test('a deleted method stays in a free-delivery promotion and means nothing', async () => {
  const { code } = (await create()).body
  const promotion = {
    ...{ categoriePromotion: 'PANIER', typePromotion: 'LIVRAISON_OFFERTE', modesLivraison: [code] },
    ...{ dateDebut: '2020-01-01T00:00:00Z', dateFin: '2020-02-01T00:00:00Z' },
  }
  const created = await shop.call<{ id: number; modesLivraison: string[]; valeurPromotion: null } & Problem>(
    'POST',
    '/api/publique/data',
    promotion,
  )
  assert.equal(created.status, 201, created.body.message)
  assert.partialDeepStrictEqual(created.body as unknown, {
    valeurPromotion: null,
    uniteValeur: null,
    modesLivraison: [code],
  })
  assert.equal((await remove(code)).status, 204)
  const path = `/api/publique/data/${created.body.id}`
  assert.equal((await shop.call('PUT', path, { description: 'Offerte' })).status, 200)
  assert.equal((await shop.call('PUT', path, { modesLivraison: [code] })).status, 422)
})

test('a free-delivery promotion that contradicts itself is 422, and another type needs a value', async () => {
  const { line } = await createShopActions(shop).stocked((await createShopActions(shop).store()).id, 1)
  const free = {
    ...{ categoriePromotion: 'PANIER', typePromotion: 'LIVRAISON_OFFERTE' },
    ...{ dateDebut: '2020-01-01T00:00:00Z', dateFin: '2020-02-01T00:00:00Z' },
  }
  const post = (fields: object) => shop.call<Problem>('POST', '/api/publique/data', { ...free, ...fields })
  for (const fields of [
    { idProduit: [String(line().id)] },
    { categorieProduit: 'Accessoires' },
    { quantiteAchat: 2 },
    { modesLivraison: [] },
    { modesLivraison: ['inconnu'] },
    { typePromotion: 'POURCENTAGE', valeurPromotion: 10, uniteValeur: 'PERCENT', modesLivraison: ['colis'] },
  ])
    assert.equal((await post(fields)).status, 422, JSON.stringify(fields))
  for (const fields of [
    { typePromotion: 'POURCENTAGE', uniteValeur: 'PERCENT' },
    { typePromotion: 'POURCENTAGE', valeurPromotion: 10 },
  ]) {
    const { status, body } = await post(fields)
    assert.deepEqual([status, body.code], [400, 'requete-invalide'])
  }
  const { body } = await post({ valeurPromotion: 10, uniteValeur: 'PERCENT' })
  assert.partialDeepStrictEqual(body as unknown, { valeurPromotion: null, uniteValeur: null })
  assert.equal('modesLivraison' in body, false)
})
