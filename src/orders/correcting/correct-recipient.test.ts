import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createAfterSaleActions, openQuickShop } from '../../../test/support/after-sale.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import type { Slip } from '../../logistics/slips/schemas.ts'
import { createConfirmationEvents } from '../confirming/announcements.ts'
import { recipientCorrected } from '../contract.ts'
import { getOrder } from '../store/orders.ts'
import type { CorrectedRecipient } from './schemas.ts'

const LILLE = { nom: 'Ada Love', rue: '1 rue Ici', codePostal: '59000', ville: 'Lille', etage: '3' }
const POINT = { id: 'P-17', nom: 'Tabac du Port', adresse: '1 quai Ici, 59000 Lille' }
const METHODS = [
  { code: 'nord', nom: 'Nord', type: 'domicile', zones: [{ pays: 'FR', prefixes: ['59', '62'] }] },
  { code: 'relais', nom: 'Relais', type: 'relais' },
  { code: 'magasin', nom: 'En magasin', type: 'retrait' },
]

let shop: TestPlatform
let after: ReturnType<typeof createAfterSaleActions>
let storeId: number
let lamp: { id: number }
before(async () => {
  shop = await openQuickShop()
  after = createAfterSaleActions(shop)
  const { store, stocked } = createShopActions(shop)
  storeId = (await store()).id
  lamp = await stocked(storeId, 10_000)
  for (const method of METHODS)
    await shop.call('POST', '/api/v1/privee/modes-livraison', { ...method, tarifs: [{ prixCents: 0 }] })
})

type Answer = CorrectedRecipient & { code?: string; message: string }
const correct = (ordreId: string, body: object, at = shop) =>
  at.call<Answer>('PATCH', `/api/v1/privee/commandes/${ordreId}/destinataire`, body)
const article = () => ({ id: lamp.id, quantite: 1, prixUnitaireCents: 1_000 })
const about = (livraison: object = { code: 'nord' }, more: object = {}) => ({
  ...{ adresseLivraison: LILLE, livraison, clientInfo: { prenom: 'Ada', telephone: '0102' }, ...more },
})
const placed = (...more: Parameters<typeof about>) =>
  createShopActions(shop).placed([article()], about(...more))
const paid = async (...more: Parameters<typeof about>) =>
  (await after.paidOrder([article()], about(...more))).ordreId
const slipsOf = async (ordreId: string) =>
  (await shop.call<Slip[]>('GET', `/api/publique/bordereau?ordreId=${ordreId}`)).body
const slipOf = (ordreId: string) =>
  eventually('the order has a slip', async () => (await slipsOf(ordreId))[0])
const read = async (ordreId: string) =>
  (await shop.call<Pick<Answer, 'adresseLivraison'>>('GET', `/api/commandes/${ordreId}`)).body

