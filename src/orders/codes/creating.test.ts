import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { CODES, type Code, createCodeActions } from '../../../test/support/codes.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { Problem } from '../../../test/support/shopping.ts'

let shop: TestPlatform
let promotionId: number
before(async () => {
  shop = await openPlatform({ started: false })
  promotionId = await createCodeActions(shop).promote()
})

const create = (fields: object, headers?: Record<string, string>) =>
  shop.call<Code & Problem>('POST', CODES, { promotionId, ...fields }, headers)
const list = async (query = '') =>
  (await shop.call<{ data: Code[]; total: number; page: number; limit: number }>('GET', `${CODES}?${query}`))
    .body
const codesOf = (csv: unknown) => String(csv).trim().split('\n').slice(1)

describe('creating a code', () => {
  test('answers with it, without limits unless some are given', async () => {
    const { status, body } = await create({ code: 'Rentree' })
    assert.equal(status, 201)
    const { id, createdAt, ...fields } = body
    assert.ok(id > 0 && Date.parse(createdAt) > 0)
    assert.deepEqual(fields as object, {
      ...{ code: 'Rentree', promotionId, utilisationsMax: null, utilisationsParClient: null },
      ...{ dateFin: null, utilisations: 0, revoqueLe: null },
    })
    const limited = await create({
      ...{ code: 'rentree 2', utilisationsMax: 3, utilisationsParClient: 1, dateFin: '2998-12-31' },
    })
    assert.partialDeepStrictEqual(limited.body, {
      ...{ utilisationsMax: 3, utilisationsParClient: 1, dateFin: '2998-12-31T22:59:59.999Z' },
    })
  })

  test('is 409 for one that exists, in whatever case and spacing, also once it is revoked', async () => {
    const { body } = await create({ code: 'ETE 2026' })
    assert.partialDeepStrictEqual(await create({ code: 'ete-2026' }), {
      status: 409,
      body: { code: 'code-existant' },
    })
    await shop.call('DELETE', `${CODES}/${body.id}`)
    assert.equal((await create({ code: 'ETE2026' })).status, 409)
  })

  test('twenty times at once creates one', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ code: 'AT-ONCE' })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)])
  })

  test('twice with one Idempotency-Key answers the same', async () => {
    const key = { 'idempotency-key': 'create-one-code' }
    const first = await create({ code: 'ONCE-ONLY' }, key)
    const second = await create({ code: 'ONCE-ONLY' }, key)
    assert.equal(second.status, 201)
    assert.deepEqual(second.body, first.body)
    assert.equal((await create({ code: 'ANOTHER' }, key)).status, 422)
  })

  test('names what is wrong and stores nothing', async () => {
    const { total } = await list()
    const long = 'A'.repeat(10_000)
    for (const [fields, pattern] of [
      [{}, /neither/],
      [{ code: 'BOTH', nombre: 2 }, /either code or nombre/],
      [{ code: null, nombre: null }, /neither/],
      [{ code: 'WITH', prefixe: 'NOEL' }, /prefixe/],
      [{ code: 'ABC' }, /4 to 40/],
      [{ code: 'A-B-C' }, /4 to 40/],
      [{ code: 'A'.repeat(41) }, /4 to 40/],
      [{ code: long }, /code/],
      [{ code: '-ABCD' }, /between them/],
      [{ code: 'ÉTÉ-2026' }, /A-Z/],
      [{ code: 'AB\u0000CD' }, /code|zero/i],
      [{ code: 1234 }, /string/],
      [{ nombre: 0 }, /nombre/],
      [{ nombre: 1.5 }, /nombre/],
      [{ nombre: 100_001 }, /100000/],
      [{ nombre: '3' }, /nombre/],
      [{ nombre: 1, prefixe: 'A'.repeat(21) }, /prefixe/],
      [{ nombre: 1, prefixe: '%' }, /prefixe/],
      [{ code: 'GOOD', utilisationsMax: 0 }, /utilisationsMax/],
      [{ code: 'GOOD', utilisationsParClient: -1 }, /utilisationsParClient/],
      [{ code: 'GOOD', dateFin: 'tomorrow' }, /dateFin/],
      [{ code: 'GOOD', promotionId: 'x' }, /promotionId/],
      [{ code: 'GOOD', promotionId: null }, /promotionId/],
    ] as [object, RegExp][]) {
      const { status, body } = await create(fields)
      assert.equal(status, 400, JSON.stringify(fields).slice(0, 100))
      assert.match(body.message, pattern)
      assert.ok(body.message.length < 500)
    }
    assert.equal((await shop.call('POST', CODES)).status, 400)
    assert.partialDeepStrictEqual(await create({ code: 'GOOD', dateFin: '2020-01-01' }), {
      ...{ status: 422, body: { code: 'valeur-refusee' } },
    })
    assert.equal((await list()).total, total)
  })

  test('requires a promotion that exists and is not automatic', async () => {
    const { promote } = createCodeActions(shop)
    const deleted = await promote()
    await shop.call('DELETE', `/api/publique/data/${deleted}`)
    for (const id of [deleted, 999_999, Number.MAX_SAFE_INTEGER])
      assert.partialDeepStrictEqual(await create({ promotionId: id, code: 'UNKNOWN' }), {
        ...{ status: 422, body: { code: 'promotion-inconnue' } },
      })
    const automatic = await promote({ autoAppliquee: true })
    assert.partialDeepStrictEqual(await create({ promotionId: automatic, code: 'UNKNOWN' }), {
      ...{ status: 409, body: { code: 'promotion-automatique' } },
    })
  })

  test('requests a promotion that orders has not received', async () => {
    const { promote } = createCodeActions(shop)
    const id = await promote()
    await shop.platform.db.pg.query('delete from orders.promotion where id = $1', [id])
    assert.equal((await create({ promotionId: id, code: 'RECEIVED' })).status, 201)
  })

  test('is 503 for an unknown promotion if promotions cannot be asked', async () => {
    const alone = await openPlatform({
      ...{ only: ['orders'], started: false, databaseUrl: shop.databaseUrl },
      settings: { COMPTOIR_PROMOTIONS_URL: 'http://127.0.0.1:9/' },
    })
    const body = { code: 'ALONE', promotionId: 999_999 }
    assert.equal((await alone.call('POST', CODES, body)).status, 503)
    assert.equal((await alone.call('POST', CODES, { ...body, promotionId })).status, 201)
  })
})

