import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { afterwards } from '../support/afterwards.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { LEGAL } from '../support/invoices.ts'
import { startServer } from '../support/server.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

test('when one of two processes is killed while it holds a number, every order gets its invoice and no number is missing', async () => {
  const databaseUrl = await createTestDatabase()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // A client that a failed test left open would keep the process alive.
  afterwards(() => client.end())
  // The victim assigns a number and then waits for this lock when it stores the document.
  await client.query('select pg_advisory_lock(7)')
  await client.query(`
    create function orders.linger() returns trigger language plpgsql as $$
      begin
        if current_setting('application_name') = 'victim' then perform pg_advisory_xact_lock_shared(7); end if;
        return new;
      end $$;
    create trigger linger before insert on orders.piece for each row execute function orders.linger()`)
  const start = (name: string) =>
    startServer(['start'], {
      ...LEGAL,
      DATABASE_URL: databaseUrl,
      COMPTOIR_DATA: createTemporaryFolder(`killed-${name}`),
      COMPTOIR_SAMPLE: '0',
      PGAPPNAME: name,
    })
  const victim = await start('victim')
  const other = await start('other')

  const ids: string[] = []
  async function addOrder() {
    const id = `CMD-${ids.length}`
    ids.push(id)
    await client.query(
      `insert into orders.commande (
         "ordreId", statut, "clientId", prouve, "montantTotalCents", articles, lignes, "adresseLivraison", "clientInfo",
         "confirmeeLe", "createdAt", "updatedAt")
       values ($1, 'EN_ATTENTE', 'INVITE', false, 999, '[]',
         '[{"articleId":"1","nom":"Lampe","quantite":1,"prixUnitaireCents":999,"connu":false}]', '{}', '{}', now(), now(), now())`,
      [id],
    )
    await client.query(
      `select graphile_worker.add_job('orders.issue-invoices', json_build_object('ordreIds', json_build_array($1::text)))`,
      [id],
    )
  }
  for (let i = 0; i < 20; i++) await addOrder()
  await eventually('the victim has locked a number', async () => {
    // Adds orders until the victim handles one, because the other process may have handled all earlier ones.
    await addOrder()
    const { rows } = await client.query(
      `select from pg_stat_activity
       where application_name = 'victim' and wait_event = 'advisory' and datname = current_database()`,
    )
    return rows.length > 0
  })
  assert.equal(await victim.end('SIGKILL'), 'SIGKILL')
  await client.query('select pg_advisory_unlock(7)')

  const documents = await eventually(
    'every order has its invoice',
    async () => {
      const { rows } = await client.query<{ rang: number; ordreId: string }>(
        'select rang, "ordreId" from orders.piece order by rang',
      )
      return rows.length === ids.length && rows
    },
    60_000,
  )
  assert.deepEqual(
    documents.map(({ rang }) => rang),
    ids.map((_, i) => i + 1),
  )
  assert.deepEqual(documents.map(({ ordreId }) => ordreId).sort(), ids.toSorted())
  assert.equal(await other.end('SIGTERM'), 0)
})
