import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { createInvoiceActions, LEGAL } from '../../../test/support/invoices.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions, type Product } from '../../../test/support/shopping.ts'
import { sql } from '../../platform/database/sql.ts'
import { issueInvoices, requestCreditNote } from './issue-invoices.ts'

const areas = ['accounts', 'loyalty', 'logistics', 'orders', 'payments', 'promotions', 'reference']
const settings = { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '3600000' }

let shop: TestPlatform
const { read, issued, paid } = createInvoiceActions(() => shop)
before(async () => {
  shop = await openPlatform({ only: areas, settings: { ...settings, ...LEGAL } })
})

const transaction: TestPlatform['platform']['db']['transaction'] = work => shop.platform.db.transaction(work)
/** The platform has every area that orders calls, so this type assertion is safe. */
const issue = (ordreId: string) => issueInvoices(shop.platform as never, [ordreId])
const candle = { id: 'rien-de-connu', quantite: 2, prixUnitaireCents: 1275, nom: 'Bougie <b>d’été</b>' }
const waiting = async () =>
  (
    await shop.platform.db.rows(
      sql<{
        n: number
      }>`select count(*) as n from graphile_worker.jobs where task_identifier like 'orders.issue-%'`,
    )
  )[0]!.n
/** Waits until no job to issue documents is left: a document that is missing then will not be issued. */
const settled = () => eventually('every document is issued', async () => (await waiting()) === 0)

const ADDRESSES = {
  adresseLivraison: {
    numero: 3,
    rue: 'quai des Orfèvres',
    codePostal: '75001',
    ville: 'Paris',
    digicode: '1234',
  },
  clientInfo: {
    prenom: 'Ada',
    nom: 'Lovelace',
    email: 'ada@example.org',
    adresseFacturation: { rue: '1 rue de la Paix', cp: '75002', ville: 'Paris', pays: 'France' },
  },
}

