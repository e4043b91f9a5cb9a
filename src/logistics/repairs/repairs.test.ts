import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { prepareOrder } from '../slips/prepare-order.ts'
import type { Slip } from '../slips/schemas.ts'
import type { NewRepairSheet, RepairEvent, RepairSheet } from './schemas.ts'

type Problem = { statusCode: number; message: string; error: string; code: string }
const sheets = '/api/publique/fiche_reparation'
const events = '/api/publique/events_reparation'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics', 'reference', 'accounts', 'loyalty'] })
})

let tickets = 0
const newTicket = () => `SAV-${++tickets}`
const sheetFor = (more: Partial<NewRepairSheet> = {}): NewRepairSheet => ({
  idClient: 'CLI_0A1B2C3D',
  idProduit: '4006381333931',
  ticketId: newTicket(),
  motif: "L'écran reste noir",
  origine: 'Comptoir Lille',
  adresseClient: '12 rue des Halles, 59000 Lille',
  ...more,
})
const open = (more?: Partial<NewRepairSheet>) =>
  shop.call<RepairSheet & Problem>('POST', sheets, sheetFor(more))
const sendEvent = (ticketId: string, event: string, at = '2026-09-10T08:00:00Z') =>
  shop.call<RepairEvent & Problem>('POST', events, { ticketId, event, at })
const read = async (id: number) => (await shop.call<RepairSheet>('GET', `${sheets}/${id}`)).body
const create = async (path: string, body: object) =>
  (await shop.call<{ id: number }>('POST', `/reference/api/publique/${path}`, body)).body.id

test('a new sheet has its given fields and no status, and can be read', async () => {
  const sheet = sheetFor()
  const { status, body } = await shop.call<RepairSheet>('POST', sheets, sheet)

  assert.equal(status, 201)
  const { id, createdAt, updatedAt, ...rest } = body
  assert.deepEqual(rest, {
    ...sheet,
    statut: null,
    evenements: [],
    logistique: { magasinId: null, entrepotId: null, bordereauId: null },
  })
  assert.match(String(createdAt), /^\d{4}-.*\.\d{3}Z$/)
  assert.equal(updatedAt, createdAt)
  assert.deepEqual(await read(id), body)
  const missing = await shop.call<Problem>('GET', `${sheets}/999999`)
  assert.deepEqual(missing.body, {
    statusCode: 404,
    message: 'Repair sheet with id 999999 not found',
    error: 'Not Found',
    code: 'fiche-inconnue',
  })
  for (const id of ['abc', '0', '1.5', '99999999999999999999'])
    assert.equal((await shop.call('GET', `${sheets}/${id}`)).status, 400, id)
})

test('a sheet with a missing or invalid field is refused and not stored', async () => {
  const whole = sheetFor()
  for (const [field, value] of Object.keys(whole).flatMap(field =>
    [undefined, null, '', '   ', 7, {}, [], 'x'.repeat(5_001)].map(value => [field, value] as const),
  )) {
    const { status, body } = await shop.call<Problem>('POST', sheets, { ...whole, [field]: value })
    assert.deepEqual(
      [status, body.message.includes(field)],
      [400, true],
      `${field}: ${value} ${body.message}`,
    )
  }
  for (const body of [undefined, [], {}]) assert.equal((await shop.call('POST', sheets, body)).status, 400)
  assert.deepEqual((await shop.call('GET', `${sheets}?ticketId=${whole.ticketId}`)).body, [])
})

test('a ticket has one sheet: of twenty concurrent requests one creates it, and the others are 409', async () => {
  const ticketId = newTicket()
  const answers = await Promise.all(Array.from({ length: 20 }, () => open({ ticketId })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)])
  const refused = answers.find(({ status }) => status === 409)
  assert.equal(refused?.body.message, `Ticket ${ticketId} already has a repair sheet`)
  assert.equal((await shop.call<unknown[]>('GET', `${sheets}?ticketId=${ticketId}`)).body.length, 1)
})

test('the status is the latest event by its date, in whatever order events arrive', async () => {
  const { id, ticketId } = (await open()).body
  await sendEvent(ticketId, 'ARRIVE_DEPOT', '2026-09-10T08:00:00Z')
  await sendEvent(ticketId, 'REPARATION_OK', '2026-09-12T10:00:00+02:00')
  await sendEvent(ticketId, 'EN_REPARATION', '2026-09-11T08:00:00.250Z')

  const sheet = await read(id)
  assert.equal(sheet.statut, 'REPARATION_OK')
  assert.deepEqual(sheet.evenements, [
    { event: 'ARRIVE_DEPOT', at: '2026-09-10T08:00:00.000Z' },
    { event: 'EN_REPARATION', at: '2026-09-11T08:00:00.250Z' },
    { event: 'REPARATION_OK', at: '2026-09-12T08:00:00.000Z' },
  ])
  assert.ok(sheet.updatedAt > sheet.createdAt)
})

