import assert from 'node:assert/strict'
import type pg from 'pg'
import type { Announcement } from './broker.ts'
import type { Reports } from './customers.ts'

const FINAL = ['accepte', 'refuse', 'annule']

/** Checks that every reported payment has one of its expected statuses, and that every payment has a final one. */
export async function checkPayments(db: pg.Client, { payments }: Reports) {
  const { rows } = await db.query<{ id: string; status: string }>(
    'select id, status from payments.transaction where "rembourseId" is null order by id',
  )
  const stored = new Map(rows.map(({ id, status }) => [Number(id), status]))
  for (const [id, ends] of payments)
    assert.ok(ends.has(stored.get(id) ?? 'nothing'), `payment ${id} is ${stored.get(id)}, not ${[...ends]}`)
  for (const [id, status] of stored) assert.ok(FINAL.includes(status), `payment ${id} is ${status}`)
}

/**
 * Checks that every reported refund is stored once, and no other unless its outcome is unknown; that the refunds of a
 * payment add up to its refunded amount and do not exceed it; and that no order has two accepted payments that are not
 * fully refunded.
 */
export async function checkMoney(db: pg.Client, { refunds, unanswered }: Reports) {
  const { rows } = await db.query<{ id: string; of: string; cents: string; motif: string }>(
    'select id, "rembourseId" as of, "montantCents" as cents, motif from payments.transaction where "rembourseId" is not null',
  )
  const stored = new Map(rows.map(row => [Number(row.id), row]))
  for (const [id, { of, cents }] of refunds)
    assert.partialDeepStrictEqual(stored.get(id), { of: String(of), cents: String(cents) }, `refund ${id}`)
  const marks = rows.map(({ motif }) => motif)
  assert.equal(new Set(marks).size, marks.length, 'a refund was made twice')
  const open = new Set(unanswered.map(({ motif }) => motif))
  for (const [id, { motif }] of stored)
    assert.ok(refunds.has(id) || open.has(motif), `unexpected refund ${id}`)

  const { rows: over } = await db.query(
    `select paid.id from payments.transaction paid join payments.transaction back on back."rembourseId" = paid.id
     group by paid.id having sum(back."montantCents") > paid."montantCents"
       or sum(back."montantCents") <> paid."montantRembourseCents"`,
  )
  assert.deepEqual(over, [], 'refunded more than paid')
  const { rows: twice } = await db.query(
    `select "orderId" from payments.transaction
     where "rembourseId" is null and status = 'accepte' and "montantRembourseCents" < "montantCents"
       and "orderId" is not null group by "orderId" having count(*) > 1`,
  )
  assert.deepEqual(twice, [], 'orders paid twice')
}

const counted = (list: { transactionId: unknown; status: string }[]) => {
  const counts = new Map<string, number>()
  for (const { transactionId, status } of list) {
    const key = `${transactionId} ${status}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].sort()
}

export const listAnnouncements = async (db: pg.Client) =>
  (
    await db.query<{ transactionId: string; status: string }>(
      'select "transactionId", status from payments.annonce order by id',
    )
  ).rows

/**
 * Checks that each status change of a payment has one message, and that these messages first arrive in the order of the
 * changes. Redeliveries have the same message id.
 */
export async function checkMessages(db: pg.Client, heard: Announcement[]) {
  const distinct = [...new Map(heard.map(message => [message.messageId, message])).values()]
  const announced = await listAnnouncements(db)
  assert.deepEqual(counted(distinct), counted(announced))
  const inOrder = (list: { transactionId: unknown; status: string }[], id: unknown) =>
    list.filter(({ transactionId }) => String(transactionId) === String(id)).map(({ status }) => status)
  for (const id of new Set(announced.map(({ transactionId }) => transactionId)))
    assert.deepEqual(inOrder(distinct, id), inOrder(announced, id), `the order of the events of ${id}`)
}

/** Counts the payments by final status, the refunds and the announcements. */
export const countEndings = async (db: pg.Client) =>
  (
    await db.query<
      Record<'payments' | 'accepted' | 'refused' | 'cancelled' | 'refunds' | 'announcements', number>
    >(
      `select count(*) filter (where "rembourseId" is null)::int as payments,
         count(*) filter (where "rembourseId" is null and status = 'accepte')::int as accepted,
         count(*) filter (where status = 'refuse')::int as refused,
         count(*) filter (where status = 'annule')::int as cancelled,
         count("rembourseId")::int as refunds,
         (select count(*)::int from payments.annonce) as announcements
       from payments.transaction`,
    )
  ).rows[0]!
