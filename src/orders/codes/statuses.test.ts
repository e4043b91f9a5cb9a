import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type BasketCode, CODES, createCodeActions } from '../../../test/support/codes.ts'
import { GUARDED, KEYS } from '../../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions, type Problem } from '../../../test/support/shopping.ts'

let shop: TestPlatform
let guarded: TestPlatform
/** A product at 10 euros. */
let line: { id: number; quantite: number; prixUnitaireCents: number }
let customer: { userId: number; clientId: string; accessToken: string }
before(async () => {
  shop = await openPlatform({ started: false })
  guarded = await openPlatform({ started: false, databaseUrl: shop.databaseUrl, settings: GUARDED })
  const { id } = await createShopActions(shop).product()
  line = { id, quantite: 1, prixUnitaireCents: 1000 }
  const person = { email: 'codes@example.org', motDePasse: 'secret1', prenom: 'A', nom: 'L' }
  customer = (await shop.call<typeof customer>('POST', '/api/auth/register', person)).body
})

const actions = () => createCodeActions(shop)
/** Returns the statuses of codes in a basket of one product. */
const statuses = async (
  codes: string[],
  more: object = {},
  headers: Record<string, string> = {},
  at = shop,
) => (await createCodeActions(at).basket([line], codes, more, headers)).codes?.map(({ statut }) => statut)
const order = (codes: string[], montantTotalCents: number, more: object = {}, at = shop, headers = {}) =>
  at.call<{ ordreId: string; codes?: object[] } & Problem & { codePromotion?: string; statut?: string }>(
    'POST',
    '/api/commandes',
    createShopActions(at).order([line], { codes, montantTotalCents, ...more }),
    headers,
  )
const read = async (ordreId: string) =>
  (await shop.call<{ codes?: BasketCode[] }>('GET', `/api/commandes/${ordreId}`)).body

