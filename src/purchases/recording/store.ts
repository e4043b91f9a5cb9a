import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RecordedOrder } from '../store.ts'

type Request = { requestId: string; fingerprint: string }

const keyOf = ({ requestId, fingerprint }: Request) => `${requestId} ${fingerprint}`

/**
 * Records the data of each requestId. `isNew` returns true once for each pair of requestId and data that was not
 * recorded before; `withOtherData` contains the requestIds for which this call has recorded data other than the first.
 * A unique key on requestId makes the second of two concurrent transactions wait for the first and then see its data.
 * Rows are inserted in order, so that concurrent batches do not deadlock.
 */
export async function recordRequests(tx: Tx, requests: readonly Request[], now: Date) {
  const first = await tx.rows(sql<Request>`
    insert into purchases.demande ("requestId", fingerprint, "createdAt")
    select distinct on ("requestId") "requestId", fingerprint, ${now}::timestamptz
    from ${requestRows(requests)}
    order by "requestId", place
    on conflict do nothing
    returning "requestId", fingerprint`)
  const fresh = new Set(first.map(keyOf))
  const rest = requests.filter(request => !fresh.has(keyOf(request)))
  const others = rest.length === 0 ? [] : await recordOtherData(tx, rest, now)
  for (const request of others) fresh.add(keyOf(request))
  return {
    isNew: (request: Request) => fresh.delete(keyOf(request)),
    withOtherData: new Set(others.map(({ requestId }) => requestId)),
  }
}

/** Records and returns the requests whose data are new and differ from the first data under their requestId. */
const recordOtherData = (tx: Tx, requests: readonly Request[], now: Date) =>
  tx.rows(sql<Request>`
    insert into purchases.autre_demande ("requestId", fingerprint, "createdAt")
    select distinct "requestId", given.fingerprint, ${now}::timestamptz
    from ${requestRows(requests)} join purchases.demande using ("requestId")
    where demande.fingerprint <> given.fingerprint
    order by 1, 2
    on conflict do nothing
    returning "requestId", fingerprint`)

const requestRows = (requests: readonly Request[]) => sql`
  unnest(${requests.map(({ requestId }) => requestId)}::uuid[], ${requests.map(({ fingerprint }) => fingerprint)}::text[])
    with ordinality as given ("requestId", fingerprint, place)`

type NewOrder = { ordreId: string; client: { id: number }; purchaseDate: Date }

/** Inserts orders and returns the ids of those that were neither recorded nor refunded before. */
export const insertOrders = async (tx: Tx, orders: readonly NewOrder[], now: Date) =>
  new Set(
    await tx.column(sql<{ ordreId: string }>`
      insert into purchases.commande ("ordreId", "clientId", "purchaseDate", "createdAt")
      select distinct on ("ordreId") "ordreId", "clientId", "purchaseDate", ${now}::timestamptz
      from unnest(
        ${orders.map(({ ordreId }) => ordreId)}::text[], ${orders.map(({ client }) => client.id)}::bigint[],
        ${orders.map(({ purchaseDate }) => purchaseDate)}::timestamptz[]
      ) with ordinality as given ("ordreId", "clientId", "purchaseDate", place)
      order by "ordreId", place
      on conflict do nothing
      returning "ordreId"`),
  )

/**
 * Marks an order as refunded, so that a later message does not add it. Returns the order the first time, without a
 * customer if it was not recorded, and undefined afterwards.
 */
export async function recordRefund(tx: Tx, ordreId: string, now: Date) {
  await tx.run(sql`
    insert into purchases.commande ("ordreId", "createdAt") values (${ordreId}, ${now}) on conflict do nothing`)
  return tx.first(sql<RecordedOrder | { clientId: null }>`
    update purchases.commande set "rembourseeLe" = ${now} where "ordreId" = ${ordreId} and "rembourseeLe" is null
    returning "ordreId", "clientId", "purchaseDate"`)
}
