import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { lockRabbit, rabbitUrl, withoutRabbit } from '../../../test/support/rabbit.ts'
import { type Process, startServer } from '../../../test/support/server.ts'
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts'
import { openTill } from '../../../test/support/till.ts'

const MESSAGES = 2_000
const KILLS = 3

test('a process that is killed repeatedly while it consumes purchases records each once', {
  skip: withoutRabbit,
}, async () => {
  const releaseRabbit = await lockRabbit()
  const databaseUrl = await createTestDatabase()
  const settings = {
    DATABASE_URL: databaseUrl,
    AMQP_URL: rabbitUrl!,
    COMPTOIR_DATA: createTemporaryFolder('killed'),
  }
  const start = () => startServer(['serve', 'accounts', 'loyalty', 'purchases'], settings)
  const ledger = new pg.Client({ connectionString: databaseUrl })
  await ledger.connect()
  const count = async (what: string) =>
    Number((await ledger.query(`select count(${what}) as n from purchases.achat`)).rows[0].n)

  let server: Process = await start()
  const till = await openTill(rabbitUrl!)
  const clients = Array.from({ length: 50 }, (_, i) => ({
    ...{ nom: 'N', prenom: 'P', adresseMail: `k${i}@example.org` },
  }))
  const imported = await fetch(`${server.url}/loyalty/api/privee/clients/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clients }),
  })
  const { details } = (await imported.json()) as { details: { created: { idClient: string }[] } }
  const clientIds = details.created.map(({ idClient }) => idClient)

  for (let round = 0; round <= KILLS; round++) {
    const before = await count('*')
    const selling = till.sell(clientIds, MESSAGES / (KILLS + 1))
    await eventually('some purchases are recorded', async () => (await count('*')) > before)
    if (round < KILLS) {
      assert.equal(await server.end('SIGKILL'), 'SIGKILL')
      server = await start()
    }
    await selling
  }

  await eventually(
    'all purchases are recorded',
    async () => (await count('distinct "unitPrice"')) === MESSAGES,
  )
  await eventually('the queue is empty', async () => (await till.waiting()) === 0)
  assert.equal(await count('*'), MESSAGES)
  const list = await fetch(`${server.url}/purchases/api/privee/client-buy-history`)
  assert.equal(((await list.json()) as { meta: { total: number } }).meta.total, MESSAGES)
  await till.close()
  await ledger.end()
  assert.equal(await server.end('SIGTERM'), 0)
  await releaseRabbit()
})
