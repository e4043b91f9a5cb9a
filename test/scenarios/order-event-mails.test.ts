import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { orderPaymentPath } from '../../src/payments/contract.ts'
import { createSignedLinks } from '../../src/platform/http/signed-links.ts'
import { type Account, person, register } from '../support/accounts.ts'
import { createAfterSaleActions, openQuickShop } from '../support/after-sale.ts'
import { eventually } from '../support/eventually.ts'
import type { TestPlatform } from '../support/platform.ts'
import { createShopActions } from '../support/shopping.ts'

let shop: TestPlatform
let after: ReturnType<typeof createAfterSaleActions>
let customer: Account
let lamp: { id: number; quantite: number; prixUnitaireCents: number }
before(async () => {
  shop = await openQuickShop({
    COMPTOIR_SHOP_NAME: 'La Boutique',
    COMPTOIR_LEGAL_CONTACT: 'bonjour@boutique.example',
    ...{ COMPTOIR_LEGAL_NAME: 'La Boutique SAS', COMPTOIR_LEGAL_ADDRESS: '1 rue de la Paix; 75002 Paris' },
    ...{ COMPTOIR_LEGAL_SIRET: '12345678900012', COMPTOIR_LEGAL_VAT_NUMBER: 'FR00123456789' },
  })
  after = createAfterSaleActions(shop)
  customer = (await register(person('ada@example.org'), shop)).body
  const { id } = await createShopActions(shop).product({ nom: 'Lampe', prixDeVenteCents: 2_550 })
  lamp = { id, quantite: 2, prixUnitaireCents: 2_550 }
})

type Mail = { id: number; destinataire: string; modele: string; sujet: string; texte: string; statut: string }
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
/** Returns the mails about an order by template; asserts that each template has one mail. */
async function mailsAbout(ordreId: string) {
  await after.untilDrained()
  const { body } = await shop.call<{ data: Mail[] }>('GET', `/api/v1/privee/courriels?ordreId=${ordreId}`)
  const mails = new Map(body.data.map(mail => [mail.modele, { ...mail, texte: plain(mail.texte) }]))
  assert.equal(mails.size, body.data.length, JSON.stringify(body.data.map(({ modele }) => modele)))
  return mails
}
const placed = async (more: object = {}) =>
  (await createShopActions(shop).placed([lamp], { clientId: customer.clientId, ...more })).ordreId
const refund = (transactionId: number, montant: number) =>
  shop.call('POST', '/api/publique/paiement/refund', { transactionId, montant })

