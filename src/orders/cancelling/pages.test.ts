import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { NOBODY, openWithCallers, registerCustomer } from '../../../test/support/callers.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { KEYS } from '../../../test/support/guarded.ts'
import { openMailbox } from '../../../test/support/mailbox.ts'
import type { TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'

let shop: TestPlatform
let mailbox: Awaited<ReturnType<typeof openMailbox>>
before(async () => {
  mailbox = await openMailbox()
  const settings = { COMPTOIR_SMTP_URL: mailbox.url, COMPTOIR_PUBLIC_URL: 'http://boutique.example' }
  shop = (await openWithCallers({ ...settings, COMPTOIR_PAYMENT_DELAY_MS: '0' })).shop
})

const ask = (method: 'GET' | 'POST', url: string) =>
  shop.server.inject({
    method,
    url,
    ...(method === 'POST'
      ? { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: '' }
      : {}),
  })

const statusOf = async (ordreId: string) =>
  (await shop.call<{ statut: string }>('GET', `/api/commandes/${ordreId}`, undefined, KEYS.admin)).body.statut

/** Places and pays an order of a new customer. Returns it with the cancellation link, once the mail has arrived. */
async function received(langue = 'fr') {
  const ada = await registerCustomer(shop, KEYS.admin)
  const { id } = await createShopActions(shop, KEYS.admin['x-api-key']).product({
    nom: 'Lampe <b>',
    prixDeVenteCents: 2_550,
  })
  const { ordreId } = (
    await createShopActions(shop).place(
      [{ id, quantite: 1, prixUnitaireCents: 2_550 }],
      { clientId: ada.clientId, langue },
      ada.bearer,
    )
  ).body
  await createShopActions(shop, KEYS.admin['x-api-key']).pay(ordreId, 25.5)
  const link = await eventually('the mail has arrived', async () => {
    const texts = mailbox.to(ada.email).map(({ text }) => text)
    return new RegExp(`http://boutique\\.example(/.*${ordreId}/annuler\\?jeton=.*)$`, 'm').exec(
      texts.join('\n'),
    )?.[1]
  })
  return { ordreId, link }
}

test('the confirmation mail links to a page whose button cancels the order once', async () => {
  const { ordreId, link } = await received()
  const asked = await ask('GET', link)
  assert.equal(asked.statusCode, 200)
  assert.match(asked.body, /1 × Lampe &lt;b&gt;/)
  assert.match(asked.body, /25,50/)
  assert.equal(await statusOf(ordreId), 'EN_ATTENTE', 'reading changes nothing')

  for (const answer of [await ask('POST', link), await ask('POST', link)]) {
    assert.equal(answer.statusCode, 200)
    assert.match(answer.body, /Votre commande est annulée/)
  }
  assert.equal(await statusOf(ordreId), 'ANNULEE')
  assert.match((await ask('GET', link)).body, /Votre commande est annulée/)
})

test('without its link the page shows and cancels nothing, and it refuses an order in preparation', async () => {
  const [one, other] = [await received(), await received()]
  const path = one.link.split('?')[0] ?? ''
  for (const url of [path, `${path}?${other.link.split('?')[1]}`, `${path}?jeton=x`])
    for (const method of ['GET', 'POST'] as const) {
      const answer = await ask(method, url)
      assert.equal(answer.statusCode, 401, url)
      assert.match(answer.body, /<h1>Ce lien n’est pas valable/)
      assert.doesNotMatch(answer.body, /Lampe/)
    }
  assert.equal(await statusOf(one.ordreId), 'EN_ATTENTE')

  const move = { nouveauStatut: 'EN_PREPARATION' }
  await shop.call('PATCH', `/api/commandes/${one.ordreId}/statut`, move, KEYS.admin)
  for (const method of ['GET', 'POST'] as const) {
    const answer = await ask(method, one.link)
    assert.equal(answer.statusCode, 409)
    assert.match(answer.body, /Elle est déjà en préparation/)
  }
  assert.equal(await statusOf(one.ordreId), 'EN_PREPARATION')
  assert.equal((await shop.call('GET', path, undefined, NOBODY)).status, 401)
})

test('the pages about an English order are in English; without a link the browser chooses', async () => {
  const { ordreId, link } = await received('en')
  const asked = await ask('GET', link)
  assert.match(asked.body, /<html lang="en">[\s\S]*Cancel your order\?[\s\S]*Total: <strong>€25\.50</)
  const path = link.split('?')[0] ?? ''
  for (const [language, title] of [
    ['en-US', 'This link is not valid'],
    ['de', 'Ce lien n’est pas valable'],
  ] as const) {
    const url = { method: 'GET', url: path, headers: { 'accept-language': language } } as const
    assert.match((await shop.server.inject(url)).body, new RegExp(title))
  }
  await shop.call(
    'PATCH',
    `/api/commandes/${ordreId}/statut`,
    { nouveauStatut: 'EN_PREPARATION' },
    KEYS.admin,
  )
  assert.match((await ask('POST', link)).body, /can no longer be cancelled[\s\S]*is already being prepared/)
  await shop.call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut: 'ANNULEE' }, KEYS.admin)
  const cancelled = (await ask('GET', link)).body
  assert.match(cancelled, /Your order is cancelled/)
  for (const body of [asked.body, cancelled]) assert.doesNotMatch(body, /[éèêà’]|Commande|Article /)
})
