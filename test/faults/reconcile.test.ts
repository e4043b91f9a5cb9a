import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createClient } from '../../src/commands/http.ts'
import { findDisagreements } from '../../src/commands/reconcile/compare.ts'
import { createAfterSaleActions } from '../support/after-sale.ts'
import { eventually } from '../support/eventually.ts'
import { createPaymentActions, foreignOrder, REFUSED } from '../support/payments.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { runCommand } from '../support/server.ts'
import { createShopActions } from '../support/shopping.ts'

const KEY = 'the key of the tests'
let shop: TestPlatform
let url: string
const key = { 'x-api-key': KEY }
before(async () => {
  shop = await openPlatform({
    settings: {
      COMPTOIR_PAYMENT_DELAY_MS: '0',
      COMPTOIR_CONFIRM_DELAY_MS: '0',
      COMPTOIR_API_KEYS: KEY,
    },
  })
  // A caller with a key can place orders only for existing customers.
  const client = { nom: 'Lovelace', prenom: 'Ada', adresseMail: 'ada@example.org', idClient: 'CLI_0A1B2C3D' }
  assert.equal((await shop.call('POST', '/api/publique/clients', client, key)).status, 201)
  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  url = shop.server.listeningOrigin
})

const staffed = (): TestPlatform => ({
  ...shop,
  call: (method, path, body, headers) => shop.call(method, path, body, { ...key, ...headers }),
})
const { paid, ended } = createPaymentActions(staffed)

/** Creates an order of €10, paid and confirmed. */
async function confirmed() {
  const { product, placed, pay, read } = createShopActions(staffed(), KEY)
  const { id } = await product()
  const { ordreId } = await placed([{ id, quantite: 1, prixUnitaireCents: 1000 }])
  const { response } = await pay(ordreId, 10)
  await eventually('the order is confirmed', async () => (await read(ordreId)).transactionId !== null)
  return { ordreId, id: response.transactionId }
}

const change = (statement: string, values: unknown[]) => shop.platform.db.pg.query(statement, values)

/** Stores and announces a refund as the platform does, but does not add it to the payment's refunded total. */
async function refundByHand(id: number, cents: number) {
  const { rows } = await shop.platform.db.pg.query<{ id: string }>(
    `insert into payments.transaction ("montantCents", devise, status, "typePaiement", moyen, prouve, "rembourseId", "createdAt", "updatedAt")
     select $2, devise, 'accepte', 'remboursement', moyen, prouve, id, "createdAt", "updatedAt" from payments.transaction where id = $1
     returning id`,
    [id, cents],
  )
  await change(
    `insert into payments.annonce ("transactionId", status, "remboursementId", "createdAt")
     select $1, 'rembourse', $2, "createdAt" from payments.transaction where id = $1`,
    [id, rows[0]!.id],
  )
}

/** Waits until the other areas have consumed the events of orders. */
const untilDrained = () => createAfterSaleActions(shop).untilDrained()

async function found() {
  const now = shop.platform.clock.now()
  const list: { subject: string; line: string }[] = []
  for await (const { subject, transaction, what } of findDisagreements(createClient({ url, key: KEY }), {
    now,
    settledBefore: now,
  }))
    list.push({ subject, line: `${transaction} ${what}` })
  return list
}

const reconcile = (...more: string[]) =>
  runCommand(['reconcile', '--url', url, '--key', KEY, '--grace', '0', ...more], {})

test('reconcile finds nothing in untouched payments, refusals, refunds and external orders', async () => {
  await confirmed()
  await ended(await paid({ cardNumber: REFUSED, orderId: foreignOrder() }))
  const id = await paid({ montant: 10 })
  await ended(id)
  for (const montant of [2, 3])
    await staffed().call('POST', '/api/publique/refund', { transactionId: id, montant })

  await untilDrained()
  assert.deepEqual(await found(), [])
  const { code, output } = await reconcile()
  assert.equal(output, 'No discrepancies found.\n')
  assert.equal(code, 0)
})

