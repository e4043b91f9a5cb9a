import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Period } from '../../platform/moment.ts'
import { type ShownOrder, shownColumns } from '../store/orders.ts'
import type { Refund } from '../store/payments.ts'
import type { OrderSearch, OwnWithdrawal, ReturnedGoods, StaffSearch } from './schemas.ts'

const ofClients = (clientIds: string[], { statut }: OrderSearch) => sql`
  "clientId" = any(${sql.list(clientIds, 'text')}) and prouve ${statut ? sql`and statut = ${statut}` : sql.empty}`

/** Returns a page of the proven orders of a customer, newest first. */
export const listOrdersOfClients = (db: Database, clientIds: string[], search: OrderSearch) =>
  db.rows(sql<ShownOrder>`
    select ${shownColumns} from orders.commande where ${ofClients(clientIds, search)}
    order by "createdAt" desc, "ordreId" desc ${sql.page(search.limit, search.offset)}`)

export const countOrdersOfClients = (db: Database, clientIds: string[], search: OrderSearch) =>
  db.value(sql<{ total: number }>`
    select count(*) as total from orders.commande where ${ofClients(clientIds, search)}`)

type OrderFilter = Period & {
  [Filter in 'statut' | 'paiement' | 'magasinId' | 'aRembourser']: StaffSearch[Filter] | undefined
} & {
  /** The stores to which the list is limited; undefined for all. */
  stores: readonly number[] | undefined
  /** Every identifier of the customer. */
  clientIds: readonly string[] | undefined
  ordreIds: readonly string[] | undefined
  search: TextSearch | undefined
}

/** A search text, the customer identifiers that it may stand for, and its `tsquery` over the terms of orders. */
type TextSearch = { text: string; clientIds: readonly string[]; terms: string }

/**
 * The tables to search. A filter by the state of a payment, except `aucun`, reads the payments, which are indexed by
 * state and time of the order; any other search reads the orders.
 */
const source = ({ paiement }: OrderFilter) =>
  paiement === undefined || paiement === 'aucun'
    ? sql`orders.commande`
    : sql`(select "ordreId", "commandeLe", etat, "transactionId" as paiement from orders.paiement) as counts
        join orders.commande using ("ordreId")`

const noPayment = sql`"confirmeeLe" is null and not exists (
  select from orders.paiement where paiement."ordreId" = commande."ordreId" and etat is not null)`

/** Matches orders whose latest payment that did not fail has this state. */
const latestPayment = (etat: string) => sql`counts.etat = ${etat} and not exists (
  select from orders.paiement as later where later."ordreId" = counts."ordreId" and later.etat is not null
    and (length(later."transactionId"), later."transactionId") > (length(counts.paiement), counts.paiement))`

const isHoldingMoney = sql`statut = 'ANNULEE' and exists (
  select from orders.paiement as held where held."ordreId" = commande."ordreId" and held."montantCents" > 0
    and held.etat in ('paye', 'rembourse_en_partie'))`

function matching({
  statut,
  paiement,
  aRembourser,
  from,
  until,
  clientIds,
  ordreIds,
  magasinId,
  stores,
  search,
}: OrderFilter): Sql {
  const created = createdAt({ paiement })
  return sql`true
    ${statut ? sql`and statut = ${statut}` : sql.empty}
    ${paiement === 'aucun' ? sql`and ${noPayment}` : paiement ? sql`and ${latestPayment(paiement)}` : sql.empty}
    ${aRembourser === undefined ? sql.empty : sql`and ${aRembourser ? sql.empty : sql`not`} (${isHoldingMoney})`}
    ${from ? sql`and ${created} >= ${from}` : sql.empty}
    ${until ? sql`and ${created} < ${until}` : sql.empty}
    ${clientIds ? sql`and "clientId" = any(${clientIds})` : sql.empty}
    ${ordreIds ? sql`and "ordreId" = any(${ordreIds})` : sql.empty}
    ${magasinId ? sql`and magasins @> array[${magasinId}::bigint]` : sql.empty}
    ${stores ? sql`and magasins && ${stores}::bigint[]` : sql.empty}
    ${search ? sql`and (${naming(search)})` : sql.empty}`
}

const naming = ({ text, clientIds, terms }: TextSearch) => sql`
  "clientId" = any(${clientIds}) or "trackingNumber" = ${text}
  or orders.termes("ordreId", "clientInfo", "adresseLivraison", lignes) @@ ${terms}::tsquery`

const createdAt = ({ paiement }: Pick<OrderFilter, 'paiement'>) =>
  paiement === undefined || paiement === 'aucun' ? sql`"createdAt"` : sql`"commandeLe"`

function order(filter: OrderFilter, sort: StaffSearch['sort']): Sql {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const first = sort.endsWith('createdAt')
    ? [createdAt(filter)]
    : [sql`"montantTotalCents"`, sql`"createdAt"`]
  return sql.join([...first, sql`"ordreId"`].map(column => sql`${column} ${direction}`))
}

type PageWanted = Pick<StaffSearch, 'page' | 'limit' | 'sort'>

export const searchOrders = (db: Database, filter: OrderFilter, { page, limit, sort }: PageWanted) =>
  db.rows(
    sql<ShownOrder>`
    select ${shownColumns} from ${source(filter)} where ${matching(filter)}
    order by ${order(filter, sort)} ${sql.page(limit, (page - 1) * limit)}`.unprepared(),
  )

export const countOrders = (db: Database, filter: OrderFilter) =>
  db.value(
    sql<{ total: number }>`
      select count(*) as total from ${source(filter)} where ${matching(filter)}`.unprepared(),
  )

export const readInternalNote = (db: Database, ordreId: string) =>
  db.value(sql<{ note: string | null }>`
    select "noteInterne" as note from orders.commande where "ordreId" = ${ordreId}`)

/** Returns the confirmed withdrawals from an order, without who declared them, oldest first. */
export const listOwnWithdrawals = (db: Database, ordreId: string) =>
  db.rows(sql<OwnWithdrawal>`
    select statut, "recuLe", coalesce(unites, '[]') as unites from orders.retractation
    where "ordreId" = ${ordreId} and statut is not null order by id`)

/** Returns the returns of an order with their articles, oldest first. */
export const listReturns = (db: Database, ordreId: string) =>
  db.rows(sql<ReturnedGoods>`
    select id as "retourId", motif, "remisEnStock", "montantCents", "remboursementId", "createdAt", "termineLe", (
      select json_agg(json_build_object('articleId', "articleId", 'quantite', quantite) order by "articleId")
      from orders.ligne_retour where "retourId" = id) as articles
    from orders.retour where "ordreId" = ${ordreId} order by id`)

export const listRefundsOfOrder = (db: Database, ordreId: string) =>
  db.rows(sql<Omit<Refund, 'ordreId' | 'resteCents'> & { createdAt: Date }>`
    select "remboursementId", "transactionId", "montantCents", "createdAt"
    from orders.remboursement where "ordreId" = ${ordreId} order by "createdAt", "remboursementId"`)
