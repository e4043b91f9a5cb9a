import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { playScenario } from '../../src/commands/scenario/play.ts'
import { createTestDatabase } from '../support/database.ts'
import { findFreePort } from '../support/free-port.ts'
import { type Process, startServer } from '../support/server.ts'
import { startSeverableProxy } from '../support/severable.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

test('a payment whose server is killed before processing it is processed once after a restart', async () => {
  const databaseUrl = await createTestDatabase()
  const settings = {
    DATABASE_URL: databaseUrl,
    COMPTOIR_DATA: createTemporaryFolder('killed'),
    COMPTOIR_PAYMENT_DELAY_MS: '2000',
    PORT: String(await findFreePort()),
  }
  let server: Process = await startServer(['start'], settings)
  let killed: number | string | undefined
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // The sample shop has earlier payments.
  const last = await client.query('select max(id) as id from payments.transaction')

  await playScenario(
    { url: server.url },
    { step() {}, call() {}, holds() {}, waiting() {} },
    {
      onPaid: async () => {
        killed = await server.end('SIGKILL')
        server = await startServer(['start'], settings)
      },
    },
  )

  assert.equal(killed, 'SIGKILL')
  // The scenario refunds the payment at its end; a refund is a transaction too.
  const { rows } = await client.query(
    'select status from payments.transaction where "rembourseId" is null and id > $1',
    [last.rows[0].id],
  )
  await client.end()
  assert.deepEqual(rows, [{ status: 'accepte' }])
  assert.equal(await server.end('SIGTERM'), 0)
})

test('when the server is killed after committing an order but before learning of it, a retry with the key returns the same order', async () => {
  const databaseUrl = await createTestDatabase()
  const line = await startSeverableProxy(databaseUrl)
  const settings = { COMPTOIR_DATA: createTemporaryFolder('killed'), COMPTOIR_SAMPLE: '0' }
  const first = await startServer(['start'], { ...settings, DATABASE_URL: line.url })
  const product = await fetch(`${first.url}/api/publique/produits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ean: '2000000000017', nom: 'Vis', prixDeVenteCents: 100 }),
  })
  const { id } = (await product.json()) as { id: number }
  const body = JSON.stringify({
    clientId: 'CLI_0A1B2C3D',
    articles: [{ id, quantite: 1, prixUnitaireCents: 100 }],
    montantTotalCents: 100,
    adresseLivraison: { ville: 'Paris' },
    clientInfo: { prenom: 'Ada' },
  })
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'the key of one order alone' }
  const place = (url: string) => fetch(`${url}/api/commandes`, { method: 'POST', headers, body })

  const committed = line.holdBack('insert into orders.commande', 'COMMIT')
  const unanswered = assert.rejects(place(first.url))
  await committed
  await first.end('SIGKILL')
  await unanswered

  const second = await startServer(['start'], { ...settings, DATABASE_URL: databaseUrl })
  const again = await place(second.url)
  const { ordreId } = (await again.json()) as { ordreId: string }
  assert.equal(again.status, 201)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select "ordreId" from orders.commande')
  assert.deepEqual(rows, [{ ordreId }])
  await client.end()
  assert.equal(await second.end('SIGTERM'), 0)
})
