import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { sql } from '../platform/database/sql.ts'
import { NOBODYS, work } from './passwords.ts'

type Signed = {
  accessToken: string
  userId: number
  email: string
  clientId: string
  pointsFidelite: number
  niveauFidelisation: string
}
type Failure = { statusCode: number; message: string; error: string }
type LoyaltyList = { data: { id: number; idClient: string; nom: string }[] }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['accounts', 'loyalty'] })
})

let counter = 0
const newEmail = () => `ada${++counter}@example.org`
const person = (email = newEmail()) => ({ email, motDePasse: ' s3cret ', prenom: 'Ada', nom: 'Lovelace' })
const register = (body: unknown, at = shop) => at.call<Signed>('POST', '/api/auth/register', body)
const login = (email: string, motDePasse: string, at = shop) =>
  at.call<Signed & Failure>('POST', '/api/auth/login', { email, motDePasse })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const me = (token: string, at = shop) =>
  at.call<Signed & { id: number; prenom: string; derniereSynchro: string | null; updatedAt: string }>(
    'GET',
    '/api/auth/me',
    undefined,
    bearer(token),
  )
const loyaltyOf = async (email: string) =>
  (await shop.call<LoyaltyList>('GET', `/api/publique/clients?email=${email}`)).body.data
const statuses = (answers: { status: number }[]) => answers.map(answer => answer.status).sort()

describe('registering', () => {
  test('opens an account with a loyalty customer, and signs in', async () => {
    const email = newEmail()
    const { status, body } = await register({ ...person(`  ${email} `), telephone: null, adresse: '1 rue X' })

    assert.equal(status, 201)
    const [client] = await loyaltyOf(email)
    assert.deepEqual(body, {
      accessToken: body.accessToken,
      userId: body.userId,
      email,
      prenom: 'Ada',
      nom: 'Lovelace',
      clientId: client!.idClient,
      pointsFidelite: 0,
      niveauFidelisation: 'Standard',
      telephone: null,
      adresse: '1 rue X',
    })
    assert.equal((await me(body.accessToken)).status, 200)
  })

  test('takes over the loyalty customer that the e-mail has', async () => {
    const email = newEmail()
    const { body: client } = await shop.call<{ idClient: string }>('POST', '/api/publique/clients', {
      nom: 'Byron',
      prenom: 'Ada',
      adresseMail: email.toUpperCase(),
      pointsFidelite: 700,
      niveauFidelisation: 'Premium',
    })
    const { body } = await register(person(email))

    assert.partialDeepStrictEqual(body, {
      clientId: client.idClient,
      pointsFidelite: 700,
      niveauFidelisation: 'Premium',
      nom: 'Lovelace',
    })
  })

  test('twenty times at once with one e-mail: one account, one loyalty customer, nineteen 409', async () => {
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => register(person(i % 2 ? email : email.toUpperCase()))),
    )

    assert.deepEqual(statuses(answers), [201, ...Array(19).fill(409)])
    assert.equal((await loyaltyOf(email)).length, 1)
    const winner = answers.find(answer => answer.status === 201)!
    const { clientId } = (await me(winner.body.accessToken)).body
    assert.equal(clientId, (await loyaltyOf(email))[0]!.idClient)
  })

  test('a taken e-mail is 409 in whatever case', async () => {
    const { body } = await register(person())
    assert.deepEqual((await register(person(body.email.toUpperCase()))).body as unknown, {
      statusCode: 409,
      message: 'Un compte utilise déjà cette adresse e-mail',
      error: 'Conflict',
    })
  })

  for (const [what, change, message] of [
    ['no e-mail', { email: undefined }, /e-mail/],
    ['a bad e-mail', { email: 'nonsense' }, /e-mail/],
    ['an endless e-mail', { email: `${'a'.repeat(250)}@example.org` }, /e-mail/],
    ['five characters of password', { motDePasse: '12345' }, /mot de passe/],
    ['129 characters of password', { motDePasse: 'x'.repeat(129) }, /mot de passe/],
    ['a number for a password', { motDePasse: 123456 }, /mot de passe/],
    ['a blank first name', { prenom: '   ' }, /prénom/],
    ['no surname', { nom: null }, /nom/],
    ['a long surname', { nom: 'n'.repeat(101) }, /nom/],
    ['a long telephone', { telephone: '1'.repeat(51) }, /téléphone/],
    ['an address that is a list', { adresse: ['x'] }, /adresse/],
    ['a NUL', { adresse: 'a\0b' }, /NUL/],
  ] as const) {
    test(`${what}: 400`, async () => {
      const { status, body } = await register({ ...person(), ...change })
      assert.equal(status, 400)
      assert.match((body as unknown as Failure).message, message)
    })
  }

  for (const [what, body] of [
    ['no body', undefined],
    ['a list', []],
    ['null', 'null'],
    ['not JSON', '{"email":'],
  ] as const) {
    test(`${what}: 400`, async () => {
      const headers = { 'content-type': 'application/json' }
      const answer = await shop.call('POST', '/api/auth/register', body, headers)
      assert.equal(answer.status, 400, JSON.stringify(answer.body))
    })
  }
})

