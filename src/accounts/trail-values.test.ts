import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../test/support/eventually.ts'
import { addStaffMember, createKey, GUARDED, KEYS } from '../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { createShopActions } from '../../test/support/shopping.ts'

type Entry = {
  libelle: string | null
  modifications: { champ: string; avant?: unknown; apres?: unknown }[] | null
}

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ settings: GUARDED })
})

const trail = async (query: string) =>
  shop.call<{ data: Entry[] }>('GET', `/api/v1/privee/audits?limit=100${query}`, undefined, KEYS.admin)

test('a change is recorded with the name of its record and the old and new values, but none of persons', async () => {
  const staff = await createKey(shop, 'admin')
  const write = async (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, body?: object) =>
    (await shop.call<{ id: number; code: string }>(method, url, body, staff.header)).body
  const detailsOf = async (operation: string) => {
    const { data } = (await trail(`&operation=${operation}`)).body
    return data.map(({ libelle, modifications }) => ({ libelle, modifications }))
  }
  const { id } = await write('POST', '/api/publique/produits', {
    ean: 'AUDIT',
    nom: 'Souris',
    prixDeVenteCents: 1_000,
  })
  await write('PATCH', `/api/publique/produits/${id}`, {
    prixDeVenteCents: 900,
    description: 'x'.repeat(500),
  })
  await write('PATCH', `/api/publique/produits/${id}`, { prixDeVenteCents: -1 })
  await write('PATCH', '/api/publique/produits', { produits: [{ id, prixDeVenteCents: 800 }] })
  const store = await write('POST', '/api/publique/magasins', { nom: 'Lille', adresse: 'Lille' })
  for (const quantity of [5, 7]) await write('PATCH', `/api/v1/privee/stocks/${store.id}/${id}`, { quantity })
  const firm = { nomLegal: 'Jean Petit', codeFournisseur: 'JP', email: 'jean@example.org' }
  const supplier = await write('POST', '/api/publique/fournisseurs', firm)
  const changes = { email: 'petit@example.org', statut: 'actif' }
  await write('PATCH', `/api/publique/fournisseurs/${supplier.id}`, changes)
  const ends = { dateDebut: '2026-01-01', dateFin: '2030-01-01' }
  const percent = { typePromotion: 'POURCENTAGE', valeurPromotion: 10, uniteValeur: 'PERCENT' }
  const sale = { categoriePromotion: 'EVENT', description: 'Soldes', ...percent, ...ends }
  const promotion = await write('POST', '/api/publique/data', sale)
  await write('PUT', `/api/publique/data/${promotion.id}`, { valeurPromotion: 20, idClient: null })
  await write('DELETE', `/api/publique/data/${promotion.id}`)
  const tarifs = [{ prixCents: 500 }]
  await write('POST', '/api/v1/privee/modes-livraison', {
    code: 'colis',
    nom: 'Colis',
    type: 'domicile',
    tarifs,
  })
  await write('PATCH', '/api/v1/privee/modes-livraison/colis', { actif: false, tarifs: [{ prixCents: 1 }] })
  const { ordreId } = await createShopActions(shop, KEYS.admin['x-api-key']).placed(
    [{ id, quantite: 1, prixUnitaireCents: 800 }],
    { clientId: 'INVITE_1' },
  )
  await write('PATCH', `/api/v1/privee/commandes/${ordreId}/destinataire`, {
    ...{ adresseLivraison: { ville: 'Lille' }, clientInfo: { email: 'ada@example.org' } },
  })
  const member = await addStaffMember(shop, 'till')
  const { data: members } = (
    await shop.call<{ data: { id: number; email: string }[] }>(
      ...(['GET', '/api/v1/privee/personnel?limit=100', undefined, KEYS.admin] as const),
    )
  ).body
  const memberId = members.find(({ email }) => email === member.email)?.id
  await write('PATCH', `/api/v1/privee/personnel/${memberId}`, {
    ...{ droits: ['support'], nom: 'Autre Nom', motDePasse: 'a new long password' },
  })

  const refused = { libelle: null, modifications: null }
  await eventually('the refusal is recorded', async () => (await detailsOf('changeProduct')).length === 2)
  assert.deepEqual(await detailsOf('changeProduct'), [
    refused,
    {
      libelle: 'Souris',
      modifications: [{ champ: 'prixDeVenteCents', avant: 1_000, apres: 900 }, { champ: 'description' }],
    },
  ])
  assert.deepEqual(await detailsOf('changeProducts'), [refused])
  assert.deepEqual(await detailsOf('changeStock'), [
    { libelle: null, modifications: [{ champ: 'enStock', avant: 5, apres: 7 }] },
    { libelle: null, modifications: [{ champ: 'enStock', avant: 0, apres: 5 }] },
  ])
  assert.deepEqual(await detailsOf('changeSupplier'), [
    {
      libelle: null,
      modifications: [{ champ: 'email' }, { champ: 'statut', avant: 'en_validation', apres: 'actif' }],
    },
  ])
  assert.deepEqual(await detailsOf('deletePromotion,changePromotion'), [
    { libelle: 'Soldes', modifications: null },
    { libelle: 'Soldes', modifications: [{ champ: 'valeurPromotion', avant: 10, apres: 20 }] },
  ])
  assert.deepEqual(await detailsOf('changeDeliveryMethod'), [
    { libelle: 'Colis', modifications: [{ champ: 'tarifs' }, { champ: 'actif', avant: true, apres: false }] },
  ])
  assert.deepEqual(await detailsOf('correctRecipient'), [
    { libelle: ordreId, modifications: [{ champ: 'adresseLivraison' }, { champ: 'clientInfo' }] },
  ])
  assert.deepEqual(await detailsOf('changeStaff'), [
    {
      libelle: null,
      modifications: [
        { champ: 'nom' },
        { champ: 'droits', avant: ['till'], apres: ['support'] },
        { champ: 'motDePasse' },
      ],
    },
  ])
})
