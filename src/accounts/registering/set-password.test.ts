import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Account,
  type Failure,
  login,
  newEmail,
  openAccounts,
  statuses,
} from '../../../test/support/accounts.ts'
import type { TestPlatform } from '../../../test/support/platform.ts'

let shop: TestPlatform
before(async () => {
  shop = await openAccounts()
})

describe('a first password', () => {
  const setPassword = (body: object) => shop.call<Account & Failure>('POST', '/api/auth/set-password', body)
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

  test('opens the account of a loyalty customer once', async () => {
    const known = await client()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => setPassword({ ...known, motDePasse: 'secret' })),
    )
    assert.deepEqual(statuses(answers), [200, 409, 409, 409, 409])
    const opened = answers.find(answer => answer.status === 200)!
    assert.partialDeepStrictEqual(opened.body, { ...known, nom: 'Byron', telephone: '0102' })
    assert.equal((await login(known.email, 'secret')).status, 200)
  })

  test('is refused with the same message whenever e-mail and identifier belong to different customers', async () => {
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
