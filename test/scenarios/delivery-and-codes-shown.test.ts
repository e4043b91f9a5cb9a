import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { createPaymentPageActions } from '../support/payment-page.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { createShopActions } from '../support/shopping.ts'

type Mails = { data: { modele: string; texte: string }[] }

let shop: TestPlatform
const page = createPaymentPageActions(() => shop)
before(async () => {
  // Mails are written but not sent.
  shop = await openPlatform({ settings: { COMPTOIR_SMTP_URL: 'smtp://127.0.0.1:9' } })
})

const withoutNbsp = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

async function create<Body>(path: string, body: object) {
  const answer = await shop.call<Body>('POST', path, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

/** Orders lamps for €60 with a delivery for €9.90 and a code of €10. */
async function orderLamps() {
  const { product, placed } = createShopActions(shop)
  await create('/api/v1/privee/modes-livraison', {
    ...{ code: 'express', nom: 'Express <24 h>', type: 'domicile', tarifs: [{ prixCents: 990 }] },
    suiviUrl: 'https://transporteur.example/suivi?n={numero}',
  })
  const { id } = await create<{ id: number }>('/api/publique/data', {
    ...{ categoriePromotion: 'PANIER', typePromotion: 'MONTANT_FIXE', valeurPromotion: 10 },
    ...{ uniteValeur: 'EURO', description: 'Bienvenue', autoAppliquee: false },
    ...{ dateDebut: '2020-01-01', dateFin: '2090-01-01', applicationCreatrice: 'PROMOTION' },
    applicationsConcernees: ['E-COMMERCE'],
  })
  await create('/api/v1/privee/codes-promotion', { promotionId: id, code: 'BIENVENUE10' })
  const lamp = await product({ nom: 'Lampe', prixDeVenteCents: 3_000 })
  return placed([{ id: lamp.id, quantite: 2, prixUnitaireCents: 3_000 }], {
    ...{ montantTotalCents: 5_990, livraison: { code: 'express' }, codes: ['bienvenue-10'] },
    ...{ adresseLivraison: { rue: '1 rue de la Paix', codePostal: '75002', ville: 'Paris', pays: 'FR' } },
    clientInfo: { email: 'ada@example.org' },
  })
}

test('the payment page and the mails about an order show its delivery and its code', async () => {
  const { ordreId } = await orderLamps()
  const { redirectUrl } = await create<{ redirectUrl: string }>('/api/publique/interface-paiement', {
    ...{ client: { id: 'CLI_0A1B2C3D' }, amount: 59.9, orderId: ordreId },
    returnUrl: 'https://boutique.example/merci',
  })
  const shown = withoutNbsp((await page.get(new URL(redirectUrl).pathname)).text)
  for (const line of [
    '<li><span>2 × Lampe</span> <span><s><span class="unseen">Au lieu de </span>60,00 €</s> 50,00 €</span></li>',
    '<dt>Livraison</dt><dd><ul><li><span>Express &lt;24 h&gt;</span> <span>9,90 €</span></li></ul></dd>',
    '<dt>Dont code promotion</dt><dd><ul><li><span>BIENVENUE10</span> <span>−10,00 €</span></li></ul></dd>',
    '<div><dt>Dont TVA 20 %</dt><dd>9,98 €</dd></div>',
  ])
    assert.ok(shown.includes(line), `${line} in ${shown}`)

  const sending = { nouveauStatut: 'EXPEDIEE', trackingNumber: 'XK 42/7' }
  assert.equal((await shop.call('PATCH', `/api/commandes/${ordreId}/statut`, sending)).status, 200)
  const textOf = (modele: string) =>
    eventually(`the mail ${modele} is written`, async () => {
      const { body } = await shop.call<Mails>('GET', `/api/v1/privee/courriels?ordreId=${ordreId}`)
      const mail = body.data.find(mail => mail.modele === modele)
      return mail && withoutNbsp(mail.texte)
    })
  const received = await textOf('commande-recue')
  assert.ok(received.includes('Code promotion utilisé : BIENVENUE10.'), received)
  assert.match(
    received,
    /^2 × Lampe : 60,00 €\nRemises : −10,00 €\nLivraison : Express <24 h> : 9,90 €\nTotal : 59,90 €\ndont TVA 20 % : 9,98 €$/m,
  )
  const sent = await textOf('commande-expediee')
  assert.ok(sent.includes('Suivre ma livraison :\nhttps://transporteur.example/suivi?n=XK%2042%2F7'), sent)
})
