import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { addStaffMember, GUARDED, PASSWORD } from '../../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { hashPassword, passwordHashes } from '../credentials/passwords.ts'

const MANY = { COMPTOIR_LIMIT_LOGINS: '100000', COMPTOIR_LIMIT_REGISTRATIONS: '100000' }

type Answer = { status: number; wait: number }
let shop: TestPlatform
const open = (settings: Record<string, string>) =>
  openPlatform({ only: ['accounts', 'loyalty'], settings, started: false })

const post = async (url: string, body: object, remoteAddress: string, at = shop): Promise<Answer> => {
  const answer = await at.server.inject({ method: 'POST', url, body, remoteAddress })
  return { status: answer.statusCode, wait: Number(answer.headers['retry-after']) }
}
const login = (email: string, motDePasse: string, address: string, at = shop) =>
  post('/api/auth/login', { email, motDePasse }, address, at)
const person = (email: string) => ({ email, motDePasse: 'secret', prenom: 'Ada', nom: 'Lovelace' })
const register = (email: string, address: string, at = shop) =>
  post('/api/auth/register', person(email), address, at)

let people = 0
/** Registers a customer from the home address, whose network is then known. */
async function customer(at = shop) {
  const email = `ada${++people}@example.org`
  assert.equal((await register(email, '198.51.100.1', at)).status, 201)
  return email
}
let networks = 0
/** Returns an address in a new network on each call. */
const elsewhere = () => `10.${++networks >> 8}.${networks & 255}.7`
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort()
const fail = (email: string, times: number, sign = login) =>
  Promise.all(Array.from({ length: times }, () => sign(email, 'wrong one', elsewhere())))
const sql = (text: string) => shop.platform.db.pg.query(text)

before(async () => {
  shop = await open({ ...GUARDED, ...MANY })
})

describe('failed logins to one account from many addresses', () => {
  test('are limited to thirty an hour, even concurrently; after that the right password from a new address is 429 too', async () => {
    const email = await customer()
    const answers = await fail(email, 50)
    assert.deepEqual(statuses(answers), [...Array(30).fill(401), ...Array(20).fill(429)])
    const { status, wait } = await login(email, 'secret', elsewhere())
    assert.equal(status, 429)
    assert.ok(wait > 3_500 && wait <= 3_600, `${wait}`)

    await sql('update platform.limite set expire = expire - 3600000')
    assert.equal((await login(email, 'secret', elsewhere())).status, 200)
  })

  test('do not lock out the owner on a network where they signed in before', async () => {
    const email = await customer()
    const away = elsewhere()
    assert.equal((await login(email, 'secret', away)).status, 200)
    await fail(email, 40)
    assert.equal((await login(email, 'secret', '198.51.100.1')).status, 200)
    assert.equal((await login(email, 'secret', away)).status, 200)
    assert.equal((await login(await customer(), 'secret', elsewhere())).status, 200)
  })

  test('lock out a network thirty days after its last sign-in', async () => {
    const email = await customer()
    await sql(`update accounts.reseau_connu set "vuLe" = "vuLe" - interval '30 days'`)
    await fail(email, 30)
    assert.equal((await login(email, 'secret', '198.51.100.1')).status, 429)
  })

  test('have the same limit for an e-mail without an account', async () => {
    assert.deepEqual(statuses(await fail('nobody@example.org', 40)), [
      ...Array(30).fill(401),
      ...Array(10).fill(429),
    ])
  })

  test('do not count against their address when they were answered with 429', async () => {
    const email = await customer()
    await fail(email, 30)
    const address = elsewhere()
    for (let i = 0; i < 12; i++) assert.equal((await login(email, 'secret', address)).status, 429)
    await sql(`update platform.limite set expire = expire - 3600000 where key like 'connexions-ailleurs:%'`)
    assert.equal((await login(email, 'secret', address)).status, 200)
  })

  test('are limited to ten for each address, and further ones from it do not count elsewhere', async () => {
    const email = await customer()
    const address = elsewhere()
    const answers = await Promise.all(Array.from({ length: 40 }, () => login(email, 'wrong one', address)))
    assert.deepEqual(statuses(answers), [...Array(10).fill(401), ...Array(30).fill(429)])
    assert.equal((await login(email, 'secret', elsewhere())).status, 200)
  })

  test('have the same limit for a member of staff', async () => {
    const { email } = await addStaffMember(shop, 'support')
    const sign = (email: string, motDePasse: string, address: string) =>
      post('/api/v1/publique/sessions-personnel', { email, motDePasse }, address)
    assert.equal((await sign(email, PASSWORD, '198.51.100.1')).status, 201)
    assert.deepEqual(statuses(await fail(email, 40, sign)), [...Array(30).fill(401), ...Array(10).fill(429)])
    assert.equal((await sign(email, PASSWORD, elsewhere())).status, 429)
    assert.equal((await sign(email, PASSWORD, '198.51.100.1')).status, 201)
  })

  test('are limited only by address while no keys are configured', async () => {
    const free = await open(MANY)
    const email = await customer(free)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => login(email, 'wrong one', elsewhere(), free)),
    )
    assert.deepEqual(statuses(answers), Array(40).fill(401))
    const known = await free.platform.db.pg.query('select * from accounts.reseau_connu')
    assert.equal(known.rows.length, 0)
  })
})

