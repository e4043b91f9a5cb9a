import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  createPaymentPageActions,
  extractCsrf,
  extractDeclinePath,
} from '../../../test/support/payment-page.ts'
import { foreignOrder, REFUSED } from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

let shop: TestPlatform
const { get, post, open, pay, settle } = createPaymentPageActions(() => shop)
before(async () => {
  shop = await openPlatform({
    only: ['payments', 'orders', 'accounts', 'loyalty'],
    started: false,
    settings: { COMPTOIR_RETURN_ORIGINS: 'https://boutique.example' },
  })
})

const CARD_ID = /name="carte" value="(\d+)"/

/** Pays with a card that is saved, and returns the ID of the saved card. */
async function savedCards(clientFideliseId: number) {
  const orderId = foreignOrder()
  await pay(await open({ orderId, clientFideliseId }), { garder: '1' })
  await settle(orderId)
  const { text } = await get(await open({ clientFideliseId }))
  return CARD_ID.exec(text)?.[1] ?? ''
}

describe('saved cards on the payment page', () => {
  test('are created only on request and for an accepted payment', async () => {
    const orderId = foreignOrder()
    await pay(await open({ orderId, clientFideliseId: 1 }))
    await settle(orderId)
    const refused = foreignOrder()
    await pay(await open({ orderId: refused, clientFideliseId: 1 }), { cardNumber: REFUSED, garder: '1' })
    await settle(refused)
    assert.doesNotMatch((await get(await open({ clientFideliseId: 1 }))).text, CARD_ID)
    assert.match(await savedCards(1), /^\d+$/)
  })

  test('can be used without entering card details, and no form shows their number', async () => {
    const carte = await savedCards(2)
    const orderId = foreignOrder()
    const path = await open({ orderId, clientFideliseId: 2 })
    const { text } = await get(path)
    assert.match(text, /•••• <\/span>4242/)
    assert.doesNotMatch(text, /4242 ?4242|<input[^>]* required/)
    assert.equal((await post(path, { csrf: extractCsrf(text), carte })).status, 303)
    await settle(orderId)
    assert.match((await get(path)).text, /Paiement accepté/)
  })

  test('of another customer are neither shown, paid with nor removed', async () => {
    const carte = await savedCards(3)
    const path = await open({ clientFideliseId: 4 })
    const { text } = await get(path)
    assert.doesNotMatch(text, CARD_ID)
    const csrf = extractCsrf(text)
    const refused = await post(path, { csrf, carte })
    assert.equal(refused.status, 404)
    assert.match(refused.text, /Carte retirée/)
    assert.equal((await get(`${path}/cartes/${carte}/retrait`)).status, 303)
    assert.equal((await post(`${path}/cartes/${carte}/retrait`, { csrf })).status, 303)
    assert.match((await get(await open({ clientFideliseId: 3 }))).text, CARD_ID)
  })

  test('are neither offered nor created for a customer unknown to the link', async () => {
    const orderId = foreignOrder()
    const path = await open({ orderId })
    assert.doesNotMatch((await get(path)).text, /name="garder"/)
    await pay(path, { garder: '1' })
    await settle(orderId)
    const { rowCount } = await shop.platform.db.pg.query(
      `select 1 from payments.carte where "clientId" = 'CLI_00000007'`,
    )
    assert.equal(rowCount, 0)
  })

  test('are removed after a confirmation, only by a form of the page, and repeatedly without error', async () => {
    const carte = await savedCards(5)
    const path = await open({ clientFideliseId: 5 })
    const retrait = `${path}/cartes/${carte}/retrait`
    const { status, text } = await get(retrait)
    assert.equal(extractDeclinePath(text, retrait), path)
    assert.equal(status, 200)
    assert.match(text, /Retirer cette carte/)
    assert.equal((await post(retrait, { csrf: 'autre' })).status, 403)
    assert.match((await get(path)).text, CARD_ID)
    for (let i = 0; i < 2; i++) {
      const { headers } = await post(retrait, { csrf: extractCsrf(text) })
      assert.equal(new URL(String(headers.location), `http://shop${retrait}`).pathname, path)
    }
    assert.doesNotMatch((await get(path)).text, CARD_ID)
    assert.equal((await get(`${path}/cartes/abc/retrait`)).status, 400)
  })

  test('keep the selected option and the checkbox after an error in a new card', async () => {
    await savedCards(6)
    const path = await open({ clientFideliseId: 6 })
    const { status, text } = await pay(path, { carte: 'nouvelle', garder: '1', cvc: '1' })
    assert.equal(status, 400)
    assert.match(text, /value="nouvelle" checked/)
    assert.match(text, /name="garder" value="1" checked/)
  })
})
