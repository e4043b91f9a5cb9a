import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const end = sql`greatest(use."expireLe", use."paiementJusque")`

/** Whether the time to pay of a use is over. It has ended if its order is also unpaid. */
export const isEnded = (now: Date) => sql`${end} <= ${now}`

export type UsedCode = {
  id: number
  code: string
  utilisationsMax: number | null
  utilisationsParClient: number | null
  utilisations: number
  revoqueLe: Date | null
}

/** Locks codes until the transaction ends, in the order of their ids, and returns them. */
export const lockCodes = (tx: Tx, ids: readonly number[]) =>
  tx.rows(sql<UsedCode>`
    select id, code, "utilisationsMax", "utilisationsParClient", utilisations, "revoqueLe" from orders.code_promotion
    where id = any(${sql.list(ids, 'bigint')}) order by id for update`)

/**
 * Releases the uses that have ended, of these codes or of all, up to `limit`. Uses of paid orders are held for good
 * instead. Skips uses that another transaction changes, because it may hold the lock of the code of another.
 */
export const releaseEndedUses = (tx: Tx, now: Date, limit: number, ids?: readonly number[]) =>
  tx.run(sql`
    with ended as (
      select use."ordreId", use."codeId", "confirmeeLe" is not null as paid
      from orders.utilisation_code as use join orders.commande using ("ordreId")
      where ${isEnded(now)} ${ids ? sql`and use."codeId" = any(${ids})` : sql.empty}
      order by ${end}, use."codeId" limit ${limit} for update of use skip locked),
    held as (
      update orders.utilisation_code as use set "expireLe" = null, "paiementJusque" = null from ended
      where paid and (use."ordreId", use."codeId") = (ended."ordreId", ended."codeId")),
    changed as (
      delete from orders.utilisation_code as use using ended
      where not paid and (use."ordreId", use."codeId") = (ended."ordreId", ended."codeId")
      returning use."codeId")
    ${updateCounts(-1)}`)

/** Adds `sign` times the uses in `changed` to the counts of their codes, which it locks in the order of `lockCodes`. */
const updateCounts = (sign: 1 | -1) => sql`
  update orders.code_promotion as code set utilisations = code.utilisations + ${sql.constant(sign)} * number
  from (
    select id, number from (select "codeId", count(*) as number from changed group by 1) as counted
    join orders.code_promotion as locked on id = "codeId" order by id for update of locked) as counted
  where code.id = counted.id`

/** Releases all uses of these orders. */
export const releaseUses = (tx: Tx, ordreIds: readonly string[]) =>
  tx.run(sql`
    with changed as (
      delete from orders.utilisation_code where "ordreId" = any(${sql.list(ordreIds, 'text')}) returning "codeId")
    ${updateCounts(-1)}`)

/** Until when an unpaid order holds its uses: the later of the two. Both are null for an order that was paid. */
export type UseEnds = { expireLe: Date | null; paiementJusque: Date | null }

export type NewUse = UseEnds & { ordreId: string; codeId: number }

/** Inserts uses and counts them. */
export const insertUses = (tx: Tx, uses: readonly NewUse[]) =>
  tx.run(sql`
    with changed as (
      insert into orders.utilisation_code ("ordreId", "codeId", "expireLe", "paiementJusque")
      select "ordreId", "codeId", "expireLe", "paiementJusque" from json_to_recordset(${sql.json(uses)}::json) as uses (
        "ordreId" text, "codeId" bigint, "expireLe" timestamptz, "paiementJusque" timestamptz)
      returning "codeId")
    ${updateCounts(1)}`)

/** Locks the uses of an order and returns their ends, which are the same for all; undefined if it holds none. */
export const lockUses = (tx: Tx, ordreId: string) =>
  tx.first(sql<UseEnds>`
    select "expireLe", "paiementJusque" from orders.utilisation_code where "ordreId" = ${ordreId}
    order by "codeId" for update`)

export const updateUses = (tx: Tx, ordreId: string, { expireLe, paiementJusque }: UseEnds) =>
  tx.run(sql`
    update orders.utilisation_code set "expireLe" = ${expireLe}, "paiementJusque" = ${paiementJusque}
    where "ordreId" = ${ordreId}`)

/** Ends the time for which a payment holds the uses of an unpaid order. */
export const endPaymentOfUses = (tx: Tx, ordreId: string) =>
  tx.run(sql`update orders.utilisation_code set "paiementJusque" = null where "ordreId" = ${ordreId}`)

/** The uses of a code by the customer at this position of the list of customers. */
export type UsesOfCustomer = { customer: number; codeId: number; number: number }

/** Counts the uses of codes by customers, each with all identifiers under which they are proven. */
export const countUsesOfCustomers = (
  db: Database,
  customers: readonly (readonly string[])[],
  ids: readonly number[],
  now: Date,
) => {
  const named = customers.flatMap((names, customer) => [...new Set(names)].map(name => ({ customer, name })))
  return db.rows(sql<UsesOfCustomer>`
    select customer, use."codeId", count(*) as number
    from unnest(
      ${named.map(({ customer }) => customer)}::integer[], ${named.map(({ name }) => name)}::text[]
    ) as named (customer, name)
    join orders.commande on "clientId" = name and prouve join orders.utilisation_code as use using ("ordreId")
    where use."codeId" = any(${sql.list(ids, 'bigint')})
      and ("confirmeeLe" is not null or coalesce(${end} > ${now}, true))
    group by 1, 2`)
}
