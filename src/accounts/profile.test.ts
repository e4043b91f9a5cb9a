import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  bearer,
  findLoyaltyCustomers,
  login,
  newEmail,
  openAccounts,
  person,
  readProfile,
  register,
} from '../../test/support/accounts.ts'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'

type Shown = {
  prenom: string
  nom: string
  telephone: string | null
  adresse: string | null
  message: string
}

let shop: TestPlatform
before(async () => {
  shop = await openAccounts()
})

const change = (token: string, body: unknown, at = shop) =>
  at.call<Shown>('PATCH', '/api/v1/publique/profil', body, bearer(token))

describe('a change of the profile', () => {
  test('updates only the given fields; null clears telephone and address', async () => {
    const { body } = await register({ ...person(), telephone: '0102', adresse: '1 rue X' })
    const first = await change(body.accessToken, { telephone: '0304', email: 'a@b.fr', pointsFidelite: 9 })
    assert.equal(first.status, 200)
    const same = { prenom: 'Ada', nom: 'Lovelace', adresse: '1 rue X' }
    assert.partialDeepStrictEqual(first.body as object, {
      ...same,
      ...{ telephone: '0304', email: body.email, pointsFidelite: 0 },
    })
    const second = await change(body.accessToken, { adresse: null })
    assert.partialDeepStrictEqual(second.body as object, { telephone: '0304', adresse: null })
    assert.deepEqual((await readProfile(body.accessToken)).body.prenom, 'Ada')
  })

  test('replaces the saved addresses as a whole, in their order', async () => {
    const { body } = await register(person())
    const lille = { rue: '14 rue des Tisserands', codePostal: '59000', ville: 'Lille', pays: 'FR' }
    const ghent = {
      nom: 'Grace',
      complement: 'bus 3',
      ...lille,
      codePostal: '9000',
      ville: 'Gand',
      pays: 'BE',
    }
    const saved = await change(body.accessToken, { adresses: [lille, ghent] })
    assert.equal(saved.status, 200)
    await change(body.accessToken, { telephone: '0304' })
    const profile = (await readProfile(body.accessToken)).body as { adresses?: object[] }
    assert.deepEqual(profile.adresses, [lille, ghent])
    await change(body.accessToken, { adresses: [] })
    assert.deepEqual(((await readProfile(body.accessToken)).body as { adresses?: object[] }).adresses, [])
  })

  test('of names is stored in loyalty too, so that a sync does not undo it', async () => {
    const email = newEmail()
    const { body } = await register(person(email))
    await readProfile(body.accessToken)
    assert.equal((await change(body.accessToken, { nom: 'Byron' })).status, 200)
    assert.equal((await findLoyaltyCustomers(email))[0]?.nom, 'Byron')
    assert.partialDeepStrictEqual((await readProfile(body.accessToken)).body as object, {
      nom: 'Byron',
      prenom: 'Ada',
    })
  })

  test('of names is 503 while loyalty is unavailable; other changes succeed', async () => {
    const { body } = await register(person())
    const alone = await openPlatform({ only: ['accounts'], databaseUrl: shop.databaseUrl })
    assert.equal((await change(body.accessToken, { nom: 'Byron' }, alone)).status, 503)
    assert.equal((await change(body.accessToken, { telephone: '05' }, alone)).status, 200)
    assert.partialDeepStrictEqual((await readProfile(body.accessToken)).body as object, { nom: 'Lovelace' })
  })

  test('and a concurrent one of another field are both stored', async () => {
    const { body } = await register(person())
    await Promise.all([
      change(body.accessToken, { telephone: '0607' }),
      change(body.accessToken, { adresse: '2 rue Y' }),
    ])
    assert.partialDeepStrictEqual((await readProfile(body.accessToken)).body as object, {
      telephone: '0607',
      adresse: '2 rue Y',
    })
  })

  for (const [what, body, message] of [
    ['a blank name', { nom: ' ' }, /nom/],
    ['no first name', { prenom: null }, /prénom/],
    ['a long telephone', { telephone: '1'.repeat(51) }, /téléphone/],
    ['a long address', { adresse: 'a'.repeat(8193) }, /adresse/],
    [
      'a saved address without a street',
      { adresses: [{ codePostal: '59000', ville: 'L', pays: 'FR' }] },
      /rue/,
    ],
  ] as const)
    test(`to ${what} is 400, in French`, async () => {
      const { body: account } = await register(person())
      const answer = await change(account.accessToken, body)
      assert.equal(answer.status, 400)
      assert.match(answer.body.message, message)
    })

  test('needs a token', async () => {
    assert.equal((await shop.call('PATCH', '/api/v1/publique/profil', { nom: 'X' })).status, 401)
  })
})

test('signing out everywhere ends every session of the account, and no other', async () => {
  const [{ body }, { body: other }] = [await register(person()), await register(person())]
  const { body: second } = await login(body.email, ' s3cret ')
  const out = () => shop.call('DELETE', '/api/v1/publique/sessions', undefined, bearer(second.accessToken))
  assert.equal((await out()).status, 204)
  for (const { accessToken } of [body, second]) assert.equal((await readProfile(accessToken)).status, 401)
  assert.equal((await out()).status, 401)
  assert.equal((await readProfile(other.accessToken)).status, 200)
  assert.equal((await login(body.email, ' s3cret ')).status, 200)
})
