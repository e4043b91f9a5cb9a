import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { eventually } from '../../../test/support/eventually.ts'
import { addStaffMember, GUARDED, KEYS, PASSWORD, signInStaff } from '../../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { defineProbe } from '../../../test/support/probe.ts'
import { areas } from '../../areas.ts'
import { sql } from '../../platform/database/sql.ts'

const SESSIONS = '/api/v1/publique/sessions-personnel'
const CODES = '/api/v1/publique/codes-personnel'
let shop: TestPlatform
before(async () => {
  // All members sign in from one address, which the default limit would soon refuse.
  const settings = { ...GUARDED, COMPTOIR_LIMIT_LOGINS: '1000' }
  shop = await openPlatform({ only: ['accounts', 'loyalty'], settings })
})

type Session = Awaited<ReturnType<typeof signInStaff>>['header']
const clients = async (headers: Record<string, string>) =>
  (await shop.call('GET', '/api/publique/clients', undefined, headers)).status

describe('a signed-in member of staff', () => {
  test('has a session with the rights of an equivalent key', async () => {
    const { email } = await addStaffMember(shop, 'till')
    const { status, body, setCookie, header } = await signInStaff(shop, email)
    assert.equal(status, 201)
    assert.deepEqual(body.droits, ['till'])
    assert.match(setCookie, /^comptoir_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/)

    assert.equal(await clients(header), 200)
    assert.equal((await shop.call('GET', '/metrics', undefined, header)).status, 403)
    const { body: who } = await shop.call<{ email: string }>('GET', SESSIONS, undefined, header)
    assert.equal(who.email, email)
  })

  test('gets a Secure cookie if the configured public address, or else the proxy, says HTTPS', async () => {
    const isSecure = async (settings: Record<string, string>, headers: Record<string, string> = {}) => {
      const served = await openPlatform({
        only: ['accounts'],
        started: false,
        settings: { ...GUARDED, COMPTOIR_TRUSTED_PROXIES: '127.0.0.1', ...settings },
      })
      const { email } = await addStaffMember(served, 'till')
      const signIn = { email, motDePasse: PASSWORD }
      const { headers: given } = await served.call('POST', SESSIONS, signIn, headers)
      return /; Secure$/.test(String(given['set-cookie']))
    }
    const https = { 'x-forwarded-proto': 'https' }
    assert.equal(await isSecure({ COMPTOIR_PUBLIC_URL: 'https://shop.example' }), true)
    assert.equal(await isSecure({}, https), true)
    assert.equal(await isSecure({ COMPTOIR_PUBLIC_URL: 'http://shop.example' }, https), false)
  })

  test('has no rights once the session has expired', async () => {
    const { email } = await addStaffMember(shop, 'till')
    const { header } = await signInStaff(shop, email)
    const { db, clock } = shop.platform
    await db.transaction(tx =>
      tx.run(sql`
        update accounts.session_membre set "expireLe" = ${clock.now()}
        where "membreId" = (select id from accounts.membre where email = ${email})`),
    )
    assert.equal(await clients(header), 401)
  })

  test('signs out, and the session is refused within five seconds', async () => {
    const { email } = await addStaffMember(shop, 'till')
    const { header } = await signInStaff(shop, email)
    assert.equal(await clients(header), 200)
    const out = await shop.call('DELETE', SESSIONS, undefined, header)
    assert.match(String(out.headers['set-cookie']), /^comptoir_session=; .*Max-Age=0/)
    assert.equal((await shop.call('GET', SESSIONS, undefined, header)).status, 401)
    await eventually('the session is refused', async () => (await clients(header)) === 401)
  })

  test('is accepted only from pages of the configured public address, whatever host a request names', async () => {
    const settings = {
      ...GUARDED,
      COMPTOIR_PUBLIC_URL: 'https://shop.example/',
      COMPTOIR_TRUSTED_PROXIES: '127.0.0.1',
    }
    const served = await openPlatform({ only: ['accounts'], started: false, settings })
    const { email } = await addStaffMember(served, 'till')
    const signIn = async (headers: Record<string, string>) =>
      (await served.call('POST', SESSIONS, { email, motDePasse: PASSWORD }, headers)).status
    assert.equal(await signIn({ origin: 'https://shop.example', host: '10.0.0.1:3000' }), 201)
    assert.equal(await signIn({}), 201)
    const evil = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    for (const headers of [
      { origin: 'http://evil.example', host: 'evil.example' },
      { origin: 'https://evil.example', ...evil },
      // A browser that does not send the origin.
      { 'sec-fetch-site': 'same-origin' },
    ])
      assert.equal(await signIn(headers as Record<string, string>), 403, JSON.stringify(headers))
  })

  test('is refused when only X-Forwarded-Host matches the origin of the page', async () => {
    const settings = { ...GUARDED, COMPTOIR_TRUSTED_PROXIES: '127.0.0.1' }
    const served = await openPlatform({ only: ['accounts'], started: false, settings })
    const { email } = await addStaffMember(served, 'till')
    const headers = {
      origin: 'http://evil.example',
      'x-forwarded-host': 'evil.example',
      host: 'shop.example',
    }
    const { status } = await served.call('POST', SESSIONS, { email, motDePasse: PASSWORD }, headers)
    assert.equal(status, 403)
  })

  test('is refused for a request from a page of another site', async () => {
    const { email } = await addStaffMember(shop, 'till')
    const { header } = await signInStaff(shop, email)
    const client = { nom: 'L', prenom: 'A', adresseMail: 'a@example.org' }
    const create = (headers: Record<string, string>) =>
      shop.call('POST', '/api/publique/clients', client, { ...header, host: 'shop.example', ...headers })
    assert.equal((await create({ origin: 'https://evil.example' })).status, 403)
    assert.equal((await create({ origin: 'null' })).status, 403)
    assert.equal((await create({ origin: 'null', 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.equal((await create({ 'sec-fetch-site': 'same-site' })).status, 403)
    assert.equal(
      (await create({ origin: 'http://shop.example', 'sec-fetch-site': 'same-origin' })).status,
      201,
    )
    // A form of a page that sends no referrer, such as the payment page in the browser of a member of staff.
    const ofForm = { origin: 'null', 'sec-fetch-site': 'same-origin' }
    const formed = { ...client, adresseMail: 'b@example.org' }
    const posted = await shop.call('POST', '/api/publique/clients', formed, { ...header, ...ofForm })
    assert.equal(posted.status, 201)
    const signIn = { email, motDePasse: PASSWORD }
    const foreign = { host: 'shop.example', origin: 'https://evil.example' }
    assert.equal((await shop.call('POST', SESSIONS, signIn, foreign)).status, 403)
  })

  test('loses the session when an administrator sets a new password or deactivates the member', async () => {
    for (const change of [{ motDePasse: 'another long one' }, { actif: false }]) {
      const { id, email } = await addStaffMember(shop, 'till')
      const { header } = await signInStaff(shop, email)
      const path = `/api/v1/privee/personnel/${id}`
      assert.equal((await shop.call('PATCH', path, change, KEYS.admin)).status, 200)
      assert.equal((await shop.call('GET', SESSIONS, undefined, header)).status, 401)
      assert.equal((await signInStaff(shop, email)).status, 401)
    }
  })

  test('can change their own password, which ends only their other sessions', async () => {
    const { email } = await addStaffMember(shop, 'till')
    const [here, there] = [await signInStaff(shop, email), await signInStaff(shop, email)]
    const change = (motDePasseActuel: string) =>
      shop.call(
        'PATCH',
        '/api/v1/publique/profil-personnel',
        { motDePasseActuel, motDePasse: 'another long one' },
        here.header,
      )
    assert.equal((await change('wrong')).status, 401)
    assert.equal((await change(PASSWORD)).status, 204)
    assert.equal((await shop.call('GET', SESSIONS, undefined, here.header)).status, 200)
    assert.equal((await shop.call('GET', SESSIONS, undefined, there.header)).status, 401)
    assert.equal((await signInStaff(shop, email, { motDePasse: 'another long one' })).status, 201)
  })
})

describe('a sign-in of staff', () => {
  test('reveals neither which e-mails exist nor which field was wrong', async () => {
    const { email } = await addStaffMember(shop, 'till')
    const wrong = await signInStaff(shop, email, { motDePasse: 'wrong' })
    const nobody = await signInStaff(shop, 'nobody@example.org')
    assert.deepEqual([wrong.status, wrong.body, wrong.setCookie], [401, nobody.body, ''])
  })

  test('is limited after ten failures, even with the right password', async () => {
    const { email } = await addStaffMember(shop, 'till')
    const wrong = await Promise.all(
      Array.from({ length: 20 }, () => signInStaff(shop, email, { motDePasse: 'wrong' })),
    )
    assert.equal(wrong.filter(({ status }) => status === 401).length, 10)
    assert.equal((await signInStaff(shop, email)).status, 429)
  })

  test('is required for one-time codes: a key is 403', async () => {
    const { status } = await shop.call('POST', CODES, { motDePasse: PASSWORD }, KEYS.admin)
    assert.equal(status, 403)
  })
})

describe('one-time codes', () => {
  const codesAt = (secret: string) => {
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    return (at: number) => totp.generate({ timestamp: at })
  }

  async function withCodes(email: string, header: Session) {
    const { body } = await shop.call<{ secret: string; uri: string }>(
      'POST',
      CODES,
      { motDePasse: PASSWORD },
      header,
    )
    assert.match(body.uri, /^otpauth:\/\/totp\/Comptoir:/)
    const code = codesAt(body.secret)
    const confirm = (given: string) => shop.call('PATCH', CODES, { code: given }, header)
    assert.equal((await confirm(code(Date.now() - 3_600_000))).status, 401)
    assert.equal((await signInStaff(shop, email)).status, 201, 'not required before a correct code')
    const now = Date.now()
    assert.equal((await confirm(code(now))).status, 204)
    return { code, now }
  }

  test('are required after the first valid one, and each can be used once', async () => {
    const { email } = await addStaffMember(shop, 'till')
    const { header } = await signInStaff(shop, email)
    const { code, now } = await withCodes(email, header)

    const without = await signInStaff(shop, email)
    assert.deepEqual(
      [without.status, without.body.message],
      [401, 'Un code à usage unique est demandé : champ code'],
    )
    assert.equal(
      (await signInStaff(shop, email, { code: code(now) })).status,
      401,
      'the code was already used',
    )
    const next = code(now + 30_000)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => signInStaff(shop, email, { code: next })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.equal((await shop.call('POST', CODES, { motDePasse: PASSWORD }, header)).status, 409)
  })

  test('cannot be guessed by an open session', async () => {
    const { email } = await addStaffMember(shop, 'till')
    const { header } = await signInStaff(shop, email)
    const { status } = await shop.call('POST', CODES, { motDePasse: PASSWORD }, header)
    assert.equal(status, 201)
    const statuses: number[] = []
    for (let i = 0; i < 12; i++)
      statuses.push((await shop.call('PATCH', CODES, { code: '000000' }, header)).status)
    assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429])
  })

  test('are switched off by an administrator when a device is lost', async () => {
    const { id, email } = await addStaffMember(shop, 'till')
    const { header } = await signInStaff(shop, email)
    await withCodes(email, header)
    const path = `/api/v1/privee/personnel/${id}`
    assert.equal((await shop.call('PATCH', path, { codeExige: true }, KEYS.admin)).status, 400)
    assert.equal((await shop.call('PATCH', path, { codeExige: false }, KEYS.admin)).status, 200)
    assert.equal((await signInStaff(shop, email)).status, 201)
  })
})

describe('members of staff', () => {
  test('cannot be changed by two people concurrently: the second gets 412', async () => {
    const { id } = await addStaffMember(shop, 'till')
    const change = (body: object, seen: string) =>
      shop.call<{ updatedAt: string; droits: string[]; nom: string; code: string }>(
        'PATCH',
        `/api/v1/privee/personnel/${id}`,
        body,
        { ...KEYS.admin, 'if-match': `"${seen}"` },
      )
    const { body: before } = await shop.call<{ updatedAt: string }>(
      'PATCH',
      `/api/v1/privee/personnel/${id}`,
      { nom: 'Ada' },
      KEYS.admin,
    )
    const both = await Promise.all([
      change({ droits: ['warehouse'] }, before.updatedAt),
      change({ droits: ['support'] }, before.updatedAt),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
    assert.equal(both.find(({ status }) => status === 412)?.body.code, 'modifie-entre-temps')
    const remaining = both.find(({ status }) => status === 200)?.body
    const again = await change({ nom: 'Ada L.' }, remaining?.updatedAt ?? '')
    assert.deepEqual([again.status, again.body.droits], [200, remaining?.droits])
  })

  test('have unique e-mails, in any letter case, and a password of a minimum length', async () => {
    const { email } = await addStaffMember(shop, 'till')
    const add = (fields: object) =>
      shop.call(
        'POST',
        '/api/v1/privee/personnel',
        { email: `x${email}`, nom: 'X', motDePasse: PASSWORD, droits: ['till'], ...fields },
        KEYS.admin,
      )
    assert.equal((await add({ email: email.toUpperCase() })).status, 409)
    assert.equal((await add({ motDePasse: 'short' })).status, 400)
    const twenty = await Promise.all(Array.from({ length: 20 }, () => add({})))
    assert.equal(twenty.filter(({ status }) => status === 201).length, 1)
  })

  test('are shown to administrators only, without their secrets', async () => {
    const { email } = await addStaffMember(shop, 'support', 'till', 'catalogue')
    const { header } = await signInStaff(shop, email)
    const read = (headers: Record<string, string>) =>
      shop.call('GET', '/api/v1/privee/personnel?limit=100', undefined, headers)
    assert.equal((await read(header)).status, 403)
    const { body } = await read(KEYS.admin)
    assert.ok(JSON.stringify(body).includes(email))
    assert.ok(!/argon2|secretCode/.test(JSON.stringify(body)))
    assert.equal((await shop.call('PATCH', '/api/v1/privee/personnel/999999', {}, KEYS.admin)).status, 404)
  })
})

test('the same Idempotency-Key of two members is two separate requests', async () => {
  const accounts = areas.filter(({ name }) => name === 'accounts')
  const platform = await openPlatform({ areas: [...accounts, defineProbe()], settings: GUARDED })
  const note = async () => {
    const { email } = await addStaffMember(platform, 'till')
    const { header } = await signInStaff(platform, email)
    const headers = { ...header, 'idempotency-key': 'the first of the morning' }
    const once = () => platform.call('POST', '/api/publique/notes', { text: 'x' }, headers)
    return [await once(), await once()].map(answer => answer.headers['idempotent-replay'])
  }
  assert.deepEqual(
    [await note(), await note()],
    [
      [undefined, 'true'],
      [undefined, 'true'],
    ],
  )
})

test('without keys configured every caller has all rights', async () => {
  const open = await openPlatform({ only: ['accounts'], started: false })
  const { body } = await open.call<{ nom: string; droits: string[]; demonstration: boolean }>('GET', SESSIONS)
  assert.deepEqual([body.nom, body.demonstration, body.droits.length], ['Démonstration', true, 8])
})
