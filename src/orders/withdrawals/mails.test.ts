import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openMailbox } from '../../../test/support/mailbox.ts'
import type { TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import { createWithdrawalActions, EMAIL, openQuickShop } from '../../../test/support/withdrawals.ts'

let shop: TestPlatform
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let actions: ReturnType<typeof createWithdrawalActions>
before(async () => {
  mailbox = await openMailbox()
  shop = await openQuickShop({ COMPTOIR_SMTP_URL: mailbox.url, COMPTOIR_SHOP_NAME: 'La Boutique' })
  actions = createWithdrawalActions(shop)
})

type Mail = { modele: string; destinataire: string; texte: string; statut: string }
const mailsAbout = async (ordreId: string) => {
  await actions.after.untilDrained()
  const { body } = await shop.call<{ data: Mail[] }>('GET', `/api/v1/privee/courriels?ordreId=${ordreId}`)
  return body.data.filter(({ modele }) => modele === 'retractation')
}

test('a mail with date, time and articles by their names acknowledges each withdrawal from a paid order', async () => {
  const { ordreId, id } = await actions.ordered(3, 'LIVREE', { nom: 'Lampe <b>' })
  const one = [{ id, quantite: 1 }]
  const { recuLe } = await actions.withdraw(ordreId, one)
  const two = [{ id, quantite: 2 }]
  await actions.withdraw(ordreId, two)
  const mails = await mailsAbout(ordreId)
  assert.equal(mails.length, 2)
  const moment = new Intl.DateTimeFormat('fr-FR', {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' },
  }).format(new Date(recuLe))
  const text = mails[1]?.texte ?? ''
  assert.ok(text.includes(`Le ${moment}, vous avez déclaré`), text)
  assert.ok(text.includes(`votre commande ${ordreId}`), text)
  assert.match(text, /^Lampe <b> : × 1$/m)
  assert.match(mails[0]?.texte ?? '', /^Lampe <b> : × 2$/m)
  const sent = await eventually('both mails arrive', async () => {
    const found = mailbox.to(EMAIL).filter(({ subject }) => /^Votre rétractation/.test(subject))
    return found.length === 2 && found
  })
  assert.match(sent[0]?.html ?? '', /Lampe &lt;b&gt;/)
})

test('it goes to the address of the order, never to another one that was typed in', async () => {
  const { ordreId } = await actions.ordered(1)
  const { statut } = await actions.withdraw(ordreId, undefined, {
    ...{ courriel: 'eve@example.org', nom: 'zqnom' },
  })
  assert.equal(statut, 'a_verifier')
  const [mail] = await mailsAbout(ordreId)
  assert.equal(mail?.destinataire, EMAIL)
  assert.doesNotMatch(mail?.texte ?? '', /zqnom|eve@/)
  const strange = [{ id: 'zqarticle', quantite: 7 }]
  await actions.withdraw(ordreId, strange)
  const [latest] = await mailsAbout(ordreId)
  assert.match(latest?.texte ?? '', /^Article : × 7$/m)
  assert.deepEqual(mailbox.to('eve@example.org'), [])
})

test('no mail is written about an unpaid or unknown order, nor for a declaration that is not confirmed', async () => {
  const { ordreId } = await actions.unpaid()
  await actions.withdraw(ordreId)
  assert.deepEqual(await mailsAbout(ordreId), [])
  await createShopActions(shop).pay(ordreId, 20)
  assert.deepEqual(await mailsAbout(ordreId), [])
  await actions.withdraw('CMD-UNKNOWN')
  assert.deepEqual(await mailsAbout('CMD-UNKNOWN'), [])
  const paid = await actions.ordered(1)
  await actions.declare({ ordreId: paid.ordreId })
  assert.deepEqual(await mailsAbout(paid.ordreId), [])
})
