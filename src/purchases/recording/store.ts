import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

type Request = { requestId: string; fingerprint: string }

const keyOf = ({ requestId, fingerprint }: Request) => `${requestId} ${fingerprint}`

/**
 * Notes what came under each requestId. `isNew` is true once for each data that had not come before; `withOtherData` are
 * the requestIds under which more than one data has come now. Sorted, so that two takers do not wait crosswise.
 */
export async function recordRequests(tx: Tx, requests: readonly Request[], now: Date) {
  const rows = await tx.rows(sql<Request & { again: boolean }>`
    with noted as (
      insert into purchases.demande ("requestId", fingerprint, "createdAt")
      select distinct "requestId", fingerprint, ${now}::timestamptz
      from unnest(${requests.map(({ requestId }) => requestId)}::uuid[],
                  ${requests.map(({ fingerprint }) => fingerprint)}::text[]) as given ("requestId", fingerprint)
      order by 1, 2
      on conflict do nothing
      returning "requestId", fingerprint)
    select *, exists (select from purchases.demande known where known."requestId" = noted."requestId") as again
    from noted`)
  const fresh = new Set(rows.map(keyOf))
  const seen = new Set<string>()
  const withOtherData = new Set<string>()
  for (const { requestId, again } of rows) {
    if (again || seen.has(requestId)) withOtherData.add(requestId)
    seen.add(requestId)
  }
  return { isNew: (request: Request) => fresh.delete(keyOf(request)), withOtherData }
}

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
