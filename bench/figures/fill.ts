import type pg from 'pg'

export const DAYS = 1_095
export const STORES = 20
const KEPT = 100
const PROMOTIONS = 50

/** What stands in figures after so many orders of three years, and what they are read beside. */
export async function fillFigures(ledger: pg.Client, orders: number) {
  const daily = Math.ceil(orders / DAYS)
  const days = `generate_series(0, ${DAYS - 1}) as day`
  const jour = `(now() at time zone 'Europe/Paris')::date - day`
  const stores = `generate_series(0, ${STORES}) as store`
  await ledger.query(`
    insert into orders.chiffre_heure
    select ${jour}, store, hour, 1 + ${daily} / 24, 4000 * (1 + ${daily} / 24), 50 * ${daily} / 24
    from ${days}, ${stores}, generate_series(0, 23) as hour;
    insert into orders.chiffre_article
    select ${jour}, store, article::text, 'Article ' || article, 1 + (random() * 200)::int, 100000
    from ${days}, ${stores}, generate_series(1, ${KEPT}) as article;
    -- Of a day that is not over, all that was sold.
    insert into orders.chiffre_article
    select ${jour}, store, article::text, 'Article ' || article, 1 + (random() * 20)::int, 10000
    from generate_series(0, 1) as day, ${stores},
      generate_series(${KEPT + 1}, ${KEPT} + least(20000, 2 * ${daily}) / (case when store = 0 then 1 else ${STORES} end)) as article;
    insert into orders.promotion (id, version, promotion, supprimee, "dateFin")
    select id, 1, json_build_object('description', 'Promotion ' || id), true, now() from generate_series(1, ${PROMOTIONS}) as id;
    insert into orders.chiffre_promotion
    select ${jour}, store, id, 1 + ${daily} / 50, 5000, 90000 from ${days}, ${stores}, generate_series(1, ${PROMOTIONS}) as id`)
  await fillWithoutIndexes(
    ledger,
    'payments.transaction',
    ['transaction_pkey', 'transaction_authorizationId_key'],
    () =>
      ledger.query(`
      insert into payments.transaction ("montantCents", devise, status, "typePaiement", "orderId", "clientId", moyen, prouve,
        "createdAt", "updatedAt")
      select 4000, 'EUR', (array['accepte', 'accepte', 'accepte', 'refuse', 'annule'])[1 + i % 5], 'achat', 'CMD-' || i,
        'CLI_' || i % 1000, 'especes', true, at, at
      from (select i, now() - (${orders} - i) * (${DAYS} / ${orders}.0) * interval '1 day' as at
        from generate_series(1, ${orders}) as i) as given`),
  )
  await fillWithoutIndexes(ledger, 'logistics.bordereau', ['bordereau_pkey'], () =>
    ledger.query(`
      insert into logistics.bordereau ("ordreId", "clientId", "storeId", articles, retrait, statut, "createdAt")
      select 'CMD-' || i, 'CLI_' || i % 1000, 1 + i % ${STORES}, '[]', false,
        case when i > ${orders} - 3000 then (array['a_preparer', 'incomplet', 'prepare'])[1 + i % 3] else 'livre' end, now()
      from generate_series(1, ${orders}) as i`),
  )
  await ledger.query(`
    insert into logistics.fiche_reparation ("ticketId", "idClient", "magasinId", statut, "createdAt", "updatedAt")
    select 'banc-' || i, 'CLI_0A1B2C3D', 1 + i % ${STORES}, case when i % 50 = 0 then 'EN_REPARATION' else 'EXPEDIE_CLIENT' end,
      now() - random() * interval '40 days', now()
    from generate_series(1, ${Math.ceil(orders / 100)}) as i`)
}

/** An index that is built at once takes a tenth of the time of one that grows row by row. */
async function fillWithoutIndexes(
  ledger: pg.Client,
  table: string,
  constraints: readonly string[],
  fill: () => Promise<unknown>,
) {
  const { rows } = await ledger.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indexrelid
     where indrelid = $1::regclass and relname <> all($2)`,
    [table, constraints],
  )
  for (const { name } of rows) await ledger.query(`drop index ${name}`)
  await fill()
  await ledger.query(`set maintenance_work_mem = '512MB'`)
  for (const { definition } of rows) await ledger.query(definition)
}
