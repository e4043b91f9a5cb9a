import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { scrape, seriesOf } from '../support/metrics.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { withoutRabbit } from '../support/rabbit.ts'
import { startSeverableProxy } from '../support/severable.ts'
import { CARDS, createShopActions } from '../support/shopping.ts'

const read = (path: string) => readFileSync(path, 'utf8')

const insertEvent = ({ platform }: TestPlatform, queue: string, body: object, createdAt: Date) =>
  platform.db.pg.query(
    `insert into platform.outbox (queue, "messageId", "requestId", body, "createdAt")
     values ($1, gen_random_uuid(), 'odd', $2, $3)`,
    [queue, body, createdAt],
  )

describe('a shop with RabbitMQ and a replica', { skip: withoutRabbit }, () => {
  let shop: TestPlatform
  before(async () => {
    shop = await openPlatform({
      amqp: true,
      settings: {
        ...{ COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0' },
        DATABASE_READ_URL: await createTestDatabase(),
      },
    })
  })

  test('counts sales, payments and refunds', async () => {
    const { placed, pay, transactionStatus, read } = createShopActions(shop)
    const orders = (event: string) => `comptoir_orders_total{event="${event}"}`
    const payments = (status: string) => `comptoir_payments_total{status="${status}"}`
    const first = await scrape(shop)
    for (const series of [orders('placed'), orders('confirmed'), orders('cancelled'), payments('refuse')])
      assert.equal(first.value(series), 0, series)

    const cost = (prixUnitaireCents: number) => [{ id: 'inconnu', quantite: 1, prixUnitaireCents }]
    const [paid, refused] = [await placed(cost(1_000)), await placed(cost(500))]
    await placed(cost(0))
    const { transactionId } = (await pay(paid.ordreId, 10)).response
    const declined = (await pay(refused.ordreId, 5, CARDS.refused)).response
    await eventually('the order is confirmed', async () => (await read(paid.ordreId)).transactionId !== null)
    await eventually(
      'the card is refused',
      async () => (await transactionStatus(declined.transactionId)) === 'refuse',
    )
    const refund = { transactionId, montant: 4.01 }
    assert.equal((await shop.call('POST', '/api/publique/paiement/refund', refund)).status, 201)
    assert.equal((await shop.call('POST', '/api/publique/paiement/refund', refund)).status, 201)
    const tooMuch = { transactionId, montant: 9 }
    assert.equal((await shop.call('POST', '/api/publique/paiement/refund', tooMuch)).status, 422)
    const cancel = { nouveauStatut: 'ANNULEE' }
    await shop.call('PATCH', `/api/commandes/${refused.ordreId}/statut`, cancel)
    await shop.call('PATCH', `/api/commandes/${refused.ordreId}/statut`, cancel)

    const { value } = await scrape(shop)
    assert.deepEqual(['placed', 'confirmed', 'cancelled'].map(orders).map(value), [3, 2, 1])
    assert.deepEqual(['en_attente', 'accepte', 'refuse', 'annule'].map(payments).map(value), [2, 1, 1, 0])
    assert.equal(value('comptoir_refunds_total'), 2)
    assert.equal(value('comptoir_refunded_cents_total'), 802)
    assert.equal(value('comptoir_jobs_done_total{task="orders.settle-payment"}'), 1)
    assert.equal(value('comptoir_broker_up'), 1)
    assert.equal(
      value('comptoir_database_connections_limit{pool="replica"}'),
      shop.platform.config.databasePoolSize,
    )
    // The address of the replica leads to a database that is not a replica.
    assert.equal(value('comptoir_replica_up'), 0)
    assert.equal(value('comptoir_replica_lag_seconds'), undefined)

    const ofArea = await scrape(shop, '/orders/metrics')
    assert.equal(ofArea.value(orders('placed')), 3)
    assert.equal(ofArea.value(payments('accepte')), undefined)
  })

  test('counts rejected and consumed messages', async () => {
    const queue = 'fidelite.commande-livree'
    await insertEvent(shop, queue, { ordreId: 7 }, shop.platform.clock.now())
    shop.platform.outbox.onPublished()
    await eventually('the message is rejected', async () => {
      const { value } = await scrape(shop)
      return value(`comptoir_messages_refused_total{queue="${queue}"}`) === 1
    })
    const { value } = await scrape(shop)
    assert.equal(value(`comptoir_messages_taken_total{queue="${queue}"}`), 0)
    assert.ok(Number(value('comptoir_messages_taken_total{queue="logistique.ordre-preparation"}')) > 0)
  })

  test('the dashboard and the alerts query existing metrics, and the manual documents each', async () => {
    const { kinds } = await scrape(shop)
    const known = new Set([...seriesOf(kinds), 'up', 'ALERTS'])
    const dashboard: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(
      read('deploy/grafana/dashboard.json'),
    )
    const alerts: { groups: { rules: { expr: string }[] }[] } = parse(read('deploy/prometheus/alerts.yaml'))
    const asked = [
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ].flatMap(namesIn)
    assert.ok(asked.length > 50)
    assert.deepEqual(
      asked.filter(name => !known.has(name)),
      [],
    )

    const [, section = ''] = read('docs/operations.md').split('## Health, readiness, metrics, log\n')
    const table = [...section.split('\n## ', 1)[0]!.matchAll(/^\| `(comptoir_\w+)/gm)].map(([, name]) => name)
    const shown = kinds.map(({ name }) => name).filter(name => name.startsWith('comptoir_'))
    assert.deepEqual(table.sort(), shown.sort())
  })
})

/** Returns the metric names in a query, without functions, labels, label values and durations. */
function namesIn(query: string) {
  const bare = query
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(?:by|without) *\([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '')
  return [...bare.matchAll(/\b[a-zA-Z_]\w+\b(?! *\()/g)]
    .map(([name]) => name)
    .filter(word => !['and', 'or', 'unless', 'offset', 'by', 'without'].includes(word))
    .filter(word => !/^\d/.test(word))
}

test('each alert states its severity and its section in the manual, which has no other', () => {
  type Rule = {
    alert: string
    labels: { severity: string }
    annotations: { summary: string; runbook: string }
  }
  const { groups }: { groups: { rules: Rule[] }[] } = parse(read('deploy/prometheus/alerts.yaml'))
  const rules = groups.flatMap(({ rules }) => rules)
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity, /^(page|ticket)$/, alert)
    assert.ok(annotations.summary, alert)
    assert.equal(annotations.runbook, `docs/operations.md#${alert.toLowerCase()}`)
  }
  const sections = [...read('docs/operations.md').matchAll(/^#### (Comptoir\w+)$/gm)].map(([, name]) => name)
  assert.deepEqual(sections.sort(), rules.map(({ alert }) => alert).sort())
})

test('pending work is measured, and the other metrics remain available without the database', async () => {
  const line = await startSeverableProxy(await createTestDatabase())
  const shop = await openPlatform({
    ...{ databaseUrl: line.url, started: false },
    settings: { COMPTOIR_CLOCK_MULTIPLIER: '10' },
  })
  const anHour = 3_600_000
  const before = new Date(shop.platform.clock.now().getTime() - anHour)
  assert.equal((await scrape(shop)).value('comptoir_outbox_oldest_seconds'), 0)
  await insertEvent(shop, 'nobody.takes-it', {}, before)
  await shop.platform.db.pg.query(
    `select graphile_worker.add_job('nobody.does-it', run_at := now() - interval '2 minutes')`,
  )
  const { value } = await scrape(shop)
  const oldest = value('comptoir_outbox_oldest_seconds') ?? 0
  // The metric is in real seconds. The clock is ten times as fast, so an hour of it is six minutes.
  assert.ok(oldest >= 360 && oldest < 420, String(oldest))
  assert.equal(value('comptoir_outbox_events'), 1)
  assert.equal(value('comptoir_jobs_late'), 1)
  assert.equal(value('comptoir_mails_waiting'), 0)
  assert.equal(value('comptoir_repair_events_waiting'), 0)
  assert.equal(value('comptoir_database_up'), 1)
  assert.equal(value('comptoir_database_connections_waiting{pool="primary"}'), 0)

  line.stall()
  const without = await scrape(shop)
  assert.equal(without.value('comptoir_database_up'), 0)
  assert.equal(without.value('comptoir_jobs_late'), undefined)
  assert.equal(without.value('comptoir_orders_total{event="placed"}'), 0)
  assert.ok(without.value('process_cpu_seconds_total') ?? 0)
  line.cut()
})
