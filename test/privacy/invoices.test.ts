import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { type InvoiceAnswer, invoicePath, LEGAL } from '../support/invoices.ts'
import { createMarkedShop, type MarkedCustomer } from '../support/marked-customer.ts'
import { findMarkedTables } from '../support/marks.ts'
import { startServer } from '../support/server.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

type Export = { domaines: Record<string, Record<string, { numero?: string; contenu?: unknown }[]>> }

let databaseUrl: string
let shop: ReturnType<typeof createMarkedShop>
let customer: MarkedCustomer
const json = { accept: 'application/json' }
const read = (headers: Record<string, string> = json) =>
  shop.server.call<InvoiceAnswer>('GET', invoicePath(customer.ordreId), { headers })

before(async () => {
  databaseUrl = await createTestDatabase()
  const { url } = await startServer(['start'], {
    ...LEGAL,
    DATABASE_URL: databaseUrl,
    COMPTOIR_DATA: createTemporaryFolder('privacy'),
    COMPTOIR_SAMPLE: '0',
    COMPTOIR_PAYMENT_DELAY_MS: '0',
  })
  shop = createMarkedShop(url)
  customer = await shop.customer()
  await shop.delivered(customer)
  await eventually('the credit note exists', async () => (await read()).body.avoirs?.length === 1)
})

test('an export contains the complete invoice and its credit note', async () => {
  const { status, body } = await shop.server.call<Export>(
    'GET',
    `/api/v1/privee/clients/${customer.clientId}/export`,
  )
  assert.equal(status, 200)
  const documents = body.domaines.orders!.piece!
  assert.equal(documents.length, 2)
  assert.ok(JSON.stringify(documents).includes(customer.marks.adresseLivraison))
})

test('an erasure leaves invoices and credit notes unchanged, and no other data of the customer', async () => {
  const before = (await read()).body
  const { status } = await shop.server.call('POST', `/api/v1/privee/clients/${customer.clientId}/effacements`)
  assert.equal(status, 201)
  await shop.erased(customer.clientId)

  const { cle: _hashed, porteur: _sealed, ...marks } = customer.marks
  const found = await findMarkedTables(databaseUrl, [...Object.values(marks), customer.clientId])
  const { adresseLivraison, cadeau } = marks
  assert.deepEqual(found.sort(), [`orders.piece: ${adresseLivraison}`, `orders.piece: ${cadeau}`].sort())
  assert.deepEqual((await read()).body, before)
  assert.equal(before.avoirs[0]!.totaux.ttcCents, 500)
})

test('invoices and credit notes are deleted eleven full years after the year of their issue', async () => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const due = async () => {
    await client.query(
      `select graphile_worker.add_job('orders.prune-invoices', '{}'::json, job_key := 'orders.prune-invoices')`,
    )
    await eventually('the job has run', async () => {
      const { rows } = await client.query(
        `select from graphile_worker.jobs where key = 'orders.prune-invoices' and run_at > now()`,
      )
      return rows.length === 1
    })
    return (await client.query('select from orders.piece')).rows.length
  }
  const issue = (moment: string) => client.query(`update orders.piece set "emiseLe" = $1`, [moment])
  try {
    const year = new Date().getFullYear()
    await issue(`${year - 11}-01-01T00:00:00+01:00`)
    assert.equal(await due(), 2)
    await issue(`${year - 12}-12-31T23:59:59+01:00`)
    assert.equal(await due(), 0)
  } finally {
    await client.end()
  }
})
