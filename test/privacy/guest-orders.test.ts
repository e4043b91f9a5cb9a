import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../../src/platform/database/sql.ts'
import { bearer, newEmail, person, register } from '../support/accounts.ts'
import { eventually } from '../support/eventually.ts'
import { KEYS } from '../support/guarded.ts'
import { extractToken } from '../support/mailbox.ts'
import { openProving } from '../support/proving.ts'

let opened: Awaited<ReturnType<typeof openProving>>
let product: { id: number }
before(async () => {
  opened = await openProving()
  const lamp = { ean: '2000000000017', nom: 'Lampe', prixDeVenteCents: 100 }
  product = (await opened.shop.call<{ id: number }>('POST', '/api/publique/produits', lamp, KEYS.admin)).body
})

/** Registers an account; places a guest order with its e-mail address, creates a payment link for it and cancels it. */
async function guestAndAccount() {
  const { shop } = opened
  const email = newEmail()
  const { body: account } = await register(person(email), shop)
  const { status, body } = await shop.call<{ ordreId: string }>('POST', '/api/commandes', {
    clientId: `INVITE-${account.userId}`,
    articles: [{ id: product.id, quantite: 1, prixUnitaireCents: 100 }],
    montantTotalCents: 100,
    adresseLivraison: { rue: 'rue des Invités' },
    clientInfo: { email: email.toUpperCase() },
  })
  assert.equal(status, 201, JSON.stringify(body))
  const link = { amount: 1, orderId: body.ordreId, returnUrl: 'https://shop.example/', source: 'un texte' }
  assert.equal((await shop.call('POST', '/api/publique/interface-paiement', link, KEYS.admin)).status, 201)
  const cancelled = { nouveauStatut: 'ANNULEE' }
  await shop.call('PATCH', `/api/commandes/${body.ordreId}/statut`, cancelled, KEYS.admin)
  return { ...account, email, ordreId: body.ordreId }
}

async function erased(clientId: string) {
  const { shop } = opened
  const path = `/api/v1/privee/clients/${clientId}/effacements`
  const { status, body } = await shop.call<{ message: string }>('POST', path, undefined, KEYS.admin)
  assert.equal(status, 201, body.message)
  return eventually('the erasure is done', async () => {
    const { body } = await shop.call<{ statut: string; commandesInvite: number }>(
      'GET',
      path,
      undefined,
      KEYS.admin,
    )
    return body.statut === 'termine' && body
  })
}

/** Returns the ids of the orders in an export, and of those whose payment links it contains. */
async function exported(clientId: string) {
  type Export = {
    domaines: { orders: { commande: { ordreId: string }[] }; payments: { lien: { orderId: string }[] } }
  }
  const path = `/api/v1/privee/clients/${clientId}/export`
  const { orders, payments } = (await opened.shop.call<Export>('GET', path, undefined, KEYS.admin)).body
    .domaines
  return [orders.commande.map(({ ordreId }) => ordreId), payments.lien.map(({ orderId }) => orderId)]
}

const remainingData = (ordreId: string) =>
  opened.shop.platform.db.one(sql<{
    client: string
    rue: string | null
    email: string | null
    source: string
  }>`
    select "clientId" client, "adresseLivraison"->>'rue' rue, "clientInfo"->>'email' email,
      (select source from payments.lien where "orderId" = ${ordreId}) source
    from orders.commande where "ordreId" = ${ordreId}`)

test('an export and an erasure include guest orders with the address once it is proven', async () => {
  const { shop, mailbox } = opened
  const [proven, unproven] = [await guestAndAccount(), await guestAndAccount()]
  const jeton = extractToken(await mailbox.mail(proven.email, /^Confirmez votre adresse/))
  const path = '/api/v1/publique/confirmations-courriel'
  assert.equal((await shop.call('POST', path, { jeton }, bearer(proven.accessToken))).status, 200)

  assert.deepEqual(await exported(proven.clientId), [[proven.ordreId], [proven.ordreId]])
  assert.deepEqual(await exported(unproven.clientId), [[], []])

  assert.equal((await erased(proven.clientId)).commandesInvite, 1)
  assert.equal((await erased(unproven.clientId)).commandesInvite, 0)

  const { client, ...left } = await remainingData(proven.ordreId)
  assert.match(client, /^EFFACE_/)
  assert.deepEqual(left, { rue: null, email: null, source: null })
  assert.deepEqual(await remainingData(unproven.ordreId), {
    client: `INVITE-${unproven.userId}`,
    rue: 'rue des Invités',
    email: unproven.email.toUpperCase(),
    source: 'un texte',
  })
})