test('a proven customer is reminded of an unpaid order once, with a link that begins its payment', async () => {
  const ordreId = await placed({ langue: 'en' })
  const other = await placed({ clientId: 'INVITE_1', clientInfo: { email: 'guest@example.org' } })
  const age = (hours: number) =>
    shop.platform.db.pg.query(
      `update orders.commande set "createdAt" = now() - make_interval(hours => $1) where "ordreId" = any($2)`,
      [hours, [ordreId, other]],
    )
  await shop.runSchedule('orders.remind-unpaid')
  assert.ok(!(await mailsAbout(ordreId)).has('paiement-manquant'), 'the customer has an hour')
  await age(2)
  await Promise.all([shop.runSchedule('orders.remind-unpaid'), shop.runSchedule('orders.remind-unpaid')])
  await shop.runSchedule('orders.remind-unpaid')
  const mails = await mailsAbout(ordreId)
  const { statut, sujet = '', texte = '' } = mails.get('paiement-manquant') ?? {}
  assert.equal(statut, 'a_envoyer')
  assert.equal(mails.get('commande-recue')?.statut, 'retenu')
  assert.equal(sujet, `Your order ${ordreId} awaits its payment – La Boutique`)
  assert.match(texte, /^2 × Lampe: €51\.00\nTotal: €51\.00\nincluding VAT 20%: €8\.50$/m)
  assert.match(texte, /A question\? Write or call: bonjour@boutique\.example/)
  assert.match(
    texte,
    /La Boutique SAS\n1 rue de la Paix, 75002 Paris\nSIRET 12345678900012 · TVA FR00123456789$/,
  )
  const path = orderPaymentPath(ordreId)
  assert.ok(texte.includes(`Pay my order:\nhttp`) && texte.includes(`${path}?jeton=•••`), texte)
  assert.ok(!(await mailsAbout(other)).has('paiement-manquant'), 'the address of a guest is not proven')

  const ask = (method: 'GET' | 'POST', url: string) =>
    shop.server.inject({
      ...{ method, url, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      ...(method === 'POST' && { payload: '' }),
    })
  const links = createSignedLinks('a secret of the tests alone', { now: () => new Date() })
  const link = links.sign(path, new Date(Date.now() + 60_000))
  assert.match((await ask('GET', link)).body, /<html lang="en">[\s\S]*Pay your order[\s\S]*Pay €51\.00/)
  for (const url of [path, `${path}?jeton=x`, link.replace(ordreId, other)])
    for (const method of ['GET', 'POST'] as const) assert.equal((await ask(method, url)).statusCode, 404, url)
  const unknown = links.sign(orderPaymentPath('CMD-UNKNOWN'), new Date(Date.now() + 60_000))
  assert.equal((await ask('GET', unknown)).statusCode, 404)
  const begun = await ask('POST', link)
  assert.equal(begun.statusCode, 303)
  const page = new URL(String(begun.headers.location), `http://shop${path}`).pathname
  assert.match((await ask('GET', page)).body, /Card payment[\s\S]*Pay €51\.00/)

  await createShopActions(shop).pay(ordreId, 51)
  await after.untilDrained()
  await eventually('the order is paid', async () => /Nothing to pay/.test((await ask('GET', link)).body))
  const conflict = await ask('POST', link)
  assert.deepEqual([conflict.statusCode, /Order unavailable/.test(conflict.body)], [409, true])
  assert.match((await mailsAbout(ordreId)).get('recu-paiement')?.texte ?? '', /^Amount paid: €51\.00$/m)
})

test('a paid order that is cancelled causes a mail about that and one about the refund, in its language', async () => {
  const ordreId = await placed({ langue: 'en' })
  await createShopActions(shop).pay(ordreId, 51)
  await after.untilDrained()
  await shop.call('POST', `/api/v1/publique/commandes/${ordreId}/annulation`)
  await eventually(
    'the payment is refunded',
    async () => (await after.payment(ordreId)).statut === 'rembourse',
  )
  const mails = await mailsAbout(ordreId)
  const cancelled = mails.get('commande-annulee')?.texte ?? ''
  assert.match(cancelled, /All that you paid is refunded/)
  assert.match(cancelled, /^Total: €51\.00$/m)
  assert.match(mails.get('remboursement')?.texte ?? '', /^Amount refunded: €51\.00$/m)
})

test('staff send the link to pay an order by telephone, in its language, while it can be paid', async () => {
  const given = { clientInfo: { email: 'guest@example.org' } }
  const ordreId = await placed({ clientId: 'INVITE_2', langue: 'en', ...given })
  const send = (id: string) =>
    shop.call<{ code?: string }>('POST', `/api/v1/privee/commandes/${id}/courriels-paiement`)
  const links = async () => {
    await after.untilDrained()
    const { body } = await shop.call<{ data: Mail[] }>('GET', `/api/v1/privee/courriels?ordreId=${ordreId}`)
    return body.data.filter(({ modele }) => modele === 'lien-paiement')
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(ordreId)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202])
  // A minute may end between the calls.
  const sent = await links()
  assert.ok(sent.length === 1 || sent.length === 2, String(sent.length))
  const { statut, destinataire, sujet = '', texte = '' } = sent[0] ?? {}
  assert.deepEqual([statut, destinataire], ['a_envoyer', 'guest@example.org'])
  assert.match(sujet, /^Pay your order CMD-/)
  assert.match(plain(texte), /^Total: €51\.00$/m)
  assert.ok(texte.includes(`Pay my order:\nhttp`) && texte.includes(orderPaymentPath(ordreId)), texte)

  await shop.platform.db.pg.query(`update accounts.courriel set statut = 'envoye' where id = $1`, [
    sent[0]?.id,
  ])
  const resend = () => shop.call('POST', `/api/v1/privee/courriels/${sent[0]?.id}/renvois`)
  assert.equal((await resend()).status, 202)
  await shop.platform.db.pg.query(
    `update accounts.courriel set statut = 'envoye' where "ordreId" = $1 and statut = 'a_envoyer'`,
    [ordreId],
  )
  const { montantTotalCents } = (
    await shop.call<{ montantTotalCents: number }>('GET', `/api/commandes/${ordreId}`)
  ).body
  await createShopActions(shop).pay(ordreId, montantTotalCents / 100)
  await after.untilDrained()
  await eventually('the order is paid', async () => (await send(ordreId)).body.code === 'commande-payee')
  await after.untilDrained()
  assert.equal((await resend()).status, 409)

  const cancelled = await placed(given)
  await after.move(cancelled, 'ANNULEE')
  const anonymous = await placed({ clientId: 'INVITE_3', clientInfo: { email: 'nonsense' } })
  const refused = await Promise.all([cancelled, anonymous, 'CMD-NONE'].map(send))
  assert.deepEqual(
    refused.map(({ body }) => body.code),
    ['commande-annulee', 'statut-incompatible', 'commande-inconnue'],
  )
})