describe('an invoice', () => {
  test('is issued once its order is paid, and contains all legally required details', async () => {
    const { ordreId, transactionId } = await paid([candle], ADDRESSES)
    const { numero, emiseLe, commandeeLe, reglement, ...shown } = await issued(ordreId)
    assert.match(numero, /^\d{4}-\d{6}$/)
    for (const moment of [emiseLe, commandeeLe, reglement.payeeLe]) assert.match(moment, /^\d{4}-.*Z$/)
    assert.partialDeepStrictEqual(reglement, {
      transactionId: String(transactionId),
      moyen: 'carte_bancaire',
    })
    assert.deepEqual(shown, {
      ordreId,
      vendeur: {
        nom: 'L’Échoppe <SAS>',
        forme: 'SAS au capital de 10 000 €',
        adresse: ['12 rue de la Paix', '75002 Paris', 'France'],
        siren: '123456789',
        siret: '12345678900012',
        immatriculation: 'RCS Paris',
        numeroTva: 'FR32123456789',
        franchiseTva: false,
        contact: null,
        mention: null,
      },
      acheteur: {
        nom: 'Ada Lovelace',
        adresse: ['1 rue de la Paix', '75002 Paris', 'France'],
        livraison: ['3 quai des Orfèvres', '75001 Paris'],
        siren: null,
        numeroTva: null,
      },
      lignes: [
        {
          articleId: 'rien-de-connu',
          nom: 'Bougie <b>d’été</b>',
          quantite: 2,
          prixUnitaireHtCents: 1063,
          prixUnitaireCents: 1275,
          remiseCents: 0,
          totalCents: 2550,
          tauxTva: 20,
        },
      ],
      remiseCents: 0,
      parTaux: [{ tauxTva: 20, htCents: 2125, tvaCents: 425, ttcCents: 2550 }],
      totaux: { htCents: 2125, tvaCents: 425, ttcCents: 2550 },
      avoirs: [],
    })
  })

  test('shows the discounts to the cent', async () => {
    const product: Product = await createShopActions(shop).product({
      prixDeVenteCents: 999,
      categories: 'Remises',
    })
    const { status } = await shop.call('POST', '/api/publique/promotions', {
      ...{ categoriePromotion: 'PRODUIT_CATEGORIE', typePromotion: 'POURCENTAGE', valeurPromotion: 10 },
      ...{ uniteValeur: 'PERCENT', categorieProduit: 'Remises' },
      ...{ dateDebut: '2020-01-01T00:00:00Z', dateFin: '2040-01-01T00:00:00Z' },
    })
    assert.equal(status, 201)
    const article = { id: product.id, quantite: 3, prixUnitaireCents: 999 }
    const { ordreId } = await eventually('the promotion applies', () =>
      paid([article], { montantTotalCents: 2697 }).catch(() => undefined),
    )
    const { lignes, remiseCents, totaux } = await issued(ordreId)
    assert.partialDeepStrictEqual(lignes, [{ remiseCents: 300, totalCents: 2697 }])
    assert.equal(remiseCents, 300)
    assert.deepEqual(totaux, { htCents: 2248, tvaCents: 449, ttcCents: 2697 })
  })

  test('does not change when its product, its order or the settings change', async () => {
    const product: Product = await createShopActions(shop).product()
    const { ordreId } = await paid([{ id: product.id, quantite: 1, prixUnitaireCents: 1000 }])
    const before = await issued(ordreId)
    const change = { nom: 'Autre chose', prixDeVenteCents: 5 }
    assert.equal((await shop.call('PATCH', `/api/publique/produits/${product.id}`, change)).status, 200)
    await transaction(tx =>
      tx.run(sql`update orders.commande set "clientInfo" = '{"nom":"Autre"}' where "ordreId" = ${ordreId}`),
    )
    const other = await openPlatform({
      only: areas,
      databaseUrl: shop.databaseUrl,
      started: false,
      settings: { ...settings, ...LEGAL, COMPTOIR_LEGAL_NAME: 'Un autre nom' },
    })
    assert.deepEqual((await createInvoiceActions(() => other).read(ordreId)).body, before)
    await issue(ordreId)
    assert.deepEqual((await read(ordreId)).body, before)
  })

  test('uses the VAT rates at the time of the order, each with its amounts', async () => {
    const book: Product = await createShopActions(shop).product({ prixDeVenteCents: 1055, tauxTva: 5.5 })
    const line = { id: book.id, quantite: 1, prixUnitaireCents: 1055 }
    const { ordreId } = await createShopActions(shop).placed([candle, line])
    assert.equal((await shop.call('PATCH', `/api/publique/produits/${book.id}`, { tauxTva: 10 })).status, 200)
    await transaction(tx =>
      tx.run(sql`update orders.commande set "confirmeeLe" = "createdAt" where "ordreId" = ${ordreId}`),
    )
    await issue(ordreId)
    const { parTaux, totaux } = (await read(ordreId)).body
    assert.deepEqual(parTaux, [
      { tauxTva: 20, htCents: 2125, tvaCents: 425, ttcCents: 2550 },
      { tauxTva: 5.5, htCents: 1000, tvaCents: 55, ttcCents: 1055 },
    ])
    assert.deepEqual(totaux, { htCents: 3125, tvaCents: 480, ttcCents: 3605 })
  })

  test('does not exist for an unknown order (404) or an unpaid or free one (409)', async () => {
    const { placed } = createShopActions(shop)
    const unpaid = await placed([candle])
    const free = await placed([{ ...candle, prixUnitaireCents: 0 }])
    await settled()
    assert.equal((await read('CMD-00000000000000000000')).status, 404)
    for (const { ordreId } of [unpaid, free]) {
      const { status, body } = await read(ordreId)
      assert.equal(status, 409)
      assert.match(body.message, /Aucune facture/)
      await issue(ordreId)
      assert.equal((await read(ordreId)).status, 409)
    }
  })
})

