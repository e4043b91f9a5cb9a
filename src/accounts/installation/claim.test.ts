import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { GUARDED, PASSWORD } from '../../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { claimCodeOf } from '../../platform/http/claim-code.ts'

const URL = '/api/v1/publique/installation'
const STAFF = '/api/v1/privee/personnel'
const person = { email: 'ada@example.org', nom: 'Ada Lovelace', motDePasse: PASSWORD }

let shop: TestPlatform
beforeEach(async () => {
  shop = await openPlatform({ only: ['accounts', 'loyalty'], started: false })
})

const challengeOf = async (at = shop) =>
  (await at.call<{ defi: string | null; reclamable: boolean }>('GET', URL)).body
const codeOf = async (at = shop) =>
  claimCodeOf(at.platform.config.tokenSecret, (await challengeOf(at)).defi ?? '')
const claim = (body: object, headers = {}, at = shop) =>
  at.call<{ code: string; droits: string[]; demonstration: boolean }>('POST', URL, body, headers)
const administrators = async () =>
  (await shop.platform.db.pg.query(`select email from accounts.membre where 'admin' = any(droits)`)).rows

test('the code of the process makes its holder the administrator, and closes the platform to everyone else', async () => {
  assert.equal((await shop.call('GET', STAFF)).status, 200)

  const { status, body, headers } = await claim({ ...person, code: (await codeOf()).toLowerCase() })

  assert.equal(status, 201)
  assert.deepEqual([body.droits, body.demonstration], [['admin'], false])
  const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? ''
  assert.equal((await shop.call('GET', STAFF)).status, 401)
  assert.equal((await shop.call('GET', STAFF, undefined, { cookie })).status, 200)
  assert.equal((await shop.call('GET', '/api/v1/publique/sessions-personnel')).status, 401)
  assert.equal((await shop.call('GET', '/')).body.demonstration, false)
  assert.deepEqual(await challengeOf(), { reclamable: false, defi: null })
  // Customers still register: accounts and loyalty accept each other's calls, and the address must now be proven.
  const customer = { email: 'bob@example.org', motDePasse: PASSWORD, prenom: 'Bob', nom: 'Martin' }
  const { body: signedIn } = await shop.call<{ accessToken: string }>('POST', '/api/auth/register', customer)
  const bearer = { authorization: `Bearer ${signedIn.accessToken}` }
  const me = await shop.call<{ courrielProuve: boolean }>('GET', '/api/auth/me', undefined, bearer)
  assert.equal(me.body.courrielProuve, false)

  const restarted = await openPlatform({ only: ['accounts'], started: false, databaseUrl: shop.databaseUrl })
  assert.equal((await restarted.call('GET', STAFF)).status, 401)
})

test('of twenty concurrent claims one succeeds, and a second claim is refused', async () => {
  const code = await codeOf()
  const claims = Array.from({ length: 20 }, (_, i) => claim({ ...person, email: `a${i}@example.org`, code }))
  const statuses = (await Promise.all(claims)).map(({ status }) => status)
  assert.deepEqual([...new Set(statuses)].sort(), [201, 409])
  assert.equal((await administrators()).length, 1)
  assert.equal((await claim({ ...person, code })).body.code, 'deja-administree')
})

test('wrong codes are refused, ten within 15 minutes, as are incomplete claims', async () => {
  const code = await codeOf()
  for (const nonsense of [
    {},
    { ...person, code: '' },
    { ...person, code, motDePasse: 'court' },
    { ...person, code: 7 },
  ])
    assert.equal((await claim(nonsense)).status, 400, JSON.stringify(nonsense))
  for (let i = 0; i < 10; i++)
    assert.equal((await claim({ ...person, code: 'AAAAA-AAAAA' })).body.code, 'identifiants-incorrects')
  const { status, headers } = await claim({ ...person, code })
  assert.deepEqual([status, Number(headers['retry-after']) > 0], [429, true])
  assert.deepEqual(await administrators(), [])
  assert.equal((await shop.call('GET', STAFF)).status, 200)
})

test('only a direct connection of this machine claims, and only from the own pages', async () => {
  const body = { ...person, code: await codeOf() }
  for (const headers of [
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
    { origin: 'http://localhost:9', host: 'localhost' },
  ])
    assert.equal((await claim(body, headers)).body.code, 'origine-refusee', JSON.stringify(headers))
  const remote = { method: 'POST', url: URL, body, remoteAddress: '192.168.0.7' } as const
  assert.equal((await shop.server.inject(remote)).json().code, 'origine-refusee')
  const seen = await shop.server.inject({ url: URL, remoteAddress: '192.168.0.7' })
  assert.deepEqual(seen.json(), { reclamable: false, defi: null })
  assert.deepEqual(await administrators(), [])
})

test('the code is useless once an administrator or a key exists, or keys are configured', async () => {
  const code = await codeOf()
  const key = { nom: 'Caisse', droits: ['till'] }
  const { body: made } = await shop.call<{ id: number }>('POST', '/api/v1/privee/cles', key)
  assert.equal((await claim({ ...person, code })).body.code, 'deja-administree')
  await shop.call('DELETE', `/api/v1/privee/cles/${made.id}`)
  await shop.call('POST', STAFF, { ...person, droits: ['admin'] })
  assert.equal((await claim({ ...person, email: 'b@example.org', code })).body.code, 'deja-administree')
  assert.equal((await shop.call('GET', STAFF)).status, 200)

  const guarded = await openPlatform({ only: ['accounts'], started: false, settings: GUARDED })
  assert.deepEqual(await challengeOf(guarded), { reclamable: false, defi: null })
  assert.equal((await claim({ ...person, code }, {}, guarded)).status, 409)
})

test('each copy has its own code, and a claim at one closes the other within seconds', async () => {
  const copy = await openPlatform({ only: ['accounts'], databaseUrl: shop.databaseUrl })
  assert.equal((await claim({ ...person, code: await codeOf(copy) })).body.code, 'identifiants-incorrects')
  assert.equal((await claim({ ...person, code: await codeOf() })).status, 201)
  await eventually('the copy asks for keys', async () => (await copy.call('GET', STAFF)).status === 401)
})
