import assert from 'node:assert/strict'
import { test } from 'node:test'
import clients from './clients.json' with { type: 'json' }
import entrepots from './entrepots.json' with { type: 'json' }
import fournisseurs from './fournisseurs.json' with { type: 'json' }
import magasins from './magasins.json' with { type: 'json' }
import produits from './produits.json' with { type: 'json' }
import promotions from './promotions.json' with { type: 'json' }
import relations from './relations.json' with { type: 'json' }
import restock from './restock.json' with { type: 'json' }
import stocks from './stocks.json' with { type: 'json' }

const allowed = {
  statutProduit: ['actif', 'inactif', 'discontinue', 'en_developpement', 'obsolete'],
  statutFournisseur: ['actif', 'inactif', 'suspendu', 'bloque', 'en_validation'],
  statutContractuel: ['valide', 'expire', 'en_negociation', 'resilie', 'suspendu'],
  statutEntrepot: ['operationnel', 'maintenance', 'ferme', 'en_construction'],
  typeEntrepot: ['informatique', 'electromenager', 'accessoires', 'multimedia', 'generaliste'],
  statutMagasin: ['ouvert', 'ferme', 'renovation', 'fermeture_temporaire'],
  typeMagasin: [
    ...['megastore', 'magasin_centre_ville', 'magasin_centre_commercial', 'magasin_peripherie'],
    ...['concept_store', 'corner', 'drive', 'showroom'],
  ],
  services: [
    ...['click_collect', 'livraison_domicile', 'installation', 'reparation', 'reprise', 'financement'],
    ...['extension_garantie', 'formation', 'location', 'maintenance'],
  ],
  statutRelation: ['actif', 'prefere'],
  civilite: ['M', 'Mme', 'Mx'],
  niveau: ['Standard', 'Premium', 'Platine'],
  categoriePromotion: ['EVENT', 'DESTOCKAGE', 'FIDELITE', 'PANIER', 'PRODUIT', 'PRODUIT_CATEGORIE'],
  typePromotion: ['POURCENTAGE', 'MONTANT_FIXE', 'PRODUIT_OFFERT', 'SEUIL_PANIER', 'LIVRAISON_OFFERTE'],
  unite: ['PERCENT', 'EURO'],
  application: ['FIDELITE', 'E-COMMERCE', 'MAGASIN', 'PROMOTION'],
  restocking: ['PENDING', 'COMPLETED', 'CANCELLED', 'ACCEPTED'],
}

const among = (value: string | undefined, values: string[]) =>
  assert.ok(value === undefined || values.includes(value), `${value} is not one of ${values}`)
const positive = (value: number, of: string) => assert.ok(Number.isSafeInteger(value) && value > 0, of)
const unique = (values: string[]) => assert.equal(new Set(values).size, values.length, `${values}`)

const byEan = new Map(produits.map(produit => [produit.ean, produit]))

test('the sample data has enough records to fill a shop', () => {
  const sizes = [produits, fournisseurs, entrepots, magasins, promotions, clients, restock].map(
    list => list.length,
  )
  assert.deepEqual(sizes, [65, 5, 3, 8, 8, 6, 12])
  assert.ok(relations.length >= produits.length && stocks.length > 150)
  assert.ok(produits.some(({ statutProduit }) => statutProduit !== 'actif'))
})

test('products have a unique in-store EAN-13 with a valid check digit, a price and a known status', () => {
  unique(produits.map(({ ean }) => ean))
  unique(produits.map(({ nom }) => nom))
  for (const { ean, nom, prixDeVenteCents, categories, statutProduit, dureeGarantie } of produits) {
    assert.match(ean, /^20\d{11}$/, nom)
    const weighted = [...ean].map((digit, i) => Number(digit) * (i % 2 === 0 ? 1 : 3))
    assert.equal(weighted.reduce((sum, number) => sum + number) % 10, 0, `check digit of ${ean}`)
    positive(prixDeVenteCents, nom)
    among(statutProduit, allowed.statutProduit)
    assert.match(categories, /^(Informatique|Téléphonie|Accessoires|Gaming) > \S/, nom)
    if (dureeGarantie !== undefined) positive(dureeGarantie, nom)
  }
})

test('suppliers, warehouses and stores have unique names and codes, and known statuses, kinds and services', () => {
  unique(fournisseurs.map(({ codeFournisseur }) => codeFournisseur))
  unique(entrepots.map(({ nom }) => nom))
  unique(magasins.map(({ nom }) => nom))
  for (const { siret, statut, statutContractuel } of fournisseurs) {
    assert.match(siret, /^\d{14}$/)
    among(statut, allowed.statutFournisseur)
    among(statutContractuel, allowed.statutContractuel)
  }
  for (const { statut, typeEntrepot } of entrepots) {
    among(statut, allowed.statutEntrepot)
    among(typeEntrepot, allowed.typeEntrepot)
  }
  for (const { statut, type, servicesDisponibles, adresse } of magasins) {
    among(statut, allowed.statutMagasin)
    among(type, allowed.typeMagasin)
    for (const service of servicesDisponibles) among(service, allowed.services)
    assert.match(adresse, /, \d{5} \S/)
  }
})

