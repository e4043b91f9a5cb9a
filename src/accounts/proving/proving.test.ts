import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Account,
  bearer,
  login,
  newEmail,
  person,
  readProfile,
  register,
} from '../../../test/support/accounts.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { GUARDED, KEYS } from '../../../test/support/guarded.ts'
import { extractToken } from '../../../test/support/mailbox.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { openProving } from '../../../test/support/proving.ts'

type Client = { id: number; idClient: string }

let shop: TestPlatform
let mailbox: Awaited<ReturnType<typeof openProving>>['mailbox']
before(async () => {
  const opened = await openProving({ only: ['accounts', 'loyalty'] })
  shop = opened.shop
  mailbox = opened.mailbox
})

const CONFIRM = /^Confirmez votre adresse/
const PASSWORD = /^Choisissez un nouveau mot de passe/

const post = <Body = { message: string }>(what: string, body: object, headers = {}) =>
  shop.call<Body>('POST', `/api/v1/publique/${what}`, body, headers)
const ask = (email: string) => post('confirmations-courriel', { email })
const redeem = (jeton: string, token: string) =>
  post<Account>('confirmations-courriel', { jeton }, bearer(token))
const forgot = (email: string) => post('mots-de-passe-oublies', { email })

/** Creates a loyalty customer without an account, as a till does. */
async function loyaltyCustomer() {
  const email = newEmail()
  const { body } = await shop.call<Client>(
    'POST',
    '/api/publique/clients',
    { nom: 'Byron', prenom: 'Ada', adresseMail: email, pointsFidelite: 700, niveauFidelisation: 'Premium' },
    KEYS.admin,
  )
  return { email, ...body }
}

async function registered(email = newEmail()) {
  const { status, body } = await register(person(email), shop)
  assert.equal(status, 201)
  return body
}

describe('a new account', () => {
  test('gets the same response whether or not a loyalty customer has its e-mail address', async () => {
    const customer = await loyaltyCustomer()
    const [theirs, new_] = [await registered(customer.email), await registered()]
    const same = ({ accessToken: _token, userId: _id, email: _email, clientId, ...rest }: Account) => ({
      ...rest,
      clientId: /^CLI_[0-9A-F]{8}$/.test(clientId),
    })
    assert.deepEqual(same(theirs), same(new_))
    assert.partialDeepStrictEqual(theirs, { pointsFidelite: 0, niveauFidelisation: 'Standard' })
    assert.notEqual(theirs.clientId, customer.idClient)
    for (const { accessToken, clientId } of [theirs, new_])
      for (let i = 0; i < 2; i++)
        assert.partialDeepStrictEqual((await readProfile(accessToken, shop)).body as object, {
          ...{ clientId, pointsFidelite: 0, niveauFidelisation: 'Standard', nom: 'Lovelace' },
          courrielProuve: false,
        })
  })

  test('creates its loyalty customer under its own identifier if none exists', async () => {
    const { clientId } = await registered()
    const { body } = await shop.call<Client>(
      'GET',
      `/api/publique/clients/${clientId}`,
      undefined,
      KEYS.admin,
    )
    assert.equal(body.idClient, clientId)
  })

  test('is linked to the loyalty customer when it opens the link of its mail, and its own identifier becomes an alias', async () => {
    const customer = await loyaltyCustomer()
    const { accessToken, clientId, userId } = await registered(customer.email)
    const token = extractToken(await mailbox.mail(customer.email, CONFIRM))

    const { status, body } = await redeem(token, accessToken)
    assert.equal(status, 200)
    const joined = { clientId: customer.idClient, pointsFidelite: 700, niveauFidelisation: 'Premium' }
    assert.partialDeepStrictEqual(body as object, { ...joined, courrielProuve: true })
    assert.partialDeepStrictEqual((await readProfile(accessToken, shop)).body as object, joined)
    for (const ref of [customer.idClient, clientId]) {
      const account = await shop.call<Account>('GET', `/api/v1/privee/comptes/${ref}`, undefined, KEYS.admin)
      assert.partialDeepStrictEqual(account.body as object, {
        userId,
        clientIds: [customer.idClient, clientId],
      })
    }
    assert.equal((await redeem(token, accessToken)).status, 410)
  })

  test('is not confirmed by the link alone, by another account, or after a day', async () => {
    const { accessToken, email } = await registered()
    const stranger = await registered()
    const token = extractToken(await mailbox.mail(email, CONFIRM))
    assert.equal((await post('confirmations-courriel', { jeton: token })).status, 401)
    assert.equal((await redeem(token, stranger.accessToken)).status, 410)
    assert.equal((await redeem('nonsense', accessToken)).status, 410)
    assert.partialDeepStrictEqual((await readProfile(stranger.accessToken, shop)).body as object, {
      courrielProuve: false,
    })

    await shop.platform.db.pg.query(
      `update accounts.lien set "expireLe" = "expireLe" - interval '1 day' where "compteId" = (
        select id from accounts.compte where email = $1)`,
      [email],
    )
    assert.equal((await redeem(token, accessToken)).status, 410)
    assert.partialDeepStrictEqual((await readProfile(accessToken, shop)).body as object, {
      courrielProuve: false,
    })
  })

  test('is confirmed by one of several concurrent requests with the same link', async () => {
    const { accessToken, email } = await registered()
    const token = extractToken(await mailbox.mail(email, CONFIRM))
    const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(token, accessToken)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410, 410, 410, 410, 410])
  })
})