describe('a credit note', () => {
  let refunds = 5_000_000
  const credit = (
    ordreId: string,
    montantCents: number,
    more: object = {},
    remboursementId = String(++refunds),
  ) =>
    transaction(async tx => {
      await requestCreditNote(tx, shop.platform, { ordreId, remboursementId, montantCents, ...more })
      return remboursementId
    })
  const credited = async (ordreId: string) => {
    await settled()
    return (await read(ordreId)).body
  }

  test('is issued once for each refund however often it is requested, in the number series of invoices', async () => {
    const { ordreId } = await paid([candle])
    const invoice = await issued(ordreId)
    const first = await credit(ordreId, 550)
    for (let i = 0; i < 3; i++) await credit(ordreId, 550, {}, first)
    const second = await credit(ordreId, 2000)
    await settled()
    await credit(ordreId, 550, {}, first)
    const { avoirs } = await credited(ordreId)
    const rank = ({ numero }: { numero: string }) => Number(numero.slice(5))
    assert.deepEqual(
      avoirs.map(({ remboursementId }) => remboursementId),
      [first, second],
    )
    assert.deepEqual(avoirs.map(rank), [rank(invoice) + 1, rank(invoice) + 2])
    assert.deepEqual(
      avoirs.map(({ totaux }) => totaux),
      [
        { htCents: 458, tvaCents: 92, ttcCents: 550 },
        { htCents: 1667, tvaCents: 333, ttcCents: 2000 },
      ],
    )
    for (const { facture } of avoirs) assert.equal(facture.numero, invoice.numero)
  })

  test('never exceeds the remaining amount of the invoice', async () => {
    const { ordreId } = await paid([candle])
    await issued(ordreId)
    await credit(ordreId, 2500)
    await credit(ordreId, 99_999)
    await credit(ordreId, 1)
    const { avoirs } = await credited(ordreId)
    assert.deepEqual(
      avoirs.map(({ totaux }) => totaux.ttcCents),
      [2500, 50],
    )
  })

  test('lists the returned articles', async () => {
    const { ordreId } = await paid([candle])
    await issued(ordreId)
    const lignes = [{ articleId: candle.id, quantite: 1, montantCents: 1275, tauxTva: 20 }]
    await credit(ordreId, 1275, { lignes })
    const [avoir] = (await credited(ordreId)).avoirs
    assert.deepEqual(avoir!.lignes, [{ ...lignes[0], nom: candle.nom }])
    assert.deepEqual(avoir!.parTaux, [{ tauxTva: 20, htCents: 1063, tvaCents: 212, ttcCents: 1275 }])
  })

  test('for a return lists its articles at their rate, whether the refund or its message arrives first', async () => {
    const book: Product = await createShopActions(shop).product({ prixDeVenteCents: 1055, tauxTva: 5.5 })
    const { ordreId, transactionId } = await paid([
      candle,
      { id: book.id, quantite: 2, prixUnitaireCents: 1055 },
    ])
    await issued(ordreId)
    assert.equal(
      (await shop.call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut: 'LIVREE' })).status,
      200,
    )
    // While a return is pending, the credit note waits, because the refund may belong to the return.
    await transaction(tx =>
      tx.run(sql`
        insert into orders.retour ("ordreId", "remisEnStock", "montantCents", "transactionId", "createdAt")
        values (${ordreId}, false, 100, ${String(transactionId)}, ${new Date()})`),
    )
    await credit(ordreId, 100, { transactionId: String(transactionId) })
    assert.deepEqual((await credited(ordreId)).avoirs, [])
    await transaction(tx =>
      tx.run(sql`update orders.retour set "termineLe" = "createdAt" where "ordreId" = ${ordreId}`),
    )

    const back = {
      ordreId,
      articles: [{ id: book.id, quantite: 1 }],
      motif: 'Trop long',
      remisEnStock: false,
    }
    assert.equal((await shop.call('POST', '/api/v1/privee/retours', back)).status, 201)
    const avoirs = await eventually('both credit notes exist', async () => {
      const { avoirs } = (await read(ordreId)).body
      return avoirs.length === 2 && avoirs
    })
    assert.deepEqual(avoirs[1]!.parTaux, [{ tauxTva: 5.5, htCents: 1000, tvaCents: 55, ttcCents: 1055 }])
    assert.partialDeepStrictEqual(avoirs[1]!.lignes, [
      { articleId: String(book.id), nom: 'Lampe', quantite: 1, montantCents: 1055, tauxTva: 5.5 },
    ])
  })

  test('waits for the invoice and gets a later number', async () => {
    const { ordreId } = await createShopActions(shop).placed([candle])
    const remboursementId = await credit(ordreId, 550)
    await settled()
    assert.equal((await read(ordreId)).status, 409)
    await transaction(tx =>
      tx.run(sql`update orders.commande set "confirmeeLe" = "createdAt" where "ordreId" = ${ordreId}`),
    )
    await issue(ordreId)
    const { numero, avoirs } = (await read(ordreId)).body
    assert.deepEqual(
      avoirs.map(avoir => avoir.remboursementId),
      [remboursementId],
    )
    assert.ok(avoirs[0]!.numero > numero)
  })

  test('is not issued for a refund of another payment than that of the order', async () => {
    const { ordreId, transactionId } = await paid([candle])
    await issued(ordreId)
    await credit(ordreId, 2550, { transactionId: '1' })
    await credit(ordreId, 50, { transactionId: String(transactionId) })
    assert.deepEqual(
      (await credited(ordreId)).avoirs.map(({ totaux }) => totaux.ttcCents),
      [50],
    )
  })
})

