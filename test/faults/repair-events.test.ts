import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createClient } from '../../src/commands/http.ts'
import { startAftersales } from '../support/aftersales.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

test('a server killed while after-sales receives events sends the rest after a restart, each recorded once', async () => {
  // The first four events receive no response, so the server cannot know whether they were stored.
  let answers = 0
  const aftersales = await startAftersales((_event, response) => {
    if (++answers > 4) response.writeHead(204).end()
  })
  const databaseUrl = await createTestDatabase()
  const settings = {
    DATABASE_URL: databaseUrl,
    COMPTOIR_DATA: createTemporaryFolder('repairs'),
    COMPTOIR_SAMPLE: '0',
    COMPTOIR_AFTERSALES_URL: aftersales.url,
  }
  const first = await startServer(['start'], settings)
  for (let ticket = 1; ticket <= 4; ticket++)
    for (const [day, event] of ['ARRIVE_DEPOT', 'EN_REPARATION', 'REPARATION_OK'].entries())
      await createClient({ url: first.url }).call('POST', '/api/publique/events_reparation', {
        body: { ticketId: `SAV-${ticket}`, event, at: `2026-09-1${day}T08:00:00Z` },
      })
  await eventually('four events are being sent', async () => answers === 4)
  assert.equal(await first.end('SIGKILL'), 'SIGKILL')

  const second = await startServer(['start'], settings)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const delivered = async () =>
    (await client.query('select essais from logistics.evenement_reparation where "transmisLe" is not null'))
      .rows
  await eventually('all events are delivered', async () => (await delivered()).length === 12, 40_000)
  assert.equal(await second.end('SIGTERM'), 0)

  const tries = (await delivered()).map(({ essais }) => essais).sort()
  assert.deepEqual(tries, [...Array(8).fill(1), ...Array(4).fill(2)])
  await client.end()
  for (let ticket = 1; ticket <= 4; ticket++)
    assert.deepEqual(
      aftersales.received.filter(({ ticketId }) => ticketId === `SAV-${ticket}`).map(({ event }) => event),
      ['ARRIVE_DEPOT', 'ARRIVE_DEPOT', 'EN_REPARATION', 'REPARATION_OK'],
    )
  assert.equal(new Set(aftersales.received.map(({ key }) => key)).size, 12)
})