describe('logging in', () => {
  test('the e-mail in any case and the password to the letter, spaces and all', async () => {
    const { body } = await register(person())
    const answer = await login(` ${body.email.toUpperCase()} `, ' s3cret ')

    assert.equal(answer.status, 200)
    assert.deepEqual({ ...answer.body, accessToken: '' }, { ...body, accessToken: '' })
    assert.notEqual(answer.body.accessToken, body.accessToken)
    assert.equal((await login(body.email, 's3cret')).status, 401)
  })

  test('neither the answer nor the work tells whether the e-mail has an account', async () => {
    const { body } = await register(person())
    const tried = async (email: string) => {
      const before = work.done
      const { status, body } = await login(email, 'wrong password')
      return { status, body, hashes: work.done - before }
    }
    const known = await tried(body.email)

    assert.deepEqual(await tried(newEmail()), known)
    assert.partialDeepStrictEqual(known, { status: 401, hashes: 1 })
    const { motDePasse } = (await shop.platform.db.first(
      sql<{ motDePasse: string }>`select "motDePasse" from accounts.compte where id = ${body.userId}`,
    ))!
    const [nobodys, theirs] = [NOBODYS, motDePasse].map(hash => hash.split('$'))
    assert.deepEqual(nobodys!.slice(0, 4), theirs!.slice(0, 4))
    assert.deepEqual(
      nobodys!.map(part => part.length),
      theirs!.map(part => part.length),
    )
  })

  test('twenty right ones at once: each gets a token of its own', async () => {
    const { body } = await register(person())
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(body.email, ' s3cret ')))

    assert.deepEqual(statuses(answers), Array(20).fill(200))
    assert.equal(new Set(answers.map(answer => answer.body.accessToken)).size, 20)
  })

  test('of thirty wrong ones at once ten are tried; then even the right one waits, but no other e-mail', async () => {
    const [{ body }, { body: other }] = await Promise.all([register(person()), register(person())])
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => login(body.email, `wrong ${i}`)))

    assert.deepEqual(statuses(answers), [...Array(10).fill(401), ...Array(20).fill(429)])
    const right = await login(body.email.toUpperCase(), ' s3cret ')
    assert.equal(right.status, 429)
    const wait = Number(right.headers['retry-after'])
    assert.ok(wait > 800 && wait <= 900, `Retry-After ${wait}`)
    assert.equal((await login(other.email, ' s3cret ')).status, 200)
  })

  test('an e-mail without an account is held to the same limit', async () => {
    const email = newEmail()
    for (let i = 0; i < 10; i++) assert.equal((await login(email, 'guess')).status, 401)
    assert.equal((await login(email, 'guess')).status, 429)
  })

  test('fifteen minutes of the clock later the e-mail may try again', async () => {
    const fast = await openPlatform({
      only: ['accounts'],
      settings: { COMPTOIR_CLOCK_MULTIPLIER: '200' },
    })
    const { body } = await register(person(), fast)
    await Promise.all(Array.from({ length: 10 }, () => login(body.email, 'wrong', fast)))
    const locked = await login(body.email, ' s3cret ', fast)
    assert.equal(locked.status, 429)

    await sleep(Number(locked.headers['retry-after']) * 1000)
    assert.equal((await login(body.email, ' s3cret ', fast)).status, 200)
  })

  for (const body of [undefined, {}, { email: 'a@b.fr' }, { email: 1, motDePasse: 'x' }, { email: ['a'] }])
    test(`${JSON.stringify(body)}: 400`, async () => {
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

  test('carries userId and e-mail, lives 7 days, and is kept as a hash only', async () => {
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

  test('is worth nothing after logout, and others of the account go on', async () => {
    const { body } = await register(person())
    const { body: second } = await login(body.email, ' s3cret ')
    const out = () => shop.call('POST', '/api/auth/logout', undefined, bearer(body.accessToken))

    const answers = await Promise.all([out(), out(), out()])
    assert.deepEqual(statuses(answers), [200, 401, 401])
    assert.equal((await me(body.accessToken)).status, 401)
    assert.equal((await me(second.accessToken)).status, 200)
  })

  test('is refused when missing, tampered with, of another secret, unsigned, or never issued', async () => {
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
    assert.equal((await me(body.accessToken)).status, 200)
  })

  test('expires after 7 days of the clock', async () => {
    const fast = await openPlatform({
      only: ['accounts'],
      settings: { COMPTOIR_CLOCK_MULTIPLIER: '100000' },
    })
    const { body } = await register(person(), fast)
    assert.equal((await me(body.accessToken, fast)).status, 200)
    await sleep(6_500)
    assert.equal((await me(body.accessToken, fast)).status, 401)
    assert.equal((await shop.call('GET', '/api/auth/me', undefined, bearer(body.accessToken))).status, 401)
  })
})

describe('the profile', () => {
  test('shows points, level and name as loyalty has them now, and the rest as it was given', async () => {
    const { body } = await register({ ...person(), telephone: '0102030405' })
    await shop.platform.db.transaction(tx =>
      tx.run(sql`
        update loyalty.client set nom = 'Byron', "pointsFidelite" = 2100, "niveauFidelisation" = 'Platine',
          telephone = '999' where "idClient" = ${body.clientId}`),
    )
    const first = await me(body.accessToken)
    const second = await me(body.accessToken)

    assert.partialDeepStrictEqual(first.body, {
      id: body.userId,
      nom: 'Byron',
      prenom: 'Ada',
      pointsFidelite: 2100,
      niveauFidelisation: 'Platine',
      telephone: '0102030405',
    })
    assert.match(first.body.derniereSynchro!, /^\d{4}-.*Z$/)
    assert.ok(second.body.derniereSynchro! > first.body.derniereSynchro!)
    assert.equal(second.body.updatedAt, first.body.updatedAt)
    assert.ok(!('motDePasse' in first.body))
  })
})

describe('while loyalty is away', () => {
  let alone: TestPlatform
  before(async () => {
    alone = await openPlatform({ only: ['accounts'], databaseUrl: shop.databaseUrl })
  })

  test('an account is opened all the same; loyalty learns of it later under the same identifier', async () => {
    const { status, body } = await register(person(), alone)
    assert.equal(status, 201)
    assert.match(body.clientId, /^CLI_[0-9A-F]{8}$/)
    assert.deepEqual(await loyaltyOf(body.email), [])
    assert.equal((await me(body.accessToken, alone)).body.derniereSynchro, null)

    const answers = await Promise.all(Array.from({ length: 10 }, () => me(body.accessToken)))
    assert.deepEqual([...new Set(answers.map(answer => answer.body.clientId))], [body.clientId])
    assert.ok(answers.every(answer => answer.body.derniereSynchro))
    assert.deepEqual(
      (await loyaltyOf(body.email)).map(client => client.idClient),
      [body.clientId],
    )
  })

  test('a loyalty service that hangs holds nobody up for long', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const stuck = await openPlatform({
      only: ['accounts'],
      settings: { COMPTOIR_LOYALTY_URL: `http://127.0.0.1:${port}` },
    })
    const start = performance.now()
    const { status, body } = await register(person(), stuck)
    assert.equal(status, 201)
    assert.match(body.clientId, /^CLI_[0-9A-F]{8}$/)
    assert.equal((await me(body.accessToken, stuck)).status, 200)
    assert.ok(performance.now() - start < 14_000)
    silent.close()
    silent.closeAllConnections()
  })

  test("where loyalty has the e-mail, its identifier wins and the account's stays an alias", async () => {
    const { body } = await register(person(), alone)
    const { body: client } = await shop.call<{ idClient: string }>('POST', '/api/publique/clients', {
      nom: 'L',
      prenom: 'A',
      adresseMail: body.email,
    })
    const answers = await Promise.all(Array.from({ length: 10 }, () => me(body.accessToken)))
    assert.deepEqual([...new Set(answers.map(answer => answer.body.clientId))], [client.idClient])

    const clientIds = [client.idClient, body.clientId]
    const session = await shop.call('GET', '/api/v1/privee/sessions', undefined, bearer(body.accessToken))
    assert.deepEqual(session.body as unknown, { userId: body.userId, email: body.email, clientIds })
    for (const ref of [body.userId, ...clientIds]) {
      const account = await shop.call('GET', `/accounts/api/v1/privee/comptes/${ref}`)
      assert.deepEqual(account.body as unknown, {
        userId: body.userId,
        email: body.email,
        clientId: client.idClient,
        clientIds,
      })
    }
  })

  test('whoever asks for an account makes it known to loyalty first', async () => {
    const { body } = await register(person(), alone)
    assert.equal((await shop.call('GET', `/api/v1/privee/comptes/${body.userId}`)).status, 200)
    assert.equal((await loyaltyOf(body.email))[0]?.idClient, body.clientId)
  })

  test('the profile shows the last known values, and their time', async () => {
    const { body } = await register(person())
    const known = await me(body.accessToken)
    const later = await me(body.accessToken, alone)
    assert.equal(later.status, 200)
    assert.deepEqual(later.body, known.body)
  })

  test('a deleted loyalty customer leaves the account with an identifier of its own', async () => {
    const email = newEmail()
    const { body: client } = await shop.call<{ id: number; idClient: string }>(
      'POST',
      '/api/publique/clients',
      { nom: 'L', prenom: 'A', adresseMail: email },
    )
    await shop.call('DELETE', `/loyalty/api/v1/privee/clients/${client.id}`)
    const { status, body } = await register(person(email))

    assert.equal(status, 201)
    assert.notEqual(body.clientId, client.idClient)
    assert.equal((await me(body.accessToken)).body.clientId, body.clientId)
  })

  test('a first password cannot be set: 503', async () => {
    const body = { email: newEmail(), clientId: 'CLI_1', motDePasse: 'secret' }
    const answer = await alone.call('POST', '/api/auth/set-password', body)
    assert.equal(answer.status, 503)
    assert.ok(answer.headers['retry-after'])
  })
})

describe('a first password', () => {
  const setPassword = (body: object) => shop.call<Signed & Failure>('POST', '/api/auth/set-password', body)
  const client = async () => {
    const email = newEmail()
    const { body } = await shop.call<{ idClient: string }>('POST', '/api/publique/clients', {
      nom: 'Byron',
      prenom: 'Ada',
      adresseMail: email,
      telephone: '0102',
    })
    return { email, clientId: body.idClient }
  }

  test('opens the account of a loyalty customer, once', async () => {
    const known = await client()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => setPassword({ ...known, motDePasse: 'secret' })),
    )
    assert.deepEqual(statuses(answers), [200, 409, 409, 409, 409])
    const opened = answers.find(answer => answer.status === 200)!
    assert.partialDeepStrictEqual(opened.body, { ...known, nom: 'Byron', telephone: '0102' })
    assert.equal((await login(known.email, 'secret')).status, 200)
  })

  test('is refused in the same words whenever e-mail and identifier are not of one customer', async () => {
    const [one, other] = await Promise.all([client(), client()])
    const answers = await Promise.all([
      setPassword({ ...one, clientId: other.clientId, motDePasse: 'secret' }),
      setPassword({ ...one, email: newEmail(), motDePasse: 'secret' }),
      setPassword({ email: newEmail(), clientId: 'CLI_UNKNOWN', motDePasse: 'secret' }),
    ])
    assert.deepEqual(statuses(answers), [401, 401, 401])
    assert.equal(new Set(answers.map(answer => answer.body.message)).size, 1)
    assert.equal((await setPassword({ ...one, motDePasse: '12345' })).status, 400)
    assert.equal((await setPassword({ email: one.email, motDePasse: '123456' })).status, 400)
  })
})