describe('a requested link', () => {
  test('gets the same response for any address, and is sent to existing accounts at most three times an hour', async () => {
    const { email } = await registered()
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => ask(email)),
      forgot(email.toUpperCase()),
      ask(newEmail()),
      forgot(newEmail()),
    ])
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202])
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
    await eventually('no job is due', async () => {
      const { rows } = await shop.platform.db.pg.query(
        'select from graphile_worker.jobs where run_at <= now()',
      )
      return rows.length === 0
    })
    await eventually('three mails arrive', async () => mailbox.to(email).length === 3)
    const { rows } = await shop.platform.db.pg.query(
      'select count(*) as written from accounts.courriel where destinataire = $1',
      [email],
    )
    assert.equal(rows[0].written, 3)
    const addresses = mailbox.received.flatMap(({ to }) => to)
    assert.ok(addresses.every(address => /^ada\d+@example\.org$/.test(address)))
  })

  test('is not sent to a confirmed address', async () => {
    const { accessToken, email } = await registered()
    await redeem(extractToken(await mailbox.mail(email, CONFIRM)), accessToken)
    await ask(email)
    await forgot(email)
    await mailbox.mail(email, PASSWORD)
    assert.equal(mailbox.to(email).filter(({ subject }) => CONFIRM.test(subject)).length, 1)
  })

  test('appears only in the mail', async () => {
    const { email } = await registered()
    const token = extractToken(await mailbox.mail(email, CONFIRM))
    const { rows } = await shop.platform.db.pg.query(
      `select coalesce(string_agg(t::text, ' '), '') as all from (
        select lien::text as t from accounts.lien union all select courriel::text from accounts.courriel) as x`,
    )
    assert.ok(rows[0].all.includes(email))
    assert.ok(!rows[0].all.includes(token))
    const { text } = await mailbox.mail(email, CONFIRM)
    assert.match(text, /^http:\/\/boutique\.example\/compte\/confirmation\//m)
  })

  for (const body of [{}, { email: 'nonsense' }, { email: 'a@b.fr', jeton: 'x' }, { jeton: 1 }])
    test(`with the body ${JSON.stringify(body)} is 400`, async () => {
      assert.equal((await post('confirmations-courriel', body)).status, 400)
    })
})

test('an e-mail address that support corrects must be confirmed again, and the links to the former one are void', async () => {
  const correct = (ref: unknown, body: object) =>
    shop.call<{ courrielProuve: boolean }>('PATCH', `/api/v1/privee/comptes/${ref}`, body, KEYS.admin)
  const customer = await loyaltyCustomer()
  const account = await registered(customer.email)
  await redeem(extractToken(await mailbox.mail(customer.email, CONFIRM)), account.accessToken)
  await forgot(customer.email)
  const former = extractToken(await mailbox.mail(customer.email, PASSWORD))
  const [email, other] = [newEmail(), await registered()]
  const [known, taken] = [await loyaltyCustomer(), { email: other.email.toUpperCase() }]

  for (const [ref, body, status] of [
    [account.userId, taken, 409],
    [account.userId, { email: known.email }, 409],
    [account.userId, { email: 'nonsense' }, 400],
    [account.userId, { telephone: 'par mail' }, 400],
    [999_999, { email }, 404],
  ] as const)
    assert.equal((await correct(ref, body)).status, status, JSON.stringify(body))
  assert.partialDeepStrictEqual((await readProfile(account.accessToken, shop)).body as object, {
    ...{ email: customer.email, courrielProuve: true },
  })

  const change = { email, nom: 'King', telephone: '06 12 34 56 78', adresse: '2 rue Y' }
  const corrected = await correct(customer.idClient, change)
  assert.equal(corrected.status, 200)
  assert.partialDeepStrictEqual(corrected.body as object, { email, courrielProuve: false })
  const { body: client } = await shop.call<object>(
    'GET',
    `/api/publique/clients/${customer.idClient}`,
    undefined,
    KEYS.admin,
  )
  const { email: adresseMail, ...others } = change
  assert.partialDeepStrictEqual(client, { adresseMail, ...others, prenom: 'Ada' })
  assert.equal((await post('mots-de-passe', { jeton: former, motDePasse: 'volé !' })).status, 410)
  assert.equal((await login(email, ' s3cret ', shop)).status, 200)

  await redeem(extractToken(await mailbox.mail(email, CONFIRM)), account.accessToken)
  assert.partialDeepStrictEqual((await readProfile(account.accessToken, shop)).body as object, {
    ...{ ...change, courrielProuve: true, clientId: customer.idClient, pointsFidelite: 700 },
  })
  assert.equal((await correct(account.userId, { email: email.toUpperCase() })).body.courrielProuve, true)
})

