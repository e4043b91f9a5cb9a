import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, describe, test } from 'node:test'
import {
  bearer,
  type Failure,
  login,
  newEmail,
  openAccounts,
  person,
  readProfile,
  register,
  statuses,
} from '../../../test/support/accounts.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { sql } from '../../platform/database/sql.ts'
import { createUnmatchableHash, passwordHashes } from '../credentials/passwords.ts'

let shop: TestPlatform
before(async () => {
  shop = await openAccounts()
})

describe('a login', () => {
  test('ignores the case of the e-mail, and compares the password exactly, including spaces', async () => {
    const { body } = await register(person())
    const answer = await login(` ${body.email.toUpperCase()} `, ' s3cret ')

    assert.equal(answer.status, 200)
    assert.deepEqual({ ...answer.body, accessToken: '' }, { ...body, accessToken: '' })
    assert.notEqual(answer.body.accessToken, body.accessToken)
    assert.equal((await login(body.email, 's3cret')).status, 401)
  })

  test('reveals neither by its response nor by its work whether the e-mail has an account', async () => {
    const { body } = await register(person())
    const tried = async (email: string) => {
      const before = passwordHashes.computed
      const { status, body } = await login(email, 'wrong password')
      return { status, body, hashes: passwordHashes.computed - before }
    }
    const known = await tried(body.email)

    assert.deepEqual(await tried(newEmail()), known)
    assert.partialDeepStrictEqual(known, { status: 401, hashes: 1 })
    const { motDePasse } = await shop.platform.db.one(
      sql<{ motDePasse: string }>`select "motDePasse" from accounts.compte where id = ${body.userId}`,
    )
    const [nobodys, theirs] = [createUnmatchableHash(), motDePasse].map(hash => hash.split('$'))
    assert.deepEqual(nobodys!.slice(0, 4), theirs!.slice(0, 4))
    assert.deepEqual(
      nobodys!.map(part => part.length),
      theirs!.map(part => part.length),
    )
  })

  test('made twenty times concurrently with the right password returns twenty different tokens', async () => {
    const { body } = await register(person())
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(body.email, ' s3cret ')))

    assert.deepEqual(statuses(answers), Array(20).fill(200))
    assert.equal(new Set(answers.map(answer => answer.body.accessToken)).size, 20)
  })

  test('with wrong passwords is limited to ten of thirty concurrent attempts; then the right password is 429 too, but other e-mails are not', async () => {
    const [{ body }, { body: other }] = await Promise.all([register(person()), register(person())])
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => login(body.email, `wrong ${i}`)))

    assert.deepEqual(statuses(answers), [...Array(10).fill(401), ...Array(20).fill(429)])
    const right = await login(body.email.toUpperCase(), ' s3cret ')
    assert.equal(right.status, 429)
    const wait = Number(right.headers['retry-after'])
    assert.ok(wait > 800 && wait <= 900, `Retry-After ${wait}`)
    assert.equal((await login(other.email, ' s3cret ')).status, 200)
  })

  test('to an e-mail without an account has the same limit', async () => {
    const email = newEmail()
    for (let i = 0; i < 10; i++) assert.equal((await login(email, 'guess')).status, 401)
    assert.equal((await login(email, 'guess')).status, 429)
  })

  test('is allowed again after fifteen minutes', async () => {
    const { body } = await register(person())
    await Promise.all(Array.from({ length: 10 }, () => login(body.email, 'wrong')))
    assert.equal((await login(body.email, ' s3cret ')).status, 429)

    await shop.platform.db.pg.query('update platform.limite set expire = expire - 900000')
    assert.equal((await login(body.email, ' s3cret ')).status, 200)
  })

  test('is counted across two processes', async () => {
    const other = await openPlatform({ only: ['accounts', 'loyalty'], databaseUrl: shop.databaseUrl })
    const { body } = await register(person())
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => login(body.email, `wrong ${i}`, i % 2 ? shop : other)),
    )
    assert.equal(answers.filter(({ status }) => status === 401).length, 10)
    assert.equal((await login(body.email, ' s3cret ', other)).status, 429)
    await other.close()
  })

  test('that failed is stored without its e-mail and address', async () => {
    const email = newEmail()
    assert.equal((await login(email, 'guess')).status, 401)
    const { rows } = await shop.platform.db.pg.query('select * from platform.limite')
    assert.ok(rows.length > 0)
    assert.ok(!JSON.stringify(rows).includes(email) && !JSON.stringify(rows).includes('127.0.0.1'))
  })

  for (const body of [undefined, {}, { email: 'a@b.fr' }, { email: 1, motDePasse: 'x' }, { email: ['a'] }])
    test(`with the body ${JSON.stringify(body)} is 400`, async () => {
      assert.equal((await shop.call('POST', '/api/auth/login', body)).status, 400)
    })
})

