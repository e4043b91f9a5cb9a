import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { LEGAL } from '../../../test/support/invoices.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { sql } from '../../platform/database/sql.ts'
import { issueCreditNotes, issueInvoices, requestCreditNote } from './issue-invoices.ts'
import { allocateNextNumber } from './store.ts'

/** Three processes that issue documents, with one database. Their jobs do not run. */
let shops: TestPlatform[]
/** Executes the statements of the tests themselves. */
let observer: TestPlatform
before(async () => {
  const databaseUrl = await createTestDatabase()
  const open = () => openPlatform({ only: ['orders'], settings: LEGAL, databaseUrl, started: false })
  shops = await Promise.all([open(), open(), open()])
  observer = await open()
  await db().transaction(async tx => {
    // Lets a test block a process between allocating a number and storing its document.
    await tx.run(sql`
      create function orders.linger() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock_shared(7); return new; end $$`)
    await tx.run(sql`
      create trigger linger before insert on orders.piece for each row execute function orders.linger()`)
  })
})

const db = () => observer.platform.db
const one = <T>(list: readonly T[], i: number) => list[i % list.length]!
/** Issuing these documents calls no other area, so this type assertion is safe. */
const issue = ({ platform }: TestPlatform, ordreIds: string[]) => issueInvoices(platform as never, ordreIds)
const credit = ({ platform }: TestPlatform, ordreId: string) => issueCreditNotes(platform as never, ordreId)

/** Inserts paid orders without a transaction, so that payments is not called; returns their ids. */
async function paidOrders(many: number, name: string) {
  const ids = Array.from({ length: many }, (_, i) => `${name}-${i}`)
  const line = {
    articleId: '1',
    nom: 'Lampe',
    categories: null,
    quantite: 3,
    prixUnitaireCents: 333,
    connu: true,
  }
  await db().transaction(tx =>
    tx.run(sql`
      insert into orders.commande (
        "ordreId", statut, "clientId", prouve, "montantTotalCents", articles, lignes, "adresseLivraison", "clientInfo",
        "confirmeeLe", "createdAt", "updatedAt")
      select id, 'EN_ATTENTE', 'INVITE', false, 999, '[]', ${sql.json([line])}, '{}', '{}', moment, moment, moment
      from unnest(${ids}::text[]) as id, (select ${new Date(0)}::timestamptz as moment) as now`),
  )
  return ids
}

const numbers = async () =>
  (
    await db().rows(
      sql<{ rang: number; ordreId: string; nature: string }>`
        select rang, "ordreId", nature from orders.piece order by annee, rang`,
    )
  ).map(({ rang, ordreId, nature }) => ({ rang, what: `${nature} ${ordreId}` }))

async function assertNoGaps() {
  const documents = await numbers()
  assert.deepEqual(
    documents.map(({ rang }) => rang),
    documents.map((_, i) => i + 1),
  )
  return documents.map(({ what }) => what)
}

test('twenty invoices, each requested twice in three processes, have no gaps and no duplicates', async () => {
  const ids = await paidOrders(20, 'A')
  await Promise.all([...ids, ...ids].map((id, i) => issue(one(shops, i), [id])))
  const documents = await assertNoGaps()
  assert.deepEqual(documents.toSorted(), ids.map(id => `facture ${id}`).sort())
})

test('killed connections leave no gap in the numbers', async () => {
  const ids = await paidOrders(20, 'B')
  let failures = 0
  const untilIssued = async (id: string, i: number): Promise<void> => {
    try {
      await issue(one(shops, i), [id])
    } catch (error) {
      failures += 1
      if (failures > 100) throw error
      return untilIssued(id, i + 1)
    }
  }
  const holder = await db().pg.connect()
  await holder.query('select pg_advisory_lock(7)')
  const issuing = Promise.all(ids.map(untilIssued))
  try {
    for (let killed = 0; killed < 5; killed++)
      await eventually('a backend with a locked number is killed', async () => {
        // Waits until the backend has ended, because one that is still ending would be counted twice.
        const { rows } = await holder.query<{ killed: boolean }>(
          `select pg_terminate_backend(pid, 5000) as killed from pg_stat_activity
           where datname = current_database() and wait_event = 'advisory' limit 1`,
        )
        return rows[0]?.killed
      })
  } finally {
    // Destroying the connection releases the lock.
    holder.release(true)
  }
  await issuing
  assert.ok(failures >= 5, `${failures} failed`)
  const documents = await assertNoGaps()
  assert.equal(documents.filter(what => what.startsWith('facture B-')).length, 20)
})

test('a failed transaction returns its number, and later documents leave no gap', async () => {
  const [bad, good] = await paidOrders(2, 'C')
  const broken = new Error('failed after the number')
  const refused = shops[1]!.platform.db.transaction(async tx => {
    await allocateNextNumber(tx, 2026, new Date())
    throw broken
  })
  await assert.rejects(refused, broken)
  await Promise.all([issue(shops[1]!, [good!]), issue(shops[2]!, [bad!])])
  await assertNoGaps()
})

test('concurrent invoices and credit notes share one series, each credit note after its invoice', async () => {
  const ids = await paidOrders(10, 'D')
  await Promise.all(
    ids.flatMap((ordreId, i) => {
      const shop = one(shops, i)
      const refund = { ordreId, remboursementId: `${i}`, montantCents: 500 }
      return [
        issue(one(shops, i + 1), [ordreId]),
        shop.platform.db
          .transaction(tx => requestCreditNote(tx, shop.platform, refund))
          .then(() => credit(shop, ordreId)),
      ]
    }),
  )
  const documents = await assertNoGaps()
  for (const id of ids) {
    const [invoice, note] = [documents.indexOf(`facture ${id}`), documents.indexOf(`avoir ${id}`)]
    assert.ok(invoice >= 0 && note > invoice, `${id}: ${invoice}, ${note}`)
  }
})

test('a year starts with number 1, and a clock that is behind changes neither year nor order', async () => {
  const allocateNumber = (annee: number, at: string) =>
    db().transaction(tx => allocateNextNumber(tx, annee, new Date(at)))
  const numbered = [
    await allocateNumber(2098, '2098-12-31T12:00:00Z'),
    await allocateNumber(2099, '2099-01-01T12:00:00Z'),
    await allocateNumber(2098, '2098-12-31T22:59:59Z'),
  ]
  assert.deepEqual(
    numbered.map(({ annee, rang, emiseLe }) => [annee, rang, emiseLe.toISOString()]),
    [
      [2098, 1, '2098-12-31T12:00:00.000Z'],
      [2099, 1, '2099-01-01T12:00:00.000Z'],
      [2099, 2, '2099-01-01T12:00:00.000Z'],
    ],
  )
})
