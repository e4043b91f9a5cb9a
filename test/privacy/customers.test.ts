import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { orderConfirmed, orderDelivered, orderToPrepare } from '../../src/orders/contract.ts'
import { sql } from '../../src/platform/database/sql.ts'
import type { EventKind } from '../../src/platform/events/event.ts'
import { purchaseRecorded } from '../../src/purchases/recording/record-purchases.ts'
import { eventually } from '../support/eventually.ts'
import { startImport, waitForImport } from '../support/import-runs.ts'
import { findMarkedTables } from '../support/marks.ts'
import { cardPayment } from '../support/payments.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { createMark, createRightsActions, lockTable } from '../support/rights.ts'
import { createShopActions } from '../support/shopping.ts'

let shop: TestPlatform
let rights: ReturnType<typeof createRightsActions>
before(async () => {
  shop = await openPlatform({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '3600000' } })
  rights = createRightsActions(shop)
})

const article = { id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 500 }
const place = async (clientId: string | number, rue = createMark()) =>
  (await createShopActions(shop).place([article], { clientId, adresseLivraison: { rue } })).body.ordreId
const run = (
  statement: Parameters<Parameters<typeof shop.platform.db.transaction>[0]>[0] extends {
    run: (s: infer S) => unknown
  }
    ? S
    : never,
) => shop.platform.db.transaction(tx => tx.run(statement))
const setStatus = (ordreId: string, nouveauStatut: string) =>
  shop.call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut })
const statusOf = async (ordreId: string) => (await createShopActions(shop).read(ordreId)).statut
const findTexts = (...texts: string[]) => findMarkedTables(shop.databaseUrl, texts)

