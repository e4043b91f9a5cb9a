import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Account } from '../support/accounts.ts'
import { eventually } from '../support/eventually.ts'
import { addStaffMember, KEYS, signInStaff } from '../support/guarded.ts'
import { extractToken, type ReceivedMail } from '../support/mailbox.ts'
import type { TestPlatform } from '../support/platform.ts'
import { openProving } from '../support/proving.ts'
import { CARDS, createShopActions } from '../support/shopping.ts'

const RECEIVED = /^Votre commande CMD-[0-9A-Z]{20} – La Boutique$/
const RECEIPT = /^Reçu de votre paiement – La Boutique$/
const SENT = /^Votre commande CMD-[0-9A-Z]{20} est en route – La Boutique$/

describe('mails about an order', () => {
  let shop: TestPlatform
  let mailbox: Awaited<ReturnType<typeof openProving>>['mailbox']
  let product: { id: number }
  const staff = () => createShopActions(shop, KEYS.admin['x-api-key'])
  const bearer = ({ accessToken }: Account) => ({ authorization: `Bearer ${accessToken}` })

  before(async () => {
    const opened = await openProving({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '0' } })
    shop = opened.shop
    mailbox = opened.mailbox
    product = await staff().product({ nom: 'Lampe <i>d’été</i>', prixDeVenteCents: 123450 })
  })

  let people = 0
  async function account(proven: boolean) {
    const email = `order${++people}@example.org`
    const { body } = await shop.call<Account>('POST', '/api/auth/register', {
      ...{ email, motDePasse: 'secret', prenom: 'Zuleika', nom: 'Dobson' },
    })
    const token = extractToken(await mailbox.mail(email, /^Confirmez/))
    if (proven) {
      const answer = await shop.call(
        'POST',
        '/api/v1/publique/confirmations-courriel',
        { jeton: token },
        bearer(body),
      )
      assert.equal(answer.status, 200)
    }
    return body
  }

  const article = () => ({ id: product.id, quantite: 2, prixUnitaireCents: 123450 })
  const place = async (more: object, headers: Record<string, string> = {}) => {
    const { status, body } = await createShopActions(shop).place([article()], more, headers)
    assert.equal(status, 201, JSON.stringify(body))
    return body.ordreId
  }
  const pay = (ordreId: string, card?: string) => staff().pay(ordreId, 2469, card)
  const send = (ordreId: string, trackingNumber: string) =>
    shop.call(
      'PATCH',
      `/api/commandes/${ordreId}/statut`,
      { nouveauStatut: 'EXPEDIEE', trackingNumber, commentaire: 'zqcommentaire' },
      KEYS.admin,
    )
  const about = (address: string) => mailbox.to(address).filter(({ subject }) => !/^Confirmez/.test(subject))
  /** Waits until every event is consumed, after which no further mail is written. */
  const settled = () =>
    eventually('every event is consumed', async () => {
      const { rows } = await shop.platform.db.pg.query('select from platform.outbox')
      return rows.length === 0
    })
  const delayedMails = async (address: string) => {
    const { rows } = await shop.platform.db.pg.query(
      `select modele from accounts.courriel where destinataire = $1 and statut = 'retenu'`,
      [address],
    )
    return rows.map(({ modele }) => modele)
  }

  test('go to a proven customer: received, paid with the payment, and sent, once each', async () => {
    const customer = await account(true)
    const ordreId = await place({ clientId: customer.userId }, bearer(customer))
    const { authorizationId } = (await pay(ordreId)).response
    const received = await mailbox.mail(customer.email, RECEIVED)
    assert.ok(received.subject.includes(ordreId))
    assert.match(received.text, /^2 × Lampe <i>d’été<\/i> : 2\s469,00\s€\nTotal : 2\s469,00\s€$/m)
    assert.ok(received.html.includes('Lampe &lt;i&gt;d’été&lt;/i&gt;'))

    const receipt = await mailbox.mail(customer.email, RECEIPT)
    assert.match(receipt.text, new RegExp(`Votre commande ${ordreId} est payée\\.`))
    assert.ok(receipt.text.includes(authorizationId))
    assert.match(receipt.text, /^Montant payé : 2\s469,00\s€$/m)

    for (const number of ['6A 123-456', '6A 123-456', 'Cliquez : http://evil.example'])
      assert.equal((await send(ordreId, number)).status, 200)
    const sent = await mailbox.mail(customer.email, SENT)
    assert.ok(sent.text.includes('Numéro de suivi : 6A 123-456.'))
    await settled()
    assert.equal(about(customer.email).length, 3)
    for (const { raw, text, html } of about(customer.email))
      for (const foreign of ['Zuleika', 'Dobson', 'zqcommentaire', 'rue de la Paix'])
        assert.ok(![raw, text, html].some(part => part.includes(foreign)), foreign)
  })

  for (const [who, more] of [
    [
      'a proven account',
      async () => {
        const customer = await account(true)
        return { email: customer.email, fields: { clientId: customer.clientId }, headers: bearer(customer) }
      },
    ],
    [
      'an account that is not proven',
      async () => {
        const customer = await account(false)
        return { email: customer.email, fields: { clientId: customer.clientId }, headers: bearer(customer) }
      },
    ],
    [
      'a guest',
      async () => {
        const email = `guest${++people}@example.org`
        return { email, fields: { clientId: `INVITE_${people}`, clientInfo: { email } }, headers: {} }
      },
    ],
    [
      'a proven account named by another person',
      async () => {
        const customer = await account(true)
        return { email: customer.email, fields: { clientId: customer.clientId }, headers: {} }
      },
    ],
  ] as const)
    test(`wait, for ${who}, until the order is paid`, async () => {
      const { email, fields, headers } = await more()
      const [unpaid, refused, paid] = [
        await place(fields, headers),
        await place(fields, headers),
        await place(fields, headers),
      ]
      await pay(refused, CARDS.refused)
      await eventually('three order mails are delayed', async () => (await delayedMails(email)).length === 3)
      assert.deepEqual(about(email), [])

      await pay(paid)
      const mails: ReceivedMail[] = [await mailbox.mail(email, RECEIVED), await mailbox.mail(email, RECEIPT)]
      assert.ok(mails.every(({ text }) => text.includes(paid)))
      await settled()
      assert.equal(about(email).length, 2)
      assert.equal((await delayedMails(email)).length, 2)
      assert.ok(!about(email).some(({ text }) => text.includes(unpaid) || text.includes(refused)))
    })

  test('are resent when their reader requests it, to the same address, three times an hour; the response is the same for any order', async () => {
    const email = `again${++people}@example.org`
    const guest = { clientId: `INVITE_${people}`, clientInfo: { email } }
    const [paid, unpaid] = [await place(guest), await place(guest)]
    await pay(paid)
    await mailbox.mail(email, RECEIVED)
    await eventually('the mail is sent', async () => {
      const { rows } = await shop.platform.db.pg.query(
        `select from accounts.courriel where "ordreId" = $1 and modele = 'commande-recue' and statut = 'envoye'`,
        [paid],
      )
      return rows.length === 1
    })
    const links = () => mailbox.to(email).filter(({ subject }) => RECEIVED.test(subject))
    const ask = (ordreId: string) => shop.call('POST', '/api/v1/publique/courriels-commande', { ordreId })
    const jobsDone = () =>
      eventually('every job is done', async () => {
        const { rows } = await shop.platform.db.pg.query(
          `select from graphile_worker.jobs where task_identifier = 'accounts.send-order-mail'`,
        )
        return rows.length === 0
      })

    const answers = [await ask(paid), await ask(unpaid), await ask('CMD-UNKNOWN')]
    assert.deepEqual(
      [...new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))].length,
      1,
    )
    assert.equal(answers[0]?.status, 202)
    await eventually('the mail arrived again', async () => links().length === 2)
    assert.ok(links().every(({ text }) => text.includes(`${paid}/annuler?jeton=`)))
    await jobsDone()
    for (let more = 3; more <= 5; more++) {
      await ask(paid)
      await jobsDone()
      await eventually('no mail is pending', async () => {
        const { rows } = await shop.platform.db.pg.query(
          `select from accounts.courriel where "ordreId" = $1 and statut = 'a_envoyer'`,
          [paid],
        )
        return rows.length === 0
      })
    }
    assert.equal(links().length, 4)
    assert.ok(!mailbox.to(email).some(({ text }) => text.includes(unpaid)))
  })

  test('are resent by staff, except held ones; the dossier names who changed the order', async () => {
    const email = `resent${++people}@example.org`
    const guest = { clientId: `INVITE_${people}`, clientInfo: { email } }
    const [paid, unpaid] = [await place(guest), await place(guest)]
    const { transactionId } = (await pay(paid)).response
    await mailbox.mail(email, RECEIPT)
    const idsOf = async (ordreId: string, query = '') =>
      (
        await shop.call<{ data: { id: number; modele: string; statut: string }[] }>(
          'GET',
          `/api/v1/privee/courriels?ordreId=${ordreId}${query}`,
          undefined,
          KEYS.admin,
        )
      ).body.data
    const [receipt] = await eventually('the receipt is sent', async () => {
      const sent = await idsOf(paid, '&statut=envoye')
      const receipts = sent.filter(({ modele }) => modele === 'recu-paiement')
      return receipts.length === 1 && receipts
    })
    const resend = (id: number | undefined, headers: Record<string, string> = KEYS.admin) =>
      shop.call<{ destinataire: string; code: string }>(
        'POST',
        `/api/v1/privee/courriels/${id}/renvois`,
        undefined,
        headers,
      )

    const again = await resend(receipt?.id)
    assert.deepEqual([again.status, again.body.destinataire], [202, email])
    const receipts = () => mailbox.to(email).filter(({ subject }) => RECEIPT.test(subject))
    await eventually('the receipt arrived again', async () => receipts().length === 2)

    const [held] = await idsOf(unpaid)
    assert.equal((await resend(held?.id)).body.code, 'statut-incompatible')

    const staffMail = await addStaffMember(shop, 'support')
    const { header } = await signInStaff(shop, staffMail.email)
    const change = { noteInterne: 'Rappeler' }
    assert.equal((await shop.call('PATCH', `/api/v1/privee/commandes/${paid}`, change, header)).status, 200)
    assert.equal(
      (await shop.call('POST', '/api/publique/paiement/refund', { transactionId, montant: 1 }, header))
        .status,
      201,
    )
    await settled()
    const { body } = await shop.call<{ actions: { operation: string; auteur: string; nature: string }[] }>(
      'GET',
      `/api/v1/privee/commandes/${paid}/dossier`,
      undefined,
      header,
    )
    const ofStaff = body.actions.filter(({ nature }) => nature === 'personnel')
    assert.deepEqual(
      ofStaff.map(({ operation, auteur }) => [operation, auteur]),
      [
        ['changeOrderNote', staffMail.nom],
        ['refundPayment', staffMail.nom],
      ],
    )
  })

  test('go to the address in the order when another person names an account', async () => {
    const customer = await account(true)
    const email = `payer${++people}@example.org`
    const ordreId = await place({ clientId: customer.clientId, clientInfo: { email } })
    await pay(ordreId)
    await mailbox.mail(email, RECEIPT)
    await send(ordreId, 'X 1234')
    await mailbox.mail(email, SENT)
    assert.deepEqual(about(customer.email), [])
  })

  test('contain no text of a caller: no article name, no order of another shop, no address with extra text', async () => {
    const email = `foreign${++people}@example.org`
    const customer = await account(true)
    const { body } = await shop.call<{ response: { transactionId: number } }>(
      'POST',
      '/api/private/create_paiement',
      {
        client: { id: customer.clientId, nom: 'zqnom', email },
        ...{ montant: 10, devise: 'EUR', orderId: 'zqordre http://evil.example', typePaiement: 'achat' },
        moyenPaiement: {
          type: 'carte_bancaire',
          cb: { cardNumber: CARDS.accepted, expirationDate: '12/40', cardHolderName: 'zqporteur' },
        },
        ...{ occurence_credit: 0, differe: null, fidelise: 0, savePaymentMethod: false },
      },
      KEYS.admin,
    )
    assert.ok(body.response.transactionId)
    const receipt = await mailbox.mail(customer.email, RECEIPT)
    assert.ok(!/zq|evil/.test(receipt.text + receipt.html + receipt.headers))
    assert.equal(mailbox.to(email).length, 0)

    const both = 'a@example.org, b@example.org'
    await pay(await place({ clientId: `INVITE_${++people}`, clientInfo: { email: both } }))
    await settled()
    const tried = mailbox.tried.filter(address => /^[ab]@/.test(address))
    assert.deepEqual(tried, [])
  })
})