describe('a code in a basket', () => {
  test('applies its promotion, however it is written, in all three calculations', async () => {
    const { promote, code, basket } = actions()
    const { code: name } = await code(await promote())
    const written = name.toLowerCase().replace('-', ' - ')
    const priced = await basket([line], [written])
    assert.equal(priced.totalCents, 900)
    assert.deepEqual(priced.codes, [{ code: written, statut: 'applique', montantCents: 100 }])
    const calculated = await shop.call<{ totalApresPromo: number }>(
      ...([
        'POST',
        '/api/publique/promotions/calculer-panier',
        { articles: [line], codes: [written] },
      ] as const),
    )
    assert.deepEqual(calculated.body, { totalApresPromo: 900 })
    assert.partialDeepStrictEqual(await order([written], 1000), {
      status: 422,
      body: { code: 'panier-change', attendu: 900 },
    })
    const placed = await order([written], 900)
    assert.equal(placed.status, 201)
    assert.deepEqual((await read(placed.body.ordreId)).codes as unknown, [
      {
        code: name,
        promotionId: (await shop.call<{ data: { promotionId: number }[] }>('GET', `${CODES}?search=${name}`))
          .body.data[0]?.promotionId,
        montantCents: 100,
      },
    ])
  })

  test('changes nothing where none is named', async () => {
    const { promote, code, basket } = actions()
    await code(await promote())
    assert.deepEqual(Object.keys(await basket([line], [])).includes('codes'), false)
    assert.equal((await basket([line], [])).totalCents, 1000)
    for (const codes of [undefined, null, []]) {
      const { status, body } = await order(codes as string[], 1000)
      assert.equal(status, 201)
      assert.equal('codes' in (await read(body.ordreId)), false)
    }
  })

  test('is not used where a better promotion applies, or its conditions are not met', async () => {
    const { promote, code, basket } = actions()
    const [ten, twenty, high, later, store, till] = await Promise.all([
      promote(),
      promote({ valeurPromotion: 20 }),
      promote({ seuilMontant: 5_000 }),
      promote({ dateDebut: '2998-01-01' }),
      createShopActions(shop)
        .store()
        .then(({ id }) => promote({ idMagasin: [String(id)] })),
      promote({ applicationsConcernees: ['MAGASIN'] }),
    ])
    const names = []
    for (const id of [ten, twenty, high, later]) names.push((await code(id)).code)
    const basketOf = await basket([line], names)
    assert.deepEqual(
      basketOf.codes?.map(({ statut, montantCents }) => `${statut} ${montantCents}`),
      [...['non-retenu 0', 'applique 200', 'non-retenu 0', 'non-retenu 0']],
    )
    const elsewhere = [(await code(store)).code, (await code(till)).code]
    assert.deepEqual(await statuses(elsewhere), ['non-retenu', 'non-retenu'])
    const placed = await order(elsewhere, 1000)
    assert.deepEqual((await read(placed.body.ordreId)).codes, [])
  })

  test('counts once of several of one promotion, and of one named twice', async () => {
    const { promote, code } = actions()
    const id = await promote()
    const [one, other] = [(await code(id)).code, (await code(id)).code]
    assert.deepEqual(await statuses([other, one, one.toLowerCase()]), [
      'non-retenu',
      'applique',
      'non-retenu',
    ])
    assert.deepEqual(await statuses([one, other]), ['applique', 'non-retenu'])
  })

  test('of a promotion that is automatic all the same is not used', async () => {
    const { promote, code, basket } = actions()
    const id = await promote()
    const { code: name } = await code(id)
    const pg = shop.platform.db.pg
    await pg.query(
      `update orders.promotion set promotion = (promotion::jsonb || '{"autoAppliquee": true}')::json where id = $1`,
      [id],
    )
    await pg.query('update orders.promotions_version set version = version + 1')
    const priced = await basket([line], [name])
    assert.equal(priced.totalCents, 900)
    assert.deepEqual(priced.codes, [{ code: name, statut: 'non-retenu', montantCents: 0 }])
    await shop.call('DELETE', `/api/publique/data/${id}`)
  })

  test('is unknown if it does not exist, is revoked, or its promotion is deleted', async () => {
    const { promote, code } = actions()
    const [revoked, deleted] = [await code(await promote()), await code(await promote())]
    await shop.call('DELETE', `${CODES}/${revoked.id}`)
    await shop.call('DELETE', `/api/publique/data/${deleted.promotionId}`)
    const names = ['NOSUCHCODE', 'é', revoked.code, deleted.code, '%']
    assert.deepEqual(await statuses(names), Array(5).fill('inconnu'))
    for (const name of names)
      assert.partialDeepStrictEqual(await order([name], 1000), {
        ...{ status: 422, body: { code: 'code-refuse', codePromotion: name, statut: 'inconnu' } },
      })
  })

  test('has expired after its own end or that of its promotion', async () => {
    const { promote, code } = actions()
    const [own, ofPromotion] = [
      await code(await promote(), { utilisationsMax: 1 }),
      await code(await promote()),
    ]
    assert.deepEqual(await statuses([own.code, ofPromotion.code]), ['applique', 'non-retenu'])
    await shop.platform.db.pg.query(
      `update orders.code_promotion set "dateFin" = '2020-01-01', utilisations = 1 where id = $1`,
      [own.id],
    )
    await shop.call('PUT', `/api/publique/data/${ofPromotion.promotionId}`, { dateFin: '2020-01-02' })
    assert.deepEqual(await statuses([own.code, ofPromotion.code]), ['expire', 'expire'])
    await shop.platform.db.pg.query(`update orders.code_promotion set utilisations = 0 where id = $1`, [
      own.id,
    ])
    assert.partialDeepStrictEqual(await order([own.code], 1000), { status: 422, body: { statut: 'expire' } })
  })

  test('with too many or invalid names is 400', async () => {
    for (const codes of [Array(6).fill('CODE'), 'CODE', [''], [1], ['A'.repeat(10_000)], [null], [{}]])
      for (const url of [
        '/api/v1/publique/paniers',
        '/api/publique/promotions/calculer-panier',
        '/api/commandes',
      ])
        assert.equal(
          (await shop.call('POST', url, createShopActions(shop).order([line], { codes }))).status,
          400,
          url,
        )
  })
})