describe('the recipient of an order', () => {
  test('has the given fields changed, others kept and empty ones removed, once for twenty equal calls', async () => {
    const { ordreId } = await placed()
    const body = { adresseLivraison: { rue: ' 2 rue Là ', codePostal: '62000', etage: '', pays: 'fr' } }

    const answers = await Promise.all(Array.from({ length: 20 }, () => correct(ordreId, body)))

    const { etage: _, ...rest } = { ...LILLE, rue: '2 rue Là', codePostal: '62000', pays: 'fr' }
    for (const answer of answers) {
      assert.deepEqual([answer.status, answer.body.versionDestinataire], [200, 1], answer.body.message)
      assert.deepEqual(answer.body.adresseLivraison, rest)
    }
    assert.deepEqual((await read(ordreId)).adresseLivraison, rest)
    assert.equal((await correct(ordreId, {})).body.versionDestinataire, 1)
  })

  test('is not changed on an outdated view, but a correction that is already made is repeatable', async () => {
    const { ordreId } = await placed()
    const to = (rue: string) => correct(ordreId, { adresseLivraison: { rue }, versionDestinataire: 0 })
    const streets = Array.from({ length: 20 }, (_, i) => `${i} rue Là`)
    const answers = await Promise.all(streets.map(to))
    const [done] = answers.filter(({ status }) => status === 200)
    assert.deepEqual(answers.map(({ body }) => body.code ?? 'done').sort(), [
      ...Array(19).fill('change-entre-temps'),
      'done',
    ])
    const { rue } = (await read(ordreId)).adresseLivraison
    assert.equal(done?.body.adresseLivraison.rue, rue)
    assert.equal((await to(String(rue))).status, 200)
  })

  test('must be one that the delivery method serves; nonsense is refused and changes nothing', async () => {
    const { ordreId } = await placed()
    const refused: [body: object, status: number, code: string][] = [
      [{ adresseLivraison: { codePostal: '75002' } }, 422, 'livraison-indisponible'],
      [{ adresseLivraison: { pays: 'BE' } }, 422, 'livraison-indisponible'],
      [{ adresseLivraison: { pays: 'Narnia' } }, 400, 'requete-invalide'],
      [{ adresseLivraison: { rue: 'x'.repeat(201) } }, 400, 'requete-invalide'],
      [{ adresseLivraison: { rue: 1 } }, 400, 'requete-invalide'],
      [{ adresseLivraison: { rue: 'a\0b' } }, 400, 'requete-invalide'],
      [{ adresseLivraison: { 'a b': 'c' } }, 400, 'requete-invalide'],
      [{ adresseLivraison: 'Lille' }, 400, 'requete-invalide'],
      [{ adresse: { rue: 'x' } }, 400, 'champ-inconnu'],
      [{ clientInfo: { telephone: '1' } }, 400, 'requete-invalide'],
      [
        { adresseLivraison: Object.fromEntries(Object.keys(LILLE).map(name => [name, null])) },
        400,
        'requete-invalide',
      ],
      [
        {
          adresseLivraison: Object.fromEntries(
            Array.from({ length: 50 }, (_, i) => [`a${i}`, 'x'.repeat(200)]),
          ),
        },
        413,
        'corps-trop-grand',
      ],
    ]
    for (const [body, status, code] of refused) {
      const answer = await correct(ordreId, body)
      assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(body).slice(0, 80))
    }
    assert.deepEqual((await read(ordreId)).adresseLivraison, LILLE)
    const none = await correct('CMD-NONE', { adresseLivraison: { rue: 'x' } })
    assert.deepEqual([none.status, none.body.code], [404, 'commande-inconnue'])
  })

  test('of a collection changes without its place, which the order names itself', async () => {
    for (const livraison of [
      { code: 'relais', pointRelais: POINT },
      { code: 'magasin', magasinId: storeId },
    ]) {
      const ordreId = await paid(livraison)
      const moved = await correct(ordreId, { adresseLivraison: { ville: 'Arras' } })
      assert.deepEqual([moved.status, moved.body.code], [409, 'statut-incompatible'])
      const named = await correct(ordreId, { adresseLivraison: { nom: 'Eve Love', telephone: '0607' } })
      assert.equal(named.status, 200, named.body.message)
      const slip = await eventually('the slip follows', async () =>
        (await slipsOf(ordreId)).find(({ adresseCorrigeeLe }) => adresseCorrigeeLe !== null),
      )
      const pointRelais = 'pointRelais' in livraison ? { pointRelais: POINT } : {}
      assert.deepEqual(slip.adresseLivraison, {
        ...LILLE,
        nom: 'Eve Love',
        telephone: '0607',
        ...pointRelais,
      })
    }
  })
})