test('stored sign-in networks reveal neither the account nor the address', async () => {
  await customer()
  const { rows } = await sql('select * from accounts.reseau_connu')
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes('198.51'))
})

describe('one address', () => {
  let usual: TestPlatform
  before(async () => {
    usual = await open(GUARDED)
  })
  const many = (ask: (i: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: 40 }, (_, i) => ask(i)))

  test('is allowed thirty logins a minute, customers and staff counted together', async () => {
    const answers = await many(i =>
      i % 2
        ? login(`x${i}@example.org`, 'guess', '203.0.113.1', usual)
        : post(
            '/api/v1/publique/sessions-personnel',
            { email: `x${i}@example.org`, motDePasse: 'guess' },
            '203.0.113.1',
            usual,
          ),
    )
    assert.deepEqual(statuses(answers), [...Array(30).fill(401), ...Array(10).fill(429)])
    assert.ok(answers.every(({ status, wait }) => status === 401 || (wait > 0 && wait <= 60)))
    assert.equal((await login('x@example.org', 'guess', '203.0.113.2', usual)).status, 401)
  })

  test('is allowed twenty new accounts a minute', async () => {
    const answers = await many(i => register(`new${i}@example.org`, '203.0.113.3', usual))
    assert.deepEqual(statuses(answers), [...Array(20).fill(201), ...Array(20).fill(429)])
    const { rows } = await usual.platform.db.pg.query('select count(*)::int as n from accounts.compte')
    assert.equal(rows[0].n, 20)
  })
})

describe('password hashing for strangers', () => {
  /** Returns the number of other passwords that were hashed before that of `whose`. */
  async function ahead(flood: Promise<unknown>[], whose: () => Promise<unknown>) {
    const before = passwordHashes.computed
    await whose()
    const worked = passwordHashes.computed - before - 1
    await Promise.all(flood)
    return worked
  }

  test('makes a stranger wait for only a few of sixty passwords from another address', async () => {
    const flood = Array.from({ length: 60 }, () => hashPassword('made up', 'one network'))
    assert.ok((await ahead(flood, () => hashPassword('honest', 'another network'))) <= 8)
  })

  test('makes known customers wait for only a few of sixty passwords from sixty addresses', async () => {
    const flood = Array.from({ length: 60 }, (_, i) => hashPassword('made up', `network ${i}`))
    assert.ok((await ahead(flood, () => hashPassword('honest'))) <= 8)
  })
})