describe('a token', () => {
  const secret = 'a secret of the tests alone'
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (header: object, claims: object, key = secret) => {
    const text = `${encode(header)}.${encode(claims)}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>

  test('contains userId and e-mail, is valid for 7 days, and is stored only as a hash', async () => {
    const { body } = await register(person())
    const claims = claimsOf(body.accessToken) as { iat: number; exp: number; userId: number; email: string }

    assert.deepEqual(
      [claims.userId, claims.email, claims.exp - claims.iat],
      [body.userId, body.email, 604_800],
    )
    const stored = await shop.platform.db.rows(sql`select * from accounts.jeton, accounts.compte`)
    assert.ok(stored.length > 0)
    assert.ok(!JSON.stringify(stored).includes(body.accessToken))
    assert.ok(!JSON.stringify(stored).includes('s3cret'))
  })

  test('is invalid after logout; other tokens of the account stay valid', async () => {
    const { body } = await register(person())
    const { body: second } = await login(body.email, ' s3cret ')
    const out = () => shop.call('POST', '/api/auth/logout', undefined, bearer(body.accessToken))

    const answers = await Promise.all([out(), out(), out()])
    assert.deepEqual(statuses(answers), [200, 401, 401])
    assert.equal((await readProfile(body.accessToken)).status, 401)
    assert.equal((await readProfile(second.accessToken)).status, 200)
  })

  test('is refused when missing, modified, signed with another secret, unsigned, or never issued', async () => {
    const { body } = await register(person())
    const claims = claimsOf(body.accessToken)
    const [header, payload, signature] = body.accessToken.split('.')
    const bad = [
      '',
      'nonsense',
      'a.b.c',
      `${header}.${encode({ ...claims, userId: 1 })}.${signature}`,
      `${header}.${payload}.${signature!.slice(0, -2)}`,
      signed({ alg: 'HS256', typ: 'JWT' }, claims, 'another secret'),
      `${encode({ alg: 'none' })}.${payload}.`,
      signed({ alg: 'HS256', typ: 'JWT' }, { ...claims, jti: 'made up' }),
    ]
    for (const token of bad)
      for (const [method, url] of [
        ['GET', '/api/auth/me'],
        ['POST', '/api/auth/logout'],
        ['GET', '/api/v1/privee/sessions'],
      ] as const) {
        const answer = await shop.call(method, url, undefined, bearer(token))
        assert.equal(answer.status, 401, `${method} ${url} ${token}`)
        assert.equal((answer.body as unknown as Failure).error, 'Unauthorized')
      }
    assert.equal((await shop.call('GET', '/api/auth/me')).status, 401)
    assert.equal((await readProfile(body.accessToken)).status, 200)
  })

  test('expires 7 days after it was issued', async () => {
    const fast = await openPlatform({
      only: ['accounts'],
      settings: { COMPTOIR_CLOCK_MULTIPLIER: '100000' },
    })
    const { clock } = fast.platform
    const week = clock.after(7 * 86_400_000)
    const { body } = await register(person(), fast)
    await eventually(
      'the token expires',
      async () => (await readProfile(body.accessToken, fast)).status === 401,
    )
    assert.ok(clock.now() >= week)
    assert.equal((await shop.call('GET', '/api/auth/me', undefined, bearer(body.accessToken))).status, 401)
  })
})
