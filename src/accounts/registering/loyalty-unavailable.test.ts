import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import {
  bearer,
  findLoyaltyCustomers,
  newEmail,
  openAccounts,
  person,
  readProfile,
  register,
} from '../../../test/support/accounts.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

let shop: TestPlatform
before(async () => {
  shop = await openAccounts()
})

describe('while loyalty is unavailable', () => {
  let alone: TestPlatform
  before(async () => {
    alone = await openPlatform({ only: ['accounts'], databaseUrl: shop.databaseUrl })
  })

  test('an account is opened anyway; loyalty receives it later under the same identifier', async () => {
    const { status, body } = await register(person(), alone)
    assert.equal(status, 201)
    assert.match(body.clientId, /^CLI_[0-9A-F]{8}$/)
    assert.deepEqual(await findLoyaltyCustomers(body.email), [])
    assert.equal((await readProfile(body.accessToken, alone)).body.derniereSynchro, null)

    const answers = await Promise.all(Array.from({ length: 10 }, () => readProfile(body.accessToken)))
    assert.deepEqual([...new Set(answers.map(answer => answer.body.clientId))], [body.clientId])
    assert.ok(answers.every(answer => answer.body.derniereSynchro))
    assert.deepEqual(
      (await findLoyaltyCustomers(body.email)).map(client => client.idClient),
      [body.clientId],
    )
  })

  test('a hanging request to loyalty times out, and the account is opened', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const stuck = await openPlatform({
      only: ['accounts'],
      settings: { COMPTOIR_LOYALTY_URL: `http://127.0.0.1:${port}` },
    })
    const { status, body } = await register(person(), stuck)
    assert.equal(status, 201)
    assert.match(body.clientId, /^CLI_[0-9A-F]{8}$/)
    assert.equal((await readProfile(body.accessToken, stuck)).status, 200)
    silent.close()
    silent.closeAllConnections()
  })

  test('if loyalty already has the e-mail, its identifier wins and that of the account becomes an alias', async () => {
    const { body } = await register(person(), alone)
    const { body: client } = await shop.call<{ idClient: string }>('POST', '/api/publique/clients', {
      nom: 'L',
      prenom: 'A',
      adresseMail: body.email,
    })
    const answers = await Promise.all(Array.from({ length: 10 }, () => readProfile(body.accessToken)))
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
        courrielProuve: true,
      })
    }
  })

  test('an internal request for an account creates it in loyalty first', async () => {
    const { body } = await register(person(), alone)
    assert.equal((await shop.call('GET', `/api/v1/privee/comptes/${body.userId}`)).status, 200)
    assert.equal((await findLoyaltyCustomers(body.email))[0]?.idClient, body.clientId)
  })

  test('the profile shows the last known values and their time', async () => {
    const { body } = await register(person())
    const known = await readProfile(body.accessToken)
    const later = await readProfile(body.accessToken, alone)
    assert.equal(later.status, 200)
    assert.deepEqual(later.body, known.body)
  })

  test('an account whose loyalty customer is deleted gets its own identifier', async () => {
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
    assert.equal((await readProfile(body.accessToken)).body.clientId, body.clientId)
  })

  test('setting a first password is 503', async () => {
    const body = { email: newEmail(), clientId: 'CLI_1', motDePasse: 'secret' }
    const answer = await alone.call('POST', '/api/auth/set-password', body)
    assert.equal(answer.status, 503)
    assert.ok(answer.headers['retry-after'])
  })
})