test('an account that does not exist is 404', async () => {
  for (const ref of ['999999', 'CLI_NOBODY', '99999999999999999999'])
    assert.equal((await shop.call('GET', `/api/v1/privee/comptes/${ref}`)).status, 404)
})

test('with API keys, internal routes and set-password need one, and the profile a token', async () => {
  const guarded = await openPlatform({
    only: ['accounts', 'loyalty'],
    settings: { COMPTOIR_API_KEYS: 'the-key' },
  })
  const key = { 'x-api-key': 'the-key' }
  const { status, body } = await register(person(), guarded)
  assert.equal(status, 201)
  const call = async (url: string, headers: Record<string, string>) =>
    (await guarded.call('GET', url, undefined, headers)).status

  assert.equal(await call('/api/v1/privee/sessions', bearer(body.accessToken)), 401)
  assert.equal(await call('/api/v1/privee/sessions', { ...key, ...bearer(body.accessToken) }), 200)
  assert.equal(await call('/api/v1/privee/comptes/1', {}), 401)
  assert.equal(await call('/api/v1/privee/comptes/1', key), 200)
  assert.equal(await call('/api/auth/me', bearer(body.accessToken)), 200)
  assert.equal(await call('/api/auth/me', key), 401)
  assert.equal((await guarded.call('POST', '/api/auth/set-password', person())).status, 401)
  const client = await guarded.call<{ idClient: string }>(
    'GET',
    `/api/publique/clients/${body.clientId}`,
    undefined,
    key,
  )
  assert.equal(client.body.idClient, body.clientId)
})