/** An erasure is retried every five seconds, so these tests mostly wait and can run concurrently. */
describe('a customer', { concurrency: true }, () => {
  test('a customer of the tills without an account is exported and erased by number', async () => {
    const nom = createMark()
    const { id, idClient } = await rights.client({ nom })
    await shop.call('POST', '/api/privee/client-buy-history', {
      clientId: idClient,
      purchaseDate: '2026-01-01',
      purchases: [{ articleId: '7', articleName: 'Lampe', unitPrice: 100, quantity: 1 }],
    })
    assert.equal((await rights.export(id)).body.domaines.purchases!.achat!.length, 1)
    assert.equal((await rights.erase(id)).status, 201)
    await rights.erased(id)

    assert.deepEqual(await findTexts(nom, idClient), [])
    assert.equal((await shop.call('GET', `/api/privee/clients/${id}`)).status, 404)
    const { body } = await shop.call<{ data: unknown[] }>('GET', '/api/privee/client-buy-history?articleId=7')
    assert.partialDeepStrictEqual(body.data, [{ clientId: id, articleName: 'Lampe', totalAmount: 100 }])
  })

  test('an impossible customer number is 404, and 400 when an area is called', async () => {
    assert.equal((await rights.export(0)).status, 404)
    assert.equal((await rights.erase(0)).status, 404)
    const person = { clientIds: [], userIds: [], numeros: [2 ** 63], emails: [], ordreIds: [] }
    const { status } = await shop.call('POST', '/loyalty/api/v1/privee/donnees-personnelles', person)
    assert.equal(status, 400)
  })

  test('a pseudonym of another customer is 409, and nothing is erased', async () => {
    const [one, other] = [await rights.client(), await rights.client()]
    const pseudonyme = createMark()
    const erase = ({ id }: { id: number }) => {
      const personne = { clientIds: [], userIds: [], numeros: [id], emails: [], ordreIds: [] }
      return shop.call('POST', '/loyalty/api/v1/privee/effacements', { personne, pseudonyme })
    }
    assert.equal((await erase(one)).status, 200)
    assert.equal((await erase(other)).status, 409)
    assert.equal((await shop.call('GET', `/api/privee/clients/${other.id}`)).status, 200)
  })

  test('a soft-deleted customer is exported and erased', async () => {
    const nom = createMark()
    const { id } = await rights.client({ nom })
    await shop.call('DELETE', `/loyalty/api/v1/privee/clients/${id}`)
    assert.equal((await rights.export(id)).status, 200)
    await rights.erase(id)
    await rights.erased(id)
    assert.deepEqual(await findTexts(nom), [])
  })

  test('a customer known only to orders is exported and erased', async () => {
    const rue = createMark()
    const clientId = `CLI_${createMark()}`
    const ordreId = await place(clientId, rue)
    await setStatus(ordreId, 'ANNULEE')
    assert.equal((await rights.export(clientId)).body.domaines.orders!.commande!.length, 1)
    assert.equal((await rights.erase(clientId)).status, 201)
    await rights.erased(clientId)
    assert.deepEqual(await findTexts(rue, clientId), [])
    assert.equal(await statusOf(ordreId), 'ANNULEE')
  })

  test('an account whose identifier became an alias is erased by it, with the orders of both', async () => {
    const alone = await openPlatform({ only: ['accounts'], databaseUrl: shop.databaseUrl, started: false })
    const email = `${createMark()}@example.org`
    const { body: account } = await alone.call<{ clientId: string; userId: number; accessToken: string }>(
      'POST',
      '/api/auth/register',
      { email, motDePasse: 'secret', prenom: 'Ada', nom: createMark() },
    )
    const first = await place(account.clientId)
    const client = await rights.client({ adresseMail: email })
    await shop.call('GET', '/api/auth/me', undefined, { authorization: `Bearer ${account.accessToken}` })
    const second = await place(account.userId)
    for (const ordreId of [first, second]) await setStatus(ordreId, 'ANNULEE')

    const { body } = await rights.export(account.clientId)
    assert.deepEqual(body.domaines.accounts!.alias, [
      { clientId: account.clientId, compteId: account.userId },
    ])
    assert.deepEqual(
      body.domaines.orders!.commande!.map(order => order.clientId).sort(),
      [account.clientId, client.idClient].sort(),
    )
    await rights.erase(account.clientId)
    await rights.erased(client.id)
    assert.deepEqual(await findTexts(email, account.clientId, client.idClient), [])
  })

  test('a pending payment prevents an erasure: 409', async () => {
    const { idClient } = await rights.client()
    const { status } = await shop.call(
      'POST',
      '/api/private/create_paiement',
      cardPayment({ clientId: idClient }),
    )
    assert.equal(status, 201)
    const answer = await rights.erase(idClient)
    assert.equal(answer.status, 409)
    assert.match(answer.body.message, /Transaction \d+ is en_attente/)
  })

  test('goods in repair prevent an erasure until they have been returned', async () => {
    const { id, idClient } = await rights.client()
    const [ticketId, adresseClient] = [createMark(), createMark()]
    const sheet = { idClient, idProduit: '1', ticketId, motif: 'Panne', origine: 'Lille', adresseClient }
    assert.equal((await shop.call('POST', '/api/publique/fiche_reparation', sheet)).status, 201)
    const sendEvent = (event: string, at: string) =>
      shop.call('POST', '/api/publique/events_reparation', { ticketId, event, at })
    await sendEvent('ARRIVE_DEPOT', '2026-09-01T08:00:00Z')
    const answer = await rights.erase(id)
    assert.equal(answer.status, 409)
    assert.match(answer.body.message, new RegExp(`repair ticket ${ticketId} have not been sent back`))
    await sendEvent('EXPEDIE_CLIENT', '2026-09-02T08:00:00Z')
    assert.equal((await rights.erase(id)).status, 201)
    await rights.erased(id)
    assert.deepEqual(await findTexts(adresseClient, idClient), [])
  })

  test('an unpaid order prevents an erasure while its goods are reserved; after that it is canceled', async () => {
    const { id, idClient } = await rights.client()
    const ordreId = await place(idClient)
    assert.equal((await rights.erase(id)).status, 409)
    await run(sql`update orders.commande set "reserveeJusque" = ${new Date(0)} where "ordreId" = ${ordreId}`)
    assert.equal((await rights.erase(id)).status, 201)
    await rights.erased(id)
    assert.equal(await statusOf(ordreId), 'ANNULEE')
  })

  test('late messages restore no erased data', async () => {
    const { id, idClient } = await rights.client()
    const rue = createMark()
    const ordreId = await place(idClient)
    await setStatus(ordreId, 'LIVREE')
    await rights.erase(id)
    await rights.erased(id)
    const { outbox, db } = shop.platform
    const publish = (kind: EventKind, body: object) => db.transaction(tx => outbox.publish(tx, kind, body))
    const timestamp = '2026-01-01T00:00:00.000Z'
    const purchases = [{ articleId: 'x', articleName: rue, unitPrice: 1, quantity: 1, category: null }]
    const order = { ordreId, clientId: idClient, timestamp }
    await publish(orderToPrepare, {
      ...order,
      articles: [{ id: '1', nom: 'Lampe', quantite: 1 }],
      adresseLivraison: { rue },
    })
    await publish(orderConfirmed, {
      ...order,
      transactionId: null,
      montantTotalCents: 1,
      articles: purchases,
      purchaseDate: timestamp,
    })
    await publish(purchaseRecorded, {
      action: 'create',
      timestamp,
      requestId: randomUUID(),
      data: { clientId: idClient, purchaseDate: timestamp, purchases },
    })

    await eventually(
      'the messages are consumed or rejected',
      async () => (await findTexts(rue, idClient)).length === 0,
    )
    const slip = await db.first(sql<{ clientId: string; adresseLivraison: unknown }>`
      select "clientId", "adresseLivraison" from logistics.bordereau where "ordreId" = ${ordreId}`)
    assert.match(slip!.clientId, /^EFFACE_/)
    assert.equal(slip!.adresseLivraison, null)
    assert.equal(await db.first(sql`select 1 from purchases.achat where "clientId" = ${id}`), undefined)
    const refused = await db.rows(
      sql`select file, motif, corps from platform.refus where integrite = 'efface' order by file`,
    )
    const motif = 'The reason names an erased person and is not stored'
    assert.deepEqual(
      refused,
      [purchaseRecorded, orderConfirmed].map(({ queue: file }) => ({ file, motif, corps: null })),
    )
  })

  test('rejected messages are exported by every identifier of the customer, and deleted by an erasure', async () => {
    const { id, idClient } = await rights.client()
    const [others, notes] = [
      [createMark(), createMark()],
      [createMark(), createMark(), createMark()],
    ]
    const refuse = (kind: EventKind, body: object) =>
      shop.platform.db.transaction(tx => shop.platform.outbox.publish(tx, kind, body))
    await refuse(orderDelivered, { clientId: idClient, note: notes[0] })
    await refuse(purchaseRecorded, { data: { clientId: id, note: notes[1] } })
    await refuse(orderDelivered, { note: `${notes[2]}: pour ${idClient}.` })
    await refuse(orderDelivered, { clientId: `${idClient}9`, montantTotalCents: id, note: others[0] })
    // In messages between areas a number is that of an account, so this one does not name the loyalty customer.
    await refuse(orderDelivered, { clientId: String(id), note: others[1] })
    await eventually('the messages are dead letters', async () => {
      return (await findTexts(...others, ...notes)).every(line => line.startsWith('platform.refus'))
    })
    const { loyalty, purchases } = (await rights.export(id)).body.domaines
    const deadLetters = [...loyalty!.refus!, ...purchases!.refus!]
    assert.equal(deadLetters.length, 3)
    for (const note of notes) assert.ok(JSON.stringify(deadLetters).includes(note))

    await rights.erase(id)
    await rights.erased(id)
    assert.deepEqual(await findTexts(...notes), [])
    assert.equal((await findTexts(...others)).length, 2)
  })

  test('a repeated identifier is erased once', async () => {
    const name = `CLI_${createMark()}`
    const personne = {
      clientIds: [name, name, name.toUpperCase()],
      ...{ userIds: [], numeros: [], emails: [], ordreIds: [] },
    }
    const { status } = await shop.call('POST', '/logistics/api/v1/privee/effacements', {
      ...{ personne, pseudonyme: createMark() },
    })
    assert.equal(status, 200)
  })

  test('with API keys only their holders have access, and the audit trail distinguishes the keys', async () => {
    const guarded = await openPlatform({ settings: { COMPTOIR_API_KEYS: 'the-key,another' } })
    const staff = createRightsActions(guarded, { 'x-api-key': 'another' })
    const { id } = await staff.client()
    const stranger = createRightsActions(guarded)
    for (const answer of [await stranger.export(id), await stranger.erase(id), await stranger.read(id)])
      assert.equal(answer.status, 401)
    for (const area of ['orders', 'accounts', 'loyalty'])
      for (const path of ['donnees-personnelles', 'effacements'])
        assert.equal((await guarded.call('POST', `/${area}/api/v1/privee/${path}`, {})).status, 401)
    assert.equal((await staff.erase(id)).status, 201)
    const { demandePar } = await staff.erased(id)
    assert.match(demandePar, /^clé [0-9a-f]{12}$/)
  })
})