test('the corrected address of a guest gets the mails that wait and, if none does, the confirmation again', async () => {
  const correct = (ordreId: string, email: unknown) =>
    shop.call<{ code?: string }>('PATCH', `/api/v1/privee/commandes/${ordreId}/destinataire`, {
      clientInfo: { email },
    })
  const mails = async (ordreId: string) => {
    await after.untilDrained()
    const { body } = await shop.call<{ data: Mail[] }>('GET', `/api/v1/privee/courriels?ordreId=${ordreId}`)
    const orderMails = body.data.filter(({ modele }) => modele !== 'facture')
    return orderMails.map(({ modele, destinataire }) => `${modele} ${destinataire}`).sort()
  }
  const guest = { clientId: 'INVITE_4', clientInfo: { email: 'wrnog@example.org' } }
  const ordreId = await placed(guest)
  await after.untilDrained()
  for (const email of ['nonsense', null, '']) assert.equal((await correct(ordreId, email)).status, 400)
  assert.equal((await correct(ordreId, 'right@example.org')).status, 200)
  assert.deepEqual(await mails(ordreId), ['commande-recue right@example.org'])
  await createShopActions(shop).pay(ordreId, 51)
  const paid = ['commande-recue right@example.org', 'recu-paiement right@example.org']
  await eventually('the receipt is written', async () => String(await mails(ordreId)) === String(paid))

  await shop.platform.db.pg.query(`update accounts.courriel set statut = 'envoye' where "ordreId" = $1`, [
    ordreId,
  ])
  const answers = await Promise.all(Array.from({ length: 20 }, () => correct(ordreId, 'new@example.org')))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  await after.move(ordreId, 'EXPEDIEE')
  const expected = ['commande-expediee new@example.org', 'commande-recue new@example.org', ...paid]
  await eventually('later mails go there too', async () => String(await mails(ordreId)) === String(expected))

  const known = await correct(await placed(), 'x@example.org')
  assert.deepEqual([known.status, known.body.code], [400, 'requete-invalide'])
})

test('a collection is ready at its store, and a partial refund and a return state what is refunded', async () => {
  const store = await createShopActions(shop).store()
  await createShopActions(shop).stock(store.id, lamp.id, 2)
  const ordreId = await placed({ livraison: { mode: 'retrait', magasinId: store.id } })
  const { transactionId } = (await createShopActions(shop).pay(ordreId, 51)).response
  await after.untilDrained()
  const path = `/api/commandes/${ordreId}/statut`
  await after.move(ordreId, 'EN_PREPARATION')
  await after.untilDrained()
  assert.ok(!(await mailsAbout(ordreId)).has('commande-prete'))
  for (const _ of [1, 2])
    await shop.call('PATCH', path, { nouveauStatut: 'EN_PREPARATION', estPreparee: true })
  await after.untilDrained()
  assert.ok((await mailsAbout(ordreId)).has('commande-prete'))
  await after.move(ordreId, 'EXPEDIEE')
  await after.move(ordreId, 'LIVREE')
  assert.equal((await refund(transactionId, 30)).status, 201)
  const articles = [{ id: lamp.id, quantite: 1 }]
  assert.equal((await shop.call('POST', '/api/v1/privee/retours', { ordreId, articles })).status, 201)
  const mails = await mailsAbout(ordreId)
  assert.ok(!mails.has('commande-expediee'))
  const ready = mails.get('commande-prete')?.texte ?? ''
  assert.match(ready, /est prête\. Vous pouvez la retirer au magasin Centre, Ici\./)
  assert.match(mails.get('commande-recue')?.texte ?? '', /^Magasin : Centre$/m)
  const partial = mails.get('remboursement')?.texte ?? ''
  assert.match(partial, /^Montant payé : 51,00 €\nMontant remboursé : −30,00 €\nReste payé : 21,00 €$/m)
  const returned = mails.get('retour')?.texte ?? ''
  assert.match(returned, /^1 × Lampe : 25,50 €\nDéjà remboursé : −4,50 €\nMontant remboursé : 21,00 €$/m)
})
