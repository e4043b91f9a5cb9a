import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { bearer, login, person, readProfile, register } from '../../test/support/accounts.ts'
import { eventually } from '../../test/support/eventually.ts'
import { GUARDED } from '../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { createShopActions } from '../../test/support/shopping.ts'

const SECRET = ' s3cret '
type Refusal = { code?: string; message?: string }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform()
})

const ask = (what: string, token: string, body: object, at = shop) =>
  at.call<Refusal>('POST', `/api/v1/publique/profil/${what}`, body, token ? bearer(token) : {})
const setPassword = (token: string, motDePasseActuel: string, motDePasse: string) =>
  ask('mot-de-passe', token, { motDePasseActuel, motDePasse })
const remove = (token: string, motDePasse: string, at = shop) =>
  ask('suppressions', token, { motDePasse }, at)

test('a new password needs the current one, and ends the other sessions', async () => {
  const { body: ada } = await register(person(), shop)
  const { body: other } = await login(ada.email, SECRET, shop)

  const refused = await setPassword(ada.accessToken, 'autre', 'nouveau')
  assert.deepEqual([refused.status, refused.body.code], [403, 'mot-de-passe-incorrect'])
  assert.equal((await setPassword(ada.accessToken, SECRET, '12345')).status, 400)
  assert.equal((await ask('mot-de-passe', ada.accessToken, { motDePasse: 'nouveau' })).status, 400)
  assert.equal((await setPassword('', SECRET, 'nouveau')).status, 401)
  assert.equal((await readProfile(other.accessToken, shop)).status, 200)

  assert.equal((await setPassword(ada.accessToken, SECRET, 'nouveau')).status, 204)
  assert.equal((await setPassword(ada.accessToken, SECRET, 'encore')).status, 403)
  assert.equal((await readProfile(ada.accessToken, shop)).status, 200)
  assert.equal((await readProfile(other.accessToken, shop)).status, 401)
  assert.equal((await login(ada.email, SECRET, shop)).status, 401)
  assert.equal((await login(ada.email, 'nouveau', shop)).status, 200)
})

test('wrong passwords for a change or a deletion count as failed sign-ins', async () => {
  const { body: ada } = await register(person(), shop)
  for (let i = 0; i < 5; i++) {
    assert.equal((await setPassword(ada.accessToken, 'faux', 'nouveau')).status, 403)
    assert.equal((await remove(ada.accessToken, 'faux')).status, 403)
  }
  const refused = await remove(ada.accessToken, SECRET)
  assert.deepEqual([refused.status, refused.body.code], [429, 'trop-d-essais'])
})

test('a customer deletes the account with the password, unless an order is open', async () => {
  const { body: ada } = await register(person(), shop)
  const { product, placed } = createShopActions(shop)
  const { id } = await product()
  const { ordreId } = await placed([{ id, quantite: 1, prixUnitaireCents: 1_000 }], {
    clientId: ada.clientId,
  })
  const open = await remove(ada.accessToken, SECRET)
  assert.deepEqual([open.status, open.body.code], [409, 'effacement-impossible'])
  const cancelled = await shop.call('POST', `/api/v1/publique/commandes/${ordreId}/annulation`)
  assert.equal(cancelled.status, 200)

  assert.equal((await remove(ada.accessToken, 'faux')).status, 403)
  assert.equal((await readProfile(ada.accessToken, shop)).status, 200)
  assert.equal((await remove(ada.accessToken, SECRET)).status, 202)
  assert.equal((await readProfile(ada.accessToken, shop)).status, 401)
  await eventually('the account is erased', async () => {
    const { rows } = await shop.platform.db.pg.query('select from accounts.compte where email = $1', [
      ada.email,
    ])
    return rows.length === 0
  })
  assert.equal((await login(ada.email, SECRET, shop)).status, 401)
})

test('an account whose address is not confirmed cannot erase the customer who has the address', async () => {
  const guarded = await openPlatform({ settings: GUARDED })
  const { body: stranger } = await register(person(), guarded)
  const refused = await remove(stranger.accessToken, SECRET, guarded)
  assert.deepEqual([refused.status, refused.body.code], [409, 'adresse-non-prouvee'])
  assert.equal((await readProfile(stranger.accessToken, guarded)).status, 200)
})