describe('a code that requires a customer', () => {
  test('works for each proven customer who exists, as often as its limit', async () => {
    const { promote, code } = actions()
    const { code: name } = await code(await promote(), { utilisationsParClient: 1 })
    for (const idClient of [undefined, 'CLI_NOBODY', 'INVITE-1', '999999'])
      assert.deepEqual(await statuses([name], { idClient }), ['connexion-requise'], String(idClient))
    const { clientId, userId } = customer
    assert.deepEqual(await statuses([name], { idClient: clientId }), ['applique'])
    assert.partialDeepStrictEqual(await order([name], 900), {
      status: 422,
      body: { statut: 'connexion-requise' },
    })
    assert.equal((await order([name], 900, { clientId: userId })).status, 201)
    for (const idClient of [clientId, String(userId)])
      assert.deepEqual(await statuses([name], { idClient }), ['epuise'])
    assert.partialDeepStrictEqual(await order([name], 900, { clientId }), {
      status: 422,
      body: { statut: 'epuise' },
    })
  })

  test('is proven by a token or a key once keys are configured', async () => {
    const { promote, code } = actions()
    const { clientId, accessToken } = customer
    const { code: name } = await code(await promote({ idClient: [clientId] }))
    const own = { authorization: `Bearer ${accessToken}` }
    const at = (idClient: string, headers = {}) => statuses([name], { idClient }, headers, guarded)
    assert.deepEqual(await at(clientId), ['connexion-requise'])
    assert.deepEqual(await at(clientId, own), ['applique'])
    assert.deepEqual(await at(clientId, KEYS.admin), ['applique'])
    assert.deepEqual(await at('CLI_NOBODY', KEYS.admin), ['connexion-requise'])
    assert.deepEqual(await at('INVITE1', KEYS.admin), ['connexion-requise'])
    const other = { email: 'other-codes@example.org', motDePasse: 'secret1', prenom: 'A', nom: 'L' }
    const { body } = await shop.call<{ clientId: string }>('POST', '/api/auth/register', other)
    assert.deepEqual(await at(body.clientId, KEYS.admin), ['non-retenu'])
  })
})

describe('with keys configured', () => {
  const basket = async (codes: string[], remoteAddress: string, headers = {}) =>
    guarded.server.inject({
      ...{ method: 'POST', url: '/api/v1/publique/paniers', remoteAddress, headers },
      body: { articles: [line], codes },
    })
  const five = (from: number) => Array.from({ length: 5 }, (_, i) => `UNKNOWN${from + i}`)

  test('twenty unknown codes a minute from one address close it to codes', async () => {
    const { promote, code } = actions()
    const { code: known } = await code(await promote())
    const address = '192.0.2.10'
    for (const from of [0, 5, 10]) assert.equal((await basket(five(from), address)).statusCode, 200)
    assert.equal((await basket([known, ...five(15).slice(1)], address)).statusCode, 200)
    assert.equal((await basket(['UNKNOWN19'], address)).statusCode, 200)
    const refused = await basket([known], address)
    assert.equal(refused.statusCode, 429)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.equal((await basket([], address)).statusCode, 200)
    assert.equal((await basket([known], '192.0.2.11')).statusCode, 200)
    assert.equal((await basket(five(20), address, KEYS.admin)).statusCode, 200)
    await shop.platform.db.pg.query('update platform.limite set expire = expire - 60000')
    assert.equal((await basket([known], address)).statusCode, 200)
  })

  test('calls at once do not name more', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => basket(five(i * 5), '192.0.2.12')))
    assert.ok(answers.filter(({ statusCode }) => statusCode === 200).length <= 4)
  })

  test('the routes of codes require the right catalogue, reading them also support', async () => {
    const create = (headers = {}) =>
      guarded.call('POST', CODES, { promotionId: 999_999, code: 'RIGHTS' }, headers)
    assert.equal((await create()).status, 401)
    assert.equal((await create(KEYS.admin)).status, 422)
    assert.equal((await guarded.call('GET', CODES)).status, 401)
    assert.equal((await guarded.call('DELETE', `${CODES}/1`)).status, 401)
  })
})
