import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import pg from 'pg'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { lockRabbit, rabbitUrl, withoutRabbit } from '../../../test/support/rabbit.ts'
import { openTill, type Till } from '../../../test/support/till.ts'
import { sql } from '../../platform/database/sql.ts'

type Client = { id: number; idClient: string }

/** Blocks writes to a table until `release`; `waiting` counts the connections of the database that wait for a lock. */
async function lockTable(databaseUrl: string, table: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`begin; lock table ${table} in exclusive mode`)
  return {
    waiting: async () =>
      (
        await client.query(`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      ).rows.length,
    release: () => client.end(),
  }
}

const only = ['accounts', 'loyalty', 'purchases']

const apple = { articleId: '7', articleName: 'Pomme', unitPrice: 250, quantity: 4 }
const purchase = (clientId: string, change: object = {}, data: object = {}) => ({
  action: 'create',
  timestamp: '2025-07-14T10:31:00Z',
  requestId: randomUUID() as string,
  data: { clientId, purchaseDate: '2025-07-14T10:30:00Z', purchases: [apple], ...data },
  ...change,
})

test('purchases of external applications over RabbitMQ', { skip: withoutRabbit }, async context => {
  let shop: TestPlatform
  let till: Till
  let releaseRabbit: () => Promise<void>
  const settings = { AMQP_URL: rabbitUrl! }
  let clients: Client[]
  const lines: Record<'warn' | 'error', string[]> = { warn: [], error: [] }
  before(async () => {
    releaseRabbit = await lockRabbit()
    shop = await openPlatform({ only, settings })
    till = await openTill(rabbitUrl!)
    for (const level of ['warn', 'error'] as const)
      shop.platform.log[level] = ((...line: unknown[]) =>
        lines[level].push(JSON.stringify(line))) as typeof shop.platform.log.warn
    clients = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const body = { nom: 'L', prenom: 'A', adresseMail: `a${i}@example.org` }
        return (await shop.call<Client>('POST', '/api/publique/clients', body)).body
      }),
    )
  })
  const rows = async ({ id }: Client) =>
    (await shop.platform.db.rows(sql`select 1 from purchases.achat where "clientId" = ${id}`)).length
  const drained = () => eventually('the queue is empty', async () => (await till.waiting()) === 0)

  await context.test(
    'invalid purchases are dropped and logged with their requestId, and valid ones are recorded',
    async () => {
      const [client] = clients as [Client]
      const message = purchase(client.idClient)
      const stranger = purchase('CLI_NOBODY')
      const wrong = purchase(client.idClient, { action: 'delete' })
      await till.publish('not even JSON')
      await till.publish(wrong)
      await till.publish(stranger)
      await till.publish(message, 'm1')
      await till.publish(message)
      await till.publish({ ...message, data: { ...message.data, purchaseDate: '2025-07-15' } }, 'm1')
      await till.publish(purchase(client.idClient, {}, { purchases: [apple, apple] }))

      await eventually('all purchases are recorded', async () => (await rows(client)) === 4)
      await drained()
      const countLogged = (level: 'warn' | 'error', what: string) =>
        lines[level].filter(line => line.includes(what)).length
      await eventually(
        'the invalid messages are logged',
        async () => countLogged('error', 'A message was rejected') === 3,
      )
      assert.match(lines.error.join(), /CLI_NOBODY not found/)
      await eventually(
        'the conflicting data are logged',
        async () => countLogged('warn', message.requestId) === 1,
      )
    },
  )

  await context.test('other data under the requestId of another open transaction is logged', async () => {
    const client = clients[5]!
    const message = purchase(client.idClient)
    const other = { ...message, data: { ...message.data, purchaseDate: '2025-07-15' } }
    // Every batch writes to this table last, so that none commits before the lock is released.
    const open = await lockTable(shop.databaseUrl, 'purchases.compteur')
    await till.publish(message)
    await eventually('the first message is being processed', async () => (await open.waiting()) === 1)
    await till.publish(other)
    await eventually('both messages are being processed', async () => (await open.waiting()) === 2)
    await open.release()

    await eventually('both purchases are recorded', async () => (await rows(client)) === 2)
    const countLogged = () => lines.warn.filter(line => line.includes(message.requestId)).length
    await eventually('the conflicting data are logged', async () => countLogged() === 1)
  })

  await context.test(
    'two thousand purchases with invalid and repeated ones among them are recorded once each',
    async () => {
      const [, client] = clients as [Client, Client]
      const messages = Array.from({ length: 2_000 }, (_, i) =>
        i % 100 === 7
          ? purchase(client.idClient, {}, { purchases: [{ ...apple, quantity: 0 }] })
          : i % 100 === 8
            ? purchase('CLI_NOBODY')
            : purchase(client.idClient, {}, { purchases: [{ ...apple, unitPrice: i }] }),
      )
      await Promise.all([...messages, ...messages.slice(0, 500)].map(message => till.publish(message)))
      await eventually('all purchases are recorded', async () => (await rows(client)) >= 1_960)
      await drained()
      assert.equal(await rows(client), 1_960)
    },
  )

  await context.test('purchases of a customer are dropped once the customer is deleted', async () => {
    const [, , client, other] = clients as [Client, Client, Client, Client]
    await till.publish(purchase(client.idClient))
    await eventually('the purchase is recorded', async () => (await rows(client)) === 1)
    await shop.call('DELETE', `/loyalty/api/v1/privee/clients/${client.id}`)
    await till.publish(purchase(client.idClient))
    await till.publish(purchase(other.idClient))
    await eventually('the other purchase is recorded', async () => (await rows(other)) === 1)
    await drained()
    assert.equal(await rows(client), 1)
  })

  await context.test('purchases stay queued while loyalty is unavailable, and none is lost', async () => {
    const client = clients[4]!
    await shop.close()
    const alone = await openPlatform({ only: ['purchases'], databaseUrl: shop.databaseUrl, settings })
    const { log } = alone.platform
    let delayed = 0
    log.warn = (() => delayed++) as typeof log.warn
    await till.sell([client.idClient], 50)
    await eventually('the messages were attempted and are delayed', () => delayed > 0)
    assert.equal(
      (await alone.platform.db.rows(sql`select 1 from purchases.achat where "clientId" = ${client.id}`))
        .length,
      0,
    )
    await alone.close()
    shop = await openPlatform({ only, databaseUrl: shop.databaseUrl, settings })
    await eventually('all purchases are recorded', async () => (await rows(client)) === 50)
    await shop.close()
  })
  await till!.close()
  await releaseRabbit!()
})
