import type pg from 'pg'
import { newOrder, STORE } from './work.ts'

/**
 * Inserts `count` orders that wait for confirmation. Order `i` is `CMD-B<i>`: one unit of a product, with a reservation
 * and the accepted transaction `i`.
 */
export async function fillPaidOrders(ledger: pg.Client, count: number, products: readonly number[]) {
  const now = new Date()
  const sample = newOrder('', 1, now)
  const json = (value: unknown) => JSON.stringify(value)
  await ledger.query(
    'create table if not exists bench_order (i integer primary key, product bigint not null)',
  )
  await ledger.query(
    'insert into bench_order select i, ($1::bigint[])[1 + i % cardinality($1)] from generate_series(1, $2::int) as i',
    [products, count],
  )
  await ledger.query(
    `insert into orders.commande ("ordreId", statut, "clientId", prouve, "montantTotalCents", articles, lignes,
       "adresseLivraison", "clientInfo", "createdAt", "updatedAt")
     select 'CMD-B' || i, 'EN_ATTENTE', $1, true, 1000, replace($2, '"1"', '"' || product || '"')::json,
       replace($3, '"1"', '"' || product || '"')::json, $4, $5, $6, $6 from bench_order`,
    [
      sample.clientId,
      json(sample.articles),
      json(sample.lignes),
      json(sample.adresseLivraison),
      json(sample.clientInfo),
      now,
    ],
  )
  await ledger.query(
    `insert into payments.transaction (id, "montantCents", devise, status, "typePaiement", "orderId", "clientId",
       "authorizationId", moyen, prouve, "createdAt", "updatedAt") overriding system value
     select i, 1000, 'EUR', 'accepte', 'achat', 'CMD-B' || i, $1, 'AUTH-' || i, 'especes', true, $2, $2 from bench_order`,
    [sample.clientId, now],
  )
  await ledger.query(
    `select setval(pg_get_serial_sequence('payments.transaction', 'id'), max(id)) from payments.transaction`,
  )
  await ledger.query(
    `insert into logistics.reservation ("ordreId", statut, "expireLe", "createdAt", "updatedAt")
     select 'CMD-B' || i, 'active', $1::timestamptz + interval '1 day', $1, $1 from bench_order`,
    [now],
  )
  await ledger.query(
    `insert into logistics.ligne select 'CMD-B' || i, product, $1::bigint, 1 from bench_order`,
    [STORE],
  )
  await ledger.query(`
    update logistics.stock set reserve = reserve + wanted
    from (select product, count(*) as wanted from bench_order group by product) as ordered
    where "productId" = product`)
  await ledger.query('drop table bench_order')
  await ledger.query(
    'vacuum analyze orders.commande, payments.transaction, logistics.reservation, logistics.ligne',
  )
}
