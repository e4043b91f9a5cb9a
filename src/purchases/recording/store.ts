import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

type Request = { requestId: string; fingerprint: string }

const keyOf = ({ requestId, fingerprint }: Request) => `${requestId} ${fingerprint}`

/**
 * Records what came under each requestId. `isNew` is true once for each data that had not come before; `withOtherData` are
 * the requestIds under which more than one data has come now. The first data are unique by requestId: of two transactions
 * that bring different data, the second waits for the first, and then finds what it brought. Sorted, so that two batches
 * do not wait crosswise.
 */
export async function recordRequests(tx: Tx, requests: readonly Request[], now: Date) {
  const first = await tx.rows(sql<Request>`
    insert into purchases.demande ("requestId", fingerprint, "createdAt")
    select distinct on ("requestId") "requestId", fingerprint, ${now}::timestamptz
    from ${given(requests)}
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

/** Those whose data differ from the first under their requestId and have not come before either. */
const recordOtherData = (tx: Tx, requests: readonly Request[], now: Date) =>
  tx.rows(sql<Request>`
    insert into purchases.autre_demande ("requestId", fingerprint, "createdAt")
    select distinct "requestId", given.fingerprint, ${now}::timestamptz
    from ${given(requests)} join purchases.demande using ("requestId")
    where demande.fingerprint <> given.fingerprint
    order by 1, 2
    on conflict do nothing
    returning "requestId", fingerprint`)

const given = (requests: readonly Request[]) => sql`
  unnest(${requests.map(({ requestId }) => requestId)}::uuid[], ${requests.map(({ fingerprint }) => fingerprint)}::text[])
    with ordinality as given ("requestId", fingerprint, place)`

/** Notes orders; gives those that are not in the history yet. */
export const recordOrders = async (tx: Tx, ordreIds: readonly string[], now: Date) =>
  new Set(
    (
      await tx.rows(sql<{ ordreId: string }>`
        insert into purchases.commande ("ordreId", "createdAt")
        select distinct "ordreId", ${now}::timestamptz from unnest(${ordreIds}::text[]) as given ("ordreId")
        order by 1
        on conflict do nothing
        returning "ordreId"`)
    ).map(({ ordreId }) => ordreId),
  )