test('relations refer to known products and suppliers, cost less than the selling price, and prefer one supplier per product', () => {
  const codes = new Set(fournisseurs.map(({ codeFournisseur }) => codeFournisseur))
  unique(relations.map(({ ean, codeFournisseur }) => `${ean} ${codeFournisseur}`))
  for (const relation of relations) {
    assert.ok(codes.has(relation.codeFournisseur), relation.codeFournisseur)
    positive(relation.prixFournisseurCents, relation.ean)
    assert.ok(relation.prixFournisseurCents < (byEan.get(relation.ean)?.prixDeVenteCents ?? 0), relation.ean)
    for (const { delaiLivraisonJours, quantiteMinimaleCommande, packaging } of [relation]) {
      for (const value of [delaiLivraisonJours, quantiteMinimaleCommande, packaging])
        positive(value, relation.ean)
    }
    among(relation.statutRelation, allowed.statutRelation)
  }
  const preferred = relations
    .filter(({ statutRelation }) => statutRelation === 'prefere')
    .map(({ ean }) => ean)
  assert.deepEqual(preferred.toSorted(), [...byEan.keys()].toSorted())
})

test('promotions have known kinds and channels, refer to known products and categories, and begin before they end', () => {
  const levels = new Set(produits.flatMap(({ categories }) => categories.split(' > ')))
  for (const promotion of promotions) {
    among(promotion.categoriePromotion, allowed.categoriePromotion)
    among(promotion.typePromotion, allowed.typePromotion)
    for (const application of promotion.applicationsConcernees) among(application, allowed.application)
    for (const ean of promotion.eans ?? []) assert.ok(byEan.has(ean), ean)
    if (promotion.categorieProduit)
      assert.ok(levels.has(promotion.categorieProduit), promotion.categorieProduit)
    assert.ok(promotion.debutJours < promotion.finJours, promotion.description)
    assert.equal(promotion.autoAppliquee, promotion.code === undefined)
    if (promotion.typePromotion === 'LIVRAISON_OFFERTE') continue
    among(promotion.uniteValeur ?? '', allowed.unite)
    assert.ok((promotion.valeurPromotion ?? 0) > 0, promotion.description)
    if (promotion.uniteValeur === 'PERCENT')
      assert.ok((promotion.valeurPromotion ?? 0) <= 100, promotion.description)
  }
  assert.deepEqual(
    new Set(promotions.map(({ typePromotion }) => typePromotion)),
    new Set(allowed.typePromotion),
    'at least one of each kind',
  )
})

test('stocks refer to known products and stores, once each, and most products are in several stores', () => {
  const stores = new Set(magasins.map(({ nom }) => nom))
  unique(stocks.map(({ ean, magasin }) => `${ean} ${magasin}`))
  for (const { ean, magasin, quantite } of stocks) {
    assert.ok(byEan.has(ean) && stores.has(magasin), `${ean} in ${magasin}`)
    positive(quantite, ean)
  }
  const inSeveral = produits.filter(({ ean }) => stocks.filter(stock => stock.ean === ean).length > 1)
  assert.ok(inSeveral.length > produits.length * 0.8)
})

test('customers have unique well-formed e-mail addresses of a reserved domain, dates and levels, but no identifier', () => {
  unique(clients.map(({ adresseMail }) => adresseMail.toLowerCase()))
  for (const client of clients) {
    assert.match(client.adresseMail, /^[a-z.]+@example\.org$/)
    assert.ok(client.nom && client.prenom && !('idClient' in client))
    among(client.civilite, allowed.civilite)
    among(client.niveauFidelisation, allowed.niveau)
    assert.match(client.telephone ?? '', /^[\d ()+.-]*$/)
    for (const date of [client.anniversaire, client.dateDebutFidelisation]) {
      assert.ok(date === undefined || new Date(date).toISOString().startsWith(date), `${date}`)
    }
  }
})

test('restocking records cover the shapes that an upstream may send, both spellings and every gap', () => {
  for (const [i, record] of restock.entries()) {
    assert.ok(record.shop === 1 && (record.id === undefined || record.id === i + 1))
    among(record.status, allowed.restocking)
    for (const date of [record.createdAt, record.created_at, record.deliveryDate, record.delivery_date]) {
      assert.ok(date === undefined || new Date(date).toISOString() === date, `${date}`)
    }
  }
  const spelled = (name: string) => restock.some(record => name in record)
  const missing = (name: string) => restock.some(record => !(name in record))
  for (const name of [
    'createdAt',
    'createdBy',
    'deliveryDate',
    'created_at',
    'created_by',
    'delivery_date',
  ]) {
    assert.ok(spelled(name), name)
  }
  for (const name of ['id', 'name', 'status', 'category']) assert.ok(missing(name), name)
})
