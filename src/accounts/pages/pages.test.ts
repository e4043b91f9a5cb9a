import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Account,
  login,
  newEmail,
  person,
  readProfile,
  register,
} from '../../../test/support/accounts.ts'
import { extractToken } from '../../../test/support/mailbox.ts'
import type { TestPlatform } from '../../../test/support/platform.ts'
import { openProving } from '../../../test/support/proving.ts'

let shop: TestPlatform
let mailbox: Awaited<ReturnType<typeof openProving>>['mailbox']
before(async () => {
  const opened = await openProving({
    only: ['accounts', 'loyalty'],
    settings: { COMPTOIR_SHOP_NAME: 'L’<b>Échoppe' },
  })
  shop = opened.shop
  mailbox = opened.mailbox
})

const get = async (url: string) => (await shop.server.inject({ method: 'GET', url })) as unknown as Answer
const post = async (url: string, fields: Record<string, string>) =>
  (await shop.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })) as unknown as Answer
type Answer = { statusCode: number; body: string; headers: Record<string, string> }

async function registered() {
  const { body } = await register(person(newEmail()), shop)
  return body
}
const pathTo = async (what: 'confirmation' | 'mot-de-passe', { email }: Account) =>
  `/compte/${what}/${extractToken(await mailbox.mail(email, what === 'confirmation' ? /^Confirmez/ : /^Choisissez/))}`
const isProven = async ({ accessToken }: Account) =>
  (await readProfile(accessToken, shop)).body as unknown as { courrielProuve: boolean }

describe('the page behind a confirmation link', () => {
  test('changes nothing when it is loaded, however often', async () => {
    const account = await registered()
    const path = await pathTo('confirmation', account)
    for (const url of [path, path, `/accounts${path}`]) {
      const { statusCode, body, headers } = await get(url)
      assert.equal(statusCode, 200)
      assert.match(
        body,
        /<html lang="fr">[\s\S]*Confirmez votre adresse e-mail[\s\S]*autocomplete="current-password"/,
      )
      assert.ok(body.includes('L’&lt;b&gt;Échoppe') && !body.includes('<b>') && !body.includes('<script'))
      assert.match(
        headers['content-security-policy']!,
        /^default-src 'none';.*form-action 'self'.*frame-ancestors 'none'$/,
      )
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      const [, style] = /<link rel="stylesheet" href="([^"]+)"/.exec(body) ?? []
      assert.equal((await get(new URL(style!, `http://x${url}`).pathname)).statusCode, 200)
    }
    const redirected = await get(`${path}/`)
    assert.equal(new URL(redirected.headers.location!, `http://x${path}/`).pathname, path)
    assert.equal((await isProven(account)).courrielProuve, false)
  })

  test('confirms the address with the exact password of the account, and then the link is invalid', async () => {
    const account = await registered()
    const path = await pathTo('confirmation', account)
    for (const motDePasse of ['', 's3cret', 'x'.repeat(1025)]) {
      const { statusCode, body } = await post(path, { motDePasse })
      assert.ok([400, 401].includes(statusCode))
      assert.match(body, motDePasse.length > 1024 ? /Demande impossible/ : /Ce mot de passe n’est pas le bon/)
    }
    assert.equal((await isProven(account)).courrielProuve, false)

    const done = await post(path, { motDePasse: ' s3cret ' })
    assert.equal(done.statusCode, 303)
    const end = await get(new URL(done.headers.location!, `http://x${path}`).pathname)
    assert.match(end.body, /Votre adresse est confirmée/)
    assert.equal((await isProven(account)).courrielProuve, true)
    for (const again of [await get(path), await post(path, { motDePasse: ' s3cret ' })]) {
      assert.equal(again.statusCode, 410)
      assert.match(again.body, /Ce lien n’est plus valable/)
    }
    const { rows } = await shop.platform.db.pg.query('select from accounts.jeton where "compteId" = $1', [
      account.userId,
    ])
    assert.equal(rows.length, 1, 'no session remains')
  })

  test('limits password attempts as a login does', async () => {
    const account = await registered()
    const path = await pathTo('confirmation', account)
    for (let i = 0; i < 10; i++)
      assert.equal((await post(path, { motDePasse: `guess ${i}` })).statusCode, 401)
    const { statusCode, headers, body } = await post(path, { motDePasse: ' s3cret ' })
    assert.equal(statusCode, 429)
    assert.ok(headers['retry-after'])
    assert.match(body, /Trop de tentatives/)
    assert.equal((await isProven(account)).courrielProuve, false)
  })
})

describe('the page behind a password reset link', () => {
  async function forgotten() {
    const account = await registered()
    await shop.call('POST', '/api/v1/publique/mots-de-passe-oublies', { email: account.email })
    return { account, path: await pathTo('mot-de-passe', account) }
  }

  test('asks for the new password twice, and sets it', async () => {
    const { account, path } = await forgotten()
    assert.match((await get(path)).body, /Nouveau mot de passe[\s\S]*seconde fois/)
    for (const [motDePasse, confirmation, fault] of [
      ['12345', '12345', /de 6 à 128 caractères/],
      ['x'.repeat(129), 'x'.repeat(129), /de 6 à 128 caractères/],
      ['zqsecret', 'zqsecret ', /ne sont pas les mêmes/],
    ] as const) {
      const { statusCode, body } = await post(path, { motDePasse, confirmation })
      assert.equal(statusCode, 400)
      assert.match(body, fault)
      assert.ok(!body.includes(motDePasse), 'the input is not shown')
    }
    assert.equal((await login(account.email, ' s3cret ', shop)).status, 200)

    const done = await post(path, { motDePasse: ' nouveau ', confirmation: ' nouveau ' })
    assert.equal(done.statusCode, 303)
    assert.match(
      (await get(new URL(done.headers.location!, `http://x${path}`).pathname)).body,
      /Votre mot de passe est changé/,
    )
    assert.equal((await readProfile(account.accessToken, shop)).status, 401)
    assert.equal((await login(account.email, ' nouveau ', shop)).status, 200)
    assert.equal((await get(path)).statusCode, 410)
  })

  test('is in the language of the browser, as are its errors and its end', async () => {
    const { path } = await forgotten()
    const headers = { 'accept-language': 'en-GB,en;q=0.9' }
    const inEnglish = async (url: string, payload?: string) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const { body } = await shop.server.inject(
        payload === undefined
          ? { method: 'GET', url, headers }
          : { method: 'POST', url, payload, headers: { ...headers, ...form } },
      )
      return body
    }
    assert.match(await inEnglish(path), /<html lang="en">[\s\S]*Choose a new password/)
    assert.match(
      await inEnglish(path, 'motDePasse=12345&confirmation=12345'),
      /must have 6 to 128 characters/,
    )
    assert.match(await inEnglish('/compte/mot-de-passe/none'), /<html lang="en">[\s\S]*no longer valid/)
    assert.match(await inEnglish('/compte/mot-de-passe-change'), /Your password is changed/)
  })

  test('does not accept the token of a confirmation, nor the other way round', async () => {
    const { account, path } = await forgotten()
    const other = await pathTo('confirmation', account)
    assert.equal((await get(path.replace('mot-de-passe', 'confirmation'))).statusCode, 410)
    assert.equal((await get(other.replace('confirmation', 'mot-de-passe'))).statusCode, 410)
    const made = { motDePasse: 'nouveau', confirmation: 'nouveau' }
    assert.equal((await post(other.replace('confirmation', 'mot-de-passe'), made)).statusCode, 410)
    assert.equal((await post('/compte/mot-de-passe/nonsense', made)).statusCode, 410)
  })
})