// Does not run with the concurrent tests, because its lock would block their writes.
test('data written during an erasure is found and erased, too', async () => {
  const { id, idClient } = await rights.client()
  const earlier = await place(idClient)
  await setStatus(earlier, 'ANNULEE')
  const unlock = await lockTable(shop.databaseUrl, 'loyalty.client')
  await rights.erase(id)
  await rights.erasedIn(id, ['orders', 'payments', 'accounts', 'logistics', 'purchases', 'promotions'])
  const rue = createMark()
  await run(sql`
    update orders.commande set "clientId" = ${idClient}, "adresseLivraison" = ${sql.json({ rue })}
    where "ordreId" = ${earlier}`)
  await unlock()
  await rights.erased(id)
  assert.deepEqual(await findTexts(rue, idClient), [])
})

test('an erasure clears the stored imports of customers, and waits while one has not ended', async () => {
  const [nom, path] = [createMark(), '/api/v1/privee/clients/import']
  const { id, idClient } = await rights.client({ nom })
  const line = { nom, prenom: 'Ada', adresseMail: `${createMark()}@example.org` }
  const { body } = await startImport(
    shop,
    `${path}?dryRun=true`,
    JSON.stringify([line, { ...line, adresseMail: nom }]),
  )
  const ended = await waitForImport(shop, `${path}s/${body.id}`)
  const erase = () =>
    shop.call('POST', '/loyalty/api/v1/privee/effacements', {
      personne: { clientIds: [idClient], userIds: [], numeros: [id], emails: [], ordreIds: [] },
      pseudonyme: createMark(),
    })

  await run(sql`update platform.importation set "finLe" = null where id = ${body.id}`)
  assert.equal((await erase()).status, 503)
  await run(sql`update platform.importation set "finLe" = ${new Date(ended.finLe!)} where id = ${body.id}`)
  assert.match((await findTexts(nom)).join(), /importation/)
  assert.equal((await erase()).status, 200)
  assert.deepEqual(await findTexts(nom), [])
  assert.partialDeepStrictEqual(await waitForImport(shop, `${path}s/${body.id}`), {
    ...{ resultat: { created: 1, failed: 1 }, erreurs: [], apercu: [] },
  })
})