describe('generating codes', () => {
  test('answers with a CSV of different codes after the prefix, each for one use', async () => {
    const { status, body, headers } = await create({ nombre: 1_200, prefixe: 'Noel' })
    assert.equal(status, 201)
    assert.match(String(headers['content-type']), /^text\/csv/)
    const codes = codesOf(body)
    assert.equal(new Set(codes).size, 1_200)
    for (const code of codes) assert.match(code, /^Noel-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    const { total, data } = await list(`search=${codes[7]}`)
    assert.equal(total, 1)
    assert.equal(data[0]?.utilisationsMax, 1)
    const unlimited = codesOf((await create({ nombre: 1, utilisationsMax: null })).body)
    assert.equal((await list(`search=${unlimited[0]}`)).data[0]?.utilisationsMax, null)
  })

  test('thirty thousand takes one call, and again with the same Idempotency-Key the same list', async () => {
    const other = await createCodeActions(shop).promote()
    const key = { 'idempotency-key': 'generate-many' }
    const first = await create({ nombre: 30_000, promotionId: other }, key)
    assert.equal(first.status, 201)
    assert.equal(new Set(codesOf(first.body)).size, 30_000)
    const second = await create({ nombre: 30_000, promotionId: other }, key)
    assert.equal(second.headers['idempotent-replay'], 'true')
    assert.match(String(second.headers['content-type']), /^text\/csv/)
    assert.ok(second.body === first.body)
    assert.equal((await list(`promotionId=${other}`)).total, 30_000)
  })
})

describe('the list of codes', () => {
  test('is in the order of creation, by promotion and by any part of the code', async () => {
    const { promote, code } = createCodeActions(shop)
    const [one, other] = [await promote(), await promote()]
    const made = [
      await code(one, { code: 'LISTE-UN-1' }),
      await code(other, { code: 'Liste un 2' }),
      await code(one, { code: 'LISTE-UN-3' }),
    ]
    assert.deepEqual((await list('search=teun')).data, made)
    assert.deepEqual((await list('search=te%20u-N')).data, made)
    assert.deepEqual((await list(`search=listeun&promotionId=${one}`)).data, [made[0], made[2]])
    assert.deepEqual(await list(`promotionId=${one}&page=2&limit=1`), {
      ...{ data: [made[2]], total: 2, page: 2, limit: 1 },
    })
    for (const search of ['%25', '_ISTE', 'é', '\\']) assert.equal((await list(`search=${search}`)).total, 0)
    for (const query of ['page=0', 'limit=101', 'sort=code', 'promotionId=x', `search=${'a'.repeat(101)}`])
      assert.equal((await shop.call('GET', `${CODES}?${query}`)).status, 400, query)
  })

  test('shows when a code was revoked, the first time', async () => {
    const { code } = createCodeActions(shop)
    const { id, code: name } = await code(promotionId)
    assert.equal((await shop.call('DELETE', `${CODES}/${id}`)).status, 204)
    const revoked = (await list(`search=${name}`)).data[0]
    assert.ok(Date.parse(revoked?.revoqueLe ?? '') > 0)
    assert.equal((await shop.call('DELETE', `${CODES}/${id}`)).status, 204)
    assert.deepEqual((await list(`search=${name}`)).data[0], revoked)
    assert.partialDeepStrictEqual(await shop.call('DELETE', `${CODES}/999999999`), {
      ...{ status: 404, body: { code: 'code-inconnu' } },
    })
    assert.equal((await shop.call('DELETE', `${CODES}/x`)).status, 400)
  })
})

describe('a promotion with codes', () => {
  test('cannot become automatic, until its codes are revoked', async () => {
    const { promote, code } = createCodeActions(shop)
    const id = await promote()
    const put = (body: object, at = shop) => at.call('PUT', `/api/publique/data/${id}`, body)
    assert.equal((await put({ autoAppliquee: true })).status, 200)
    assert.equal((await put({ autoAppliquee: false })).status, 200)
    const made = await code(id)
    for (const autoAppliquee of [true, null])
      assert.partialDeepStrictEqual(await put({ autoAppliquee }), {
        ...{ status: 409, body: { code: 'promotion-automatique' } },
      })
    assert.equal((await put({ autoAppliquee: false, valeurPromotion: 20 })).status, 200)

    const alone = await openPlatform({
      ...{ only: ['promotions'], started: false, databaseUrl: shop.databaseUrl },
      settings: { COMPTOIR_ORDERS_URL: 'http://127.0.0.1:9/' },
    })
    assert.equal((await put({ autoAppliquee: true }, alone)).status, 503)
    assert.equal((await put({ valeurPromotion: 30 }, alone)).status, 200)

    await shop.call('DELETE', `${CODES}/${made.id}`)
    assert.equal((await put({ autoAppliquee: true })).status, 200)
  })
})
