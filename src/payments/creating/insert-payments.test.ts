import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../../../test/support/database.ts'
import { createPaymentActions, foreignOrder } from '../../../test/support/payments.ts'
import { openPlatform } from '../../../test/support/platform.ts'

test('each of several concurrent payments gets its own response, whatever the query plan is', async () => {
  const databaseUrl = await createTestDatabase()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // With both plans disabled the closed orders are hash-joined, which does not preserve the row order.
  for (const plan of ['enable_nestloop', 'enable_mergejoin'])
    await client.query(`alter database ${new URL(databaseUrl).pathname.slice(1)} set ${plan} = off`)
  await client.query(`
    insert into payments.commande_close ("orderId", admission, "createdAt")
    select 'closed-' || n, 0, '2026-01-01' from generate_series(1, 20000) as n`)
  await client.query('analyze payments.commande_close')
  await client.end()
  const shop = await openPlatform({ only: ['payments', 'orders'], databaseUrl, started: false })
  const { pay } = createPaymentActions(() => shop)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => pay({ orderId: foreignOrder(), clientId: i + 1, montant: i + 1 })),
  )
  assert.deepEqual(
    answers.map(({ body }) => body.response.clientId),
    Array.from({ length: 20 }, (_, i) => String(i + 1)),
  )
})