test('an event is returned, and stored once however often it is sent', async () => {
  const ticketId = newTicket()
  const { status, body } = await sendEvent(ticketId, 'ARRIVE_DEPOT')
  assert.equal(status, 201)
  const { id, createdAt } = body
  const at = '2026-09-10T08:00:00.000Z'
  assert.deepEqual(body, { id, ticketId, event: 'ARRIVE_DEPOT', at, createdAt, transmisLe: null })

  const again = await Promise.all(Array.from({ length: 20 }, () => sendEvent(ticketId, 'ARRIVE_DEPOT')))
  assert.deepEqual(
    again.map(({ status, body }) => [status, body.id]),
    Array(20).fill([201, id]),
  )
})

test('events that arrive before the sheet of their ticket appear in it once it is created', async () => {
  const ticketId = newTicket()
  await sendEvent(ticketId, 'ARRIVE_DEPOT')
  const { body } = await open({ ticketId })
  assert.deepEqual([body.statut, body.evenements.length], ['ARRIVE_DEPOT', 1])
})

test('an event with a missing or invalid field is refused', async () => {
  const whole = { ticketId: newTicket(), event: 'ARRIVE_DEPOT', at: '2026-09-10T08:00:00Z' }
  for (const [field, values] of Object.entries({
    ticketId: [undefined, null, '', ' ', 7],
    event: [undefined, null, '', 'PERDU', 'arrive_depot', 7],
    at: [
      undefined,
      null,
      '',
      'yesterday',
      '10/09/2026',
      '2026-02-30T08:00:00Z',
      '2026-09-10T25:00:00',
      1_789_000_000,
    ],
  }))
    for (const value of values) {
      const { status, body } = await shop.call<Problem>('POST', events, { ...whole, [field]: value })
      assert.deepEqual(
        [status, body.message.includes(field)],
        [400, true],
        `${field}: ${value} ${body.message}`,
      )
    }
  const { body } = await open({ ticketId: whole.ticketId })
  assert.deepEqual(body.evenements, [])
})

test('all sheets are streamed, oldest first; a page contains only its own', async () => {
  for (let i = 0; i < 3; i++) await open()
  const all = await shop.call<RepairSheet[]>('GET', sheets)
  assert.equal(all.headers['content-length'], undefined)
  const ids = all.body.map(({ id }) => id)
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  )
  assert.deepEqual((await shop.call('GET', `${sheets}?page=2&limit=2`)).body, all.body.slice(2, 4))
  assert.deepEqual((await shop.call('GET', `${sheets}?page=999`)).body, [])
  for (const query of ['page=0', 'limit=101', 'limit=x', 'ticketId=%00'])
    assert.equal((await shop.call('GET', `${sheets}?${query}`)).status, 400, query)
})

