import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { eventually } from '../../../test/support/eventually.ts'
import { HASH_MEMORY_KIB, openPlatform } from '../../../test/support/platform.ts'
import { sql } from '../../platform/database/sql.ts'
import { HASH_COST, passwordHashes } from '../credentials/passwords.ts'

type Signed = { accessToken: string; userId: number; clientId: string }

const person = (email: string) => ({ email, motDePasse: 'secret', prenom: 'Ada', nom: 'Lovelace' })

before(() => {
  HASH_COST.memoryCost = HASH_MEMORY_KIB.product
})
after(() => {
  HASH_COST.memoryCost = HASH_MEMORY_KIB.tests
})

test('twenty concurrent registrations succeed and do not delay the reading of a profile', async () => {
  const shop = await openPlatform({ only: ['accounts', 'loyalty'] })
  const register = (email: string) => shop.call<Signed>('POST', '/api/auth/register', person(email))
  const { body } = await register('first@example.org')
  const headers = { authorization: `Bearer ${body.accessToken}` }

  const started = passwordHashes.computed
  const registrations = Array.from({ length: 20 }, (_, i) => register(`ada${i}@example.org`))
  while (passwordHashes.computed === started) await nextTurn()
  const worked = passwordHashes.computed
  assert.equal((await shop.call('GET', '/api/auth/me', undefined, headers)).status, 200)
  assert.ok(
    passwordHashes.computed < worked + 10,
    `${passwordHashes.computed - worked} passwords were hashed while a profile was read`,
  )

  const answers = await Promise.all(registrations)
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.equal(new Set(answers.map(answer => answer.body.clientId)).size, 20)
})

test('a schedule deletes expired tokens', async () => {
  const shop = await openPlatform({
    only: ['accounts'],
    settings: { COMPTOIR_CLOCK_MULTIPLIER: '60000' },
  })
  await shop.call('POST', '/api/auth/register', person('ada@example.org'))
  await eventually(
    'the token is deleted',
    async () => {
      await shop.runSchedule('accounts.prune')
      const left = await shop.platform.db.first(sql<{ rows: number }>`
      select count(*) as rows from accounts.jeton`)
      return left!.rows === 0
    },
    50_000,
  )
})

test('behind a trusted proxy, failed logins count for the forwarded address; other callers cannot forward one', async () => {
  const statuses = async (settings: Record<string, string>) => {
    const shop = await openPlatform({ only: ['accounts'], settings })
    const from = (address: string) =>
      shop.call(
        'POST',
        '/api/auth/login',
        { email: 'ada@example.org', motDePasse: 'wrong' },
        { 'x-forwarded-for': address },
      )
    for (let i = 0; i < 10; i++) assert.equal((await from('203.0.113.1')).status, 401)
    return [(await from('203.0.113.1')).status, (await from('203.0.113.2')).status]
  }
  assert.deepEqual(await statuses({ COMPTOIR_TRUSTED_PROXIES: '10.0.0.1, 127.0.0.0/8' }), [429, 401])
  assert.deepEqual(await statuses({}), [429, 429])
})