describe('a shop exempt from VAT', () => {
  test('states the exemption, and its invoices contain no VAT', async () => {
    const { COMPTOIR_LEGAL_VAT_NUMBER: _, ...legal } = LEGAL
    const exempt = await openPlatform({
      only: areas,
      settings: { ...settings, ...legal, COMPTOIR_LEGAL_VAT_EXEMPT: '1' },
    })
    const { paid, issued, page } = createInvoiceActions(() => exempt)
    const { ordreId } = await paid([candle])
    const { parTaux, totaux, vendeur } = await issued(ordreId)
    assert.partialDeepStrictEqual(vendeur, { franchiseTva: true, numeroTva: null })
    assert.deepEqual(parTaux, [{ tauxTva: 0, htCents: 2550, tvaCents: 0, ttcCents: 2550 }])
    assert.deepEqual(totaux, { htCents: 2550, tvaCents: 0, ttcCents: 2550 })
    const { body } = await page(ordreId)
    assert.match(body, /TVA non applicable, art\. 293 B du CGI/)
    assert.doesNotMatch(body, /Total HT|P\.U\. HT|20\s%/)
  })
})

describe('a shop without legal details', () => {
  test('issues no invoices; once staff store the details, later orders get theirs', async () => {
    const bare = await openPlatform({ only: areas, settings })
    const { issued, paid, read } = createInvoiceActions(() => bare)
    const { ordreId } = await paid([candle])
    assert.equal((await read(ordreId)).status, 409)
    const { n } = await bare.platform.db.one(
      sql<{ n: number }>`
        select count(*) as n from graphile_worker.jobs where task_identifier = 'orders.issue-invoices'`,
    )
    assert.equal(n, 0)

    const wanted = { ordreId, remboursementId: '1', montantCents: 100 }
    await bare.platform.db.transaction(tx => requestCreditNote(tx, bare.platform, wanted))
    const waiting = sql`select from orders.avoir_voulu where "ordreId" = ${ordreId}`
    assert.deepEqual(await bare.platform.db.rows(waiting), [], 'no credit note waits for an invoice')

    const valeurs = {
      ...{ raisonSociale: 'Échoppe SAS', adresse: '1 rue Haute; 59000 Lille', siret: '12345678900012' },
      numeroTva: 'FR32123456789',
    }
    assert.equal((await bare.call('PATCH', '/api/v1/privee/reglages', { valeurs })).status, 200)
    assert.equal((await issued((await paid([candle])).ordreId)).vendeur.nom, 'Échoppe SAS')
    assert.equal((await read(ordreId)).status, 409)
  })
})