describe('a forgotten password', () => {
  const reset = (jeton: string, motDePasse: string) => post('mots-de-passe', { jeton, motDePasse })

  test('is reset by the link once: the address is confirmed, and all sessions and other links end', async () => {
    const customer = await loyaltyCustomer()
    const { accessToken } = await registered(customer.email)
    const confirmation = extractToken(await mailbox.mail(customer.email, CONFIRM))
    assert.equal((await forgot(customer.email)).status, 202)
    const token = extractToken(await mailbox.mail(customer.email, PASSWORD))

    assert.equal((await reset(token, '12345')).status, 400)
    assert.equal((await reset(confirmation, 'nouveau')).status, 410)
    assert.equal((await reset(token, 'nouveau')).status, 200)
    assert.equal((await reset(token, 'encore un')).status, 410)
    assert.equal((await readProfile(accessToken, shop)).status, 401)
    assert.equal((await login(customer.email, ' s3cret ', shop)).status, 401)
    const again = await login(customer.email, 'nouveau', shop)
    assert.equal(again.status, 200)
    const profile = await readProfile(again.body.accessToken, shop)
    assert.partialDeepStrictEqual(profile.body as object, {
      courrielProuve: true,
      clientId: customer.idClient,
    })
    assert.equal((await redeem(confirmation, again.body.accessToken)).status, 410)
  })

  test('is reset by one of ten concurrent requests with the same link', async () => {
    const { email } = await registered()
    await forgot(email)
    const token = extractToken(await mailbox.mail(email, PASSWORD))
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(token, `nouveau ${i}`)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const winner = answers.findIndex(({ status }) => status === 200)
    assert.equal((await login(email, `nouveau ${winner}`, shop)).status, 200)
  })
})

describe('a first password set by staff', () => {
  const setPassword = (body: object) => shop.call<Account>('POST', '/api/auth/set-password', body, KEYS.admin)

  test('gives the owner of the address, once, the account that a stranger opened with it', async () => {
    const { email, idClient: clientId } = await loyaltyCustomer()
    const stranger = await registered(email)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => setPassword({ email, clientId, motDePasse: 'le mien' })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
    const owner = answers.find(({ status }) => status === 200)!.body
    assert.partialDeepStrictEqual(owner, {
      clientId,
      userId: stranger.userId,
      nom: 'Byron',
      pointsFidelite: 700,
    })
    assert.equal((await readProfile(stranger.accessToken, shop)).status, 401)
    assert.equal((await login(email, ' s3cret ', shop)).status, 401)
    assert.equal((await readProfile(owner.accessToken, shop)).status, 200)
    assert.equal((await login(email, 'le mien', shop)).status, 200)
  })

  test('confirms the address of the account that it opens', async () => {
    const { email, idClient: clientId } = await loyaltyCustomer()
    const { body } = await setPassword({ email, clientId, motDePasse: 'le mien' })
    assert.partialDeepStrictEqual((await readProfile(body.accessToken, shop)).body as object, {
      ...{ clientId, courrielProuve: true, pointsFidelite: 700 },
    })
  })
})

for (const [what, settings] of [
  ['without keys', {}],
  ['with COMPTOIR_EMAIL_PROOF=0', { ...GUARDED, COMPTOIR_EMAIL_PROOF: '0' }],
] as const)
  test(`${what} every address counts as confirmed: the loyalty customer is linked immediately, and no mail is sent`, async () => {
    const open = await openPlatform({ only: ['accounts', 'loyalty'], settings })
    const email = newEmail()
    const { body: client } = await open.call<Client>(
      'POST',
      '/api/publique/clients',
      { nom: 'Byron', prenom: 'Ada', adresseMail: email, pointsFidelite: 700, niveauFidelisation: 'Premium' },
      KEYS.admin,
    )
    const { body } = await register(person(email), open)
    assert.partialDeepStrictEqual(body, { clientId: client.idClient, pointsFidelite: 700 })
    assert.partialDeepStrictEqual((await readProfile(body.accessToken, open)).body as object, {
      courrielProuve: true,
    })
    const { rows } = await open.platform.db.pg.query('select from accounts.courriel')
    assert.equal(rows.length, 0)
    const first = { email, clientId: client.idClient, motDePasse: 'le mien' }
    assert.equal((await open.call('POST', '/api/auth/set-password', first, KEYS.admin)).status, 409)
  })