describe('the slips of an order', () => {
  test('follow its recipient with a mark on paper, until the order is sent or cancelled', async () => {
    const ordreId = await paid()
    const { id, adresseCorrigeeLe } = await slipOf(ordreId)
    assert.equal(adresseCorrigeeLe, null)
    // Alone, orders stores the correction while every other area is away.
    const alone = await openPlatform({ only: ['orders'], databaseUrl: shop.databaseUrl, started: false })
    assert.equal((await correct(ordreId, { adresseLivraison: { rue: '9 rue Là' } }, alone)).status, 200)
    const page = () => shop.call<string>('GET', `/api/v1/privee/bordereaux/${id}?format=html`)
    const printed = await eventually('the slip follows', async () => {
      const { body } = await page()
      return body.includes('9 rue Là') && body
    })
    assert.match(printed, /Adresse corrigée le \d+ \p{L}+ \d{4}/u)
    assert.match(printed, /Tél\. 0102/)

    await after.move(ordreId, 'EXPEDIEE')
    const late = await correct(ordreId, { adresseLivraison: { rue: '10 rue Là' } })
    assert.deepEqual([late.status, late.body.code], [409, 'statut-incompatible'])
    await after.move(ordreId, 'ANNULEE')
    const cancelled = await correct(ordreId, { adresseLivraison: { rue: '10 rue Là' } })
    assert.deepEqual([cancelled.status, cancelled.body.code], [409, 'commande-annulee'])
  })

  test('have the address of their order after a correction and a concurrent dispatch', async () => {
    const ordreIds = await Promise.all(Array.from({ length: 10 }, () => paid()))
    await Promise.all(ordreIds.map(slipOf))
    const corrected = await Promise.all(
      ordreIds.map(async (ordreId, i) => {
        const dispatch = () => after.move(ordreId, 'EXPEDIEE')
        const change = () => correct(ordreId, { adresseLivraison: { rue: 'Nouvelle rue' } })
        const [first, second] = i % 2 ? [dispatch(), change()] : [change(), dispatch()]
        const { status } = i % 2 ? await second : await first
        await Promise.all([first, second])
        return status === 200
      }),
    )
    await after.untilDrained()
    for (const [i, ordreId] of ordreIds.entries()) {
      const rue = corrected[i] ? 'Nouvelle rue' : LILLE.rue
      assert.equal((await read(ordreId)).adresseLivraison.rue, rue)
      const [slip] = await slipsOf(ordreId)
      assert.partialDeepStrictEqual(slip, { statut: 'expedie', adresseLivraison: { rue } })
    }
  })

  test('keep the latest version whatever the order of the messages, and the address that they were sent to', async () => {
    const { db, outbox } = shop.platform
    const announce = (ordreId: string, version: number, rue: string) =>
      db.transaction(tx =>
        outbox.publish(tx, recipientCorrected, {
          ...{ ordreId, version, adresseLivraison: { rue }, timestamp: 'now' },
        }),
      )
    const { ordreId } = await placed()
    for (const [version, rue] of [
      [2, 'second'],
      [1, 'first'],
      [2, 'second'],
    ] as const) {
      await announce(ordreId, version, rue)
      await after.untilDrained()
    }
    const order = await getOrder(db, ordreId)
    await db.transaction(tx => outbox.publishAll(tx, createConfirmationEvents(order, new Date())))
    const slip = await slipOf(ordreId)
    assert.deepEqual([slip.adresseLivraison, slip.adresseCorrigeeLe], [{ rue: 'second' }, null])

    await shop.call('PATCH', `/api/v1/privee/bordereaux/${slip.id}`, { statut: 'expedie' })
    await after.untilDrained()
    await announce(ordreId, 3, 'third')
    await after.untilDrained()
    assert.deepEqual((await slipsOf(ordreId))[0]?.adresseLivraison, { rue: 'second' })
    await after.move(ordreId, 'EN_PREPARATION')
    await after.untilDrained()
    const [back] = await slipsOf(ordreId)
    assert.deepEqual([back?.statut, back?.adresseLivraison], ['prepare', { rue: 'third' }])
  })

  test('are written with the address of the order at its confirmation', async () => {
    const { ordreId, montantTotalCents } = await placed()
    const [, ...answers] = await Promise.all([
      createShopActions(shop).pay(ordreId, montantTotalCents / 100),
      ...Array.from({ length: 20 }, (_, i) => correct(ordreId, { adresseLivraison: { rue: `${i} rue Là` } })),
    ])
    assert.ok(answers.every(({ status }) => status === 200))
    await slipOf(ordreId)
    await after.untilDrained()
    const { adresseLivraison } = await read(ordreId)
    assert.deepEqual((await slipsOf(ordreId))[0]?.adresseLivraison, {
      ...adresseLivraison,
      telephone: '0102',
    })
  })
})
