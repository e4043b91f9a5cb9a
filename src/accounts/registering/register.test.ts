import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  bearer,
  type Failure,
  findLoyaltyCustomers,
  newEmail,
  openAccounts,
  person,
  readProfile,
  register,
  statuses,
} from '../../../test/support/accounts.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { sql } from '../../platform/database/sql.ts'

let shop: TestPlatform
before(async () => {
  shop = await openAccounts()
})

describe('registration', () => {
  test('opens an account with a loyalty customer, and signs in', async () => {
    const email = newEmail()
    const { status, body } = await register({ ...person(`  ${email} `), telephone: null, adresse: '1 rue X' })

    assert.equal(status, 201)
    const [client] = await findLoyaltyCustomers(email)
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
    assert.equal((await readProfile(body.accessToken)).status, 200)
  })

  test('adopts the existing loyalty customer of the e-mail', async () => {
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

  test('of one e-mail twenty times concurrently creates one account and one loyalty customer; nineteen are 409', async () => {
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => register(person(i % 2 ? email : email.toUpperCase()))),
    )

    assert.deepEqual(statuses(answers), [201, ...Array(19).fill(409)])
    assert.equal((await findLoyaltyCustomers(email)).length, 1)
    const winner = answers.find(answer => answer.status === 201)!
    const { clientId } = (await readProfile(winner.body.accessToken)).body
    assert.equal(clientId, (await findLoyaltyCustomers(email))[0]!.idClient)
  })

  test('of an existing e-mail is 409 in any letter case', async () => {
    const { body } = await register(person())
    assert.deepEqual((await register(person(body.email.toUpperCase()))).body as unknown, {
      statusCode: 409,
      message: 'Un compte utilise déjà cette adresse e-mail',
      error: 'Conflict',
      code: 'email-pris',
    })
  })

  for (const [what, change, message] of [
    ['no e-mail', { email: undefined }, /e-mail/],
    ['an invalid e-mail', { email: 'nonsense' }, /e-mail/],
    ['a long e-mail', { email: `${'a'.repeat(250)}@example.org` }, /e-mail/],
    ['a password of five characters', { motDePasse: '12345' }, /mot de passe/],
    ['a password of 129 characters', { motDePasse: 'x'.repeat(129) }, /mot de passe/],
    ['a number as password', { motDePasse: 123456 }, /mot de passe/],
    ['a blank first name', { prenom: '   ' }, /prénom/],
    ['no surname', { nom: null }, /nom/],
    ['a long surname', { nom: 'n'.repeat(101) }, /nom/],
    ['a long telephone', { telephone: '1'.repeat(51) }, /téléphone/],
    ['a list as address', { adresse: ['x'] }, /adresse/],
    ['a NUL character', { adresse: 'a\0b' }, /NUL/],
  ] as const) {
    test(`with ${what} is 400`, async () => {
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
    test(`with the body ${what} is 400`, async () => {
      const headers = { 'content-type': 'application/json' }
      const answer = await shop.call('POST', '/api/auth/register', body, headers)
      assert.equal(answer.status, 400, JSON.stringify(answer.body))
    })
  }
})

describe('the profile', () => {
  test('shows points, level and name as loyalty currently has them, and the other fields as entered', async () => {
    const { body } = await register({ ...person(), telephone: '0102030405' })
    await shop.platform.db.transaction(tx =>
      tx.run(sql`
        update loyalty.client set nom = 'Byron', "pointsFidelite" = 2100, "niveauFidelisation" = 'Platine',
          telephone = '999' where "idClient" = ${body.clientId}`),
    )
    const first = await readProfile(body.accessToken)
    const second = await readProfile(body.accessToken)

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

test('an account is found by its whole address in any letter case, not by a part or an empty search', async () => {
  const given = person()
  const { body: account } = await register(given)
  const found = async (email: string) =>
    (
      await shop.call<{ userId: number; clientId: string }[]>(
        'GET',
        `/api/v1/privee/comptes?email=${encodeURIComponent(email)}`,
      )
    ).body
  const [one, ...more] = await found(given.email.toUpperCase())
  assert.deepEqual([one?.userId, one?.clientId, more], [account.userId, account.clientId, []])
  for (const email of ['', given.email.slice(1)]) assert.deepEqual(await found(email), [])
})

test('an unknown account is 404', async () => {
  for (const ref of ['999999', 'CLI_NOBODY', '99999999999999999999'])
    assert.equal((await shop.call('GET', `/api/v1/privee/comptes/${ref}`)).status, 404)
})

test('with API keys configured, internal routes and set-password need a key, and the profile a token', async () => {
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