test('each disagreement is reported on one line and makes the exit code 1', async () => {
  const expected: string[] = []
  const made = async (what: string, meddle: (one: { id: number; ordreId: string }) => Promise<unknown>) => {
    const one = await confirmed()
    await meddle(one)
    expected.push(`${one.id} ${what}`)
    return one.id
  }
  await made('announced en_attente instead of en_attente, accepte', ({ id }) =>
    change(`delete from payments.annonce where "transactionId" = $1 and status = 'accepte'`, [id]),
  )
  const counted = await made('records 500 cents as refunded, but its refunds total 0', ({ id }) =>
    change(`update payments.transaction set "montantRembourseCents" = 500 where id = $1`, [id]),
  )
  expected.push(`${counted} refunded 500 cents, but the order records 0`)
  await made('is paid, but its order is not confirmed', ({ ordreId }) =>
    change(`update orders.commande set "transactionId" = null, "confirmeeLe" = null where "ordreId" = $1`, [
      ordreId,
    ]),
  )
  await made('paid a cancelled order and was not refunded', ({ ordreId }) =>
    change(`update orders.commande set "transactionId" = null, statut = 'ANNULEE' where "ordreId" = $1`, [
      ordreId,
    ]),
  )
  const short = await made('paid 999 cents, but the total of its order is 1000', ({ id }) =>
    change(`update payments.transaction set "montantCents" = 999 where id = $1`, [id]),
  )
  expected.push(`${short} paid 999 cents, but the order records 1000`)
  await made('has been pending for more than two days', async ({ id }) => {
    await change(`delete from payments.annonce where "transactionId" = $1 and status = 'accepte'`, [id])
    await change(
      `update payments.transaction set status = 'en_attente', "createdAt" = "createdAt" - interval '49 hours' where id = $1`,
      [id],
    )
    expected.push(`${id} is en_attente, but the order is confirmed with it`)
  })
  await made('belongs to order autre, but this order is confirmed with it', ({ id }) =>
    change(`update payments.transaction set "orderId" = 'autre' where id = $1`, [id]),
  )
  await made('was refunded 1500 of 1000 cents', async ({ id }) => {
    await refundByHand(id, 1500)
    expected.push(`${id} records 0 cents as refunded, but its refunds total 1500`)
  })
  const refused = await paid({ cardNumber: REFUSED, orderId: foreignOrder() })
  await ended(refused)
  await refundByHand(refused, 100)
  expected.push(`${refused} records 0 cents as refunded, but its refunds total 100`)
  expected.push(`${refused} was refunded, but is refuse`)
  const { ordreId } = await confirmed()
  await change(`update orders.commande set "transactionId" = '999999' where "ordreId" = $1`, [ordreId])
  expected.push('999999 is missing, but the order is confirmed with it')

  await untilDrained()
  const all = await found()
  // Another test file covers the findings about the data of other areas.
  const list = all.filter(({ subject }) => subject === 'payment').map(({ line }) => line)
  const twice = list.filter(line => line.endsWith('paid an order that transaction 999999 already paid'))
  assert.equal(twice.length, 1)
  assert.deepEqual(list.filter(line => !twice.includes(line)).sort(), expected.sort())
  const { code, output } = await reconcile()
  assert.equal(code, 1)
  assert.match(output, new RegExp(`${all.length} discrepancies`))
  for (const line of list) assert.ok(output.includes(line.slice(line.indexOf(' ') + 1)), line)
})

test('reconcile ignores recent changes, whose events may be in transit', async () => {
  const { code, output } = await reconcile('--grace', '3600')
  assert.equal(code, 1)
  assert.doesNotMatch(output, /its order is not confirmed/)
})

test('a server that does not respond, or requires another key, is reported on one line', async () => {
  const away = await runCommand(['reconcile', '--url', 'http://127.0.0.1:2'], {})
  assert.equal(away.code, 1)
  assert.match(away.output, /^comptoir: The server at http:\/\/127.0.0.1:2 does not answer/)
  const stranger = await runCommand(['reconcile', '--url', url, '--key', 'wrong'], {})
  assert.equal(stranger.code, 1)
  assert.match(stranger.output, /401/)
})