describe('a repair sheet', () => {
  let product: number
  let customer: { userId: number; clientId: string }
  const ean = '2099000000017'
  const deliver = async (ordreId: string, id: string, clientId: string) => {
    const { db } = shop.platform
    await db.transaction(tx =>
      prepareOrder(tx, shop.platform, {
        ordreId,
        clientId,
        articles: [{ id, nom: 'Lampe', quantite: 1 }],
        adresseLivraison: {},
        timestamp: '',
      }),
    )
    return (await shop.call<Slip[]>('GET', `/api/publique/bordereau?ordreId=${ordreId}`)).body[0]!
  }

  before(async () => {
    product = await create('produits', { ean, nom: 'Lampe', prixDeVenteCents: 1_000 })
    const email = 'ada@example.org'
    const account = { email, motDePasse: 'un mot de passe', nom: 'Lovelace', prenom: 'Ada' }
    const { userId } = (await shop.call<{ userId: number }>('POST', '/api/auth/register', account)).body
    const path = `/api/v1/privee/comptes/${userId}`
    customer = { userId, clientId: (await shop.call<{ clientId: string }>('GET', path)).body.clientId }
  })

  test('has the slip and the store of the last delivery to the customer, by any ID of product and customer', async () => {
    const store = await create('magasins', { nom: 'Comptoir Lille', adresse: 'Lille' })
    await shop.call('PATCH', `/api/v1/privee/stocks/${store}/${product}`, { quantity: 2 })
    const { clientId, userId } = customer
    await deliver('first', String(product), clientId)
    const last = await deliver('last', String(product), clientId)
    // The product is out of stock, so this slip only reports it as missing.
    await deliver('short', String(product), clientId)
    await deliver('of-another', String(product), 'CLI_FFFFFFFF')

    for (const idProduit of [String(product), ean])
      for (const idClient of [clientId, String(userId)]) {
        const { logistique } = (await open({ idProduit, idClient })).body
        assert.deepEqual([logistique.bordereauId, logistique.magasinId], [last.id, store])
      }
    const { logistique } = (await open({ idProduit: 'autre chose, à part', idClient: clientId })).body
    assert.deepEqual([logistique.bordereauId, logistique.magasinId], [null, null])
  })

  test('has the warehouse for repairs, or else the first operational one', async () => {
    const warehouse = (nom: string, more = {}) => create('entrepots', { nom, adresse: 'Lens', ...more })
    const entrepotId = async () => (await open()).body.logistique.entrepotId
    await warehouse('Fermé', { statut: 'ferme', rolesLogistiques: ['reparation'] })
    assert.equal(await entrepotId(), null)
    const first = await warehouse('Nord')
    await warehouse('Sud', { rolesLogistiques: ['stockage'] })
    assert.equal(await entrepotId(), first)
    const repairs = await warehouse('Ouest', { rolesLogistiques: ['stockage', 'Réparation'] })
    assert.equal(await entrepotId(), repairs)
  })

  test('is 503 while reference is unavailable; events are accepted', async () => {
    const alone = await openPlatform({ only: ['logistics'], started: false, databaseUrl: shop.databaseUrl })
    const sheet = sheetFor()
    const { status, headers } = await alone.call('POST', sheets, sheet)
    assert.deepEqual([status, Number(headers['retry-after']) > 0], [503, true])
    assert.deepEqual((await shop.call('GET', `${sheets}?ticketId=${sheet.ticketId}`)).body, [])
    const event = { ticketId: sheet.ticketId, event: 'ARRIVE_DEPOT', at: '2026-09-10T08:00:00Z' }
    assert.equal((await alone.call('POST', events, event)).status, 201)
  })
})

test("a repair is part of the customer's data, prevents an erasure until it was sent back, and is then erased", async () => {
  const clientId = 'CLI_EFFACE01'
  const { id, ticketId } = (await open({ idClient: clientId, idProduit: 'une lampe à moi' })).body
  const personne = { clientIds: [clientId], userIds: [], numeros: [], emails: [], ordreIds: [] }
  const collect = async () => {
    const path = '/logistics/api/v1/privee/donnees-personnelles'
    type Collected = { donnees: Record<string, { ticketId: string }[]>; obstacles: string[] }
    return (await shop.call<Collected>('POST', path, personne)).body
  }
  const erase = () =>
    shop.call<Problem & { lignes: object }>('POST', '/logistics/api/v1/privee/effacements', {
      personne,
      pseudonyme: 'EFFACE_1',
    })

  assert.deepEqual((await collect()).obstacles, [])
  await sendEvent(ticketId, 'ARRIVE_DEPOT')
  const obstacle = `The goods of repair ticket ${ticketId} have not been sent back`
  const { donnees, obstacles } = await collect()
  assert.deepEqual(obstacles, [obstacle])
  assert.deepEqual(
    [donnees.fiche_reparation?.[0]?.ticketId, donnees.evenement_reparation?.length],
    [ticketId, 1],
  )
  const refused = await erase()
  assert.deepEqual([refused.status, refused.body.message], [409, obstacle])

  await sendEvent(ticketId, 'EXPEDIE_CLIENT', '2026-09-11T08:00:00Z')
  assert.deepEqual((await erase()).body.lignes, { bordereau: 0, fiche_reparation: 1 })
  const { idClient, idProduit, motif, origine, adresseClient, statut } = await read(id)
  assert.deepEqual(
    [idClient, idProduit, motif, origine, adresseClient, statut],
    ['EFFACE_1', null, null, null, null, 'EXPEDIE_CLIENT'],
  )
  assert.deepEqual((await collect()).donnees.fiche_reparation, [])
  assert.deepEqual((await erase()).body.lignes, { bordereau: 0, fiche_reparation: 0 })
})

test('with keys configured, only staff create and read sheets and send events', async () => {
  const guarded = await openPlatform({
    only: ['logistics'],
    started: false,
    databaseUrl: shop.databaseUrl,
    settings: { COMPTOIR_API_KEYS: 'key-of-staff' },
  })
  for (const [method, url] of [
    ['POST', sheets],
    ['GET', sheets],
    ['GET', `${sheets}/1`],
    ['POST', events],
    ['GET', '/api/v1/privee/evenements-en-attente'],
  ] as const)
    assert.equal((await guarded.call(method, url)).status, 401, `${method} ${url}`)
  const key = { 'x-api-key': 'key-of-staff' }
  assert.equal((await guarded.call('GET', sheets, undefined, key)).status, 200)
})
