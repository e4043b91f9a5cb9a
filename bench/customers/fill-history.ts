import { createHash } from 'node:crypto'
import type pg from 'pg'

/** A made-up word for a number, as the statements below make it: names that share all their letters would be no search. */
export const wordOf = (i: number) =>
  createHash('md5')
    .update(String(i))
    .digest('hex')
    .slice(0, 7)
    .replaceAll(/\d/g, digit => 'ghijklmnop'[Number(digit)]!)
const word = (number: string) => `translate(substr(md5(${number}::text), 1, 7), '0123456789', 'ghijklmnop')`

/** Purchases over the last three years and their customers, one in a hundred purchases the first one's. */
export async function fillHistory(ledger: pg.Client, purchases: number, clients: number) {
  await ledger.query(`
    truncate purchases.achat, purchases.demande, purchases.article, purchases.compteur, loyalty.compteur;
    truncate loyalty.client restart identity cascade;
    insert into loyalty.client ("idClient", nom, prenom, "adresseMail", "niveauFidelisation", "pointsFidelite", "createdAt", "updatedAt")
    select 'CLI_' || upper(lpad(to_hex(i), 8, '0')), ${word('i')}, ${word('(-i)')}, 'h' || i || '@example.org', 'Standard', 0, now(), now()
    from generate_series(1, ${clients}) as i;
    insert into loyalty.compteur values (0, ${clients})`)
  const { rows } = await ledger.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'purchases' and tablename = 'achat' and indexname <> 'achat_pkey'`)
  for (const { name } of rows) await ledger.query(`drop index purchases."${name}"`)
  await ledger.query(`
    insert into purchases.achat ("clientId", "articleId", "articleName", quantity, category, "unitPrice",
      "purchaseDate", "createdAt", "updatedAt")
    select case when i % 100 = 0 then 1 else 1 + (random() * ${clients - 1})::int end, article::text,
      (array['Écran ', 'Souris ', 'Clavier ', 'Câble '])[1 + article % 4] || ${word('article')},
      1 + (random() * 5)::int, 'rayon ' || (article % 40), 100 + (random() * 50000)::int,
      now() - random() * interval '1095 days', now(), now()
    from (select i, (random() * random() * 20000)::int as article from generate_series(1, ${purchases}) as i) as given`)
  await ledger.query(`set maintenance_work_mem = '512MB'`)
  for (const { definition } of rows) await ledger.query(definition)
  await ledger.query(`
    insert into purchases.article select distinct "articleId", "articleName" from purchases.achat;
    insert into purchases.compteur values (0, ${purchases})`)
  for (const table of ['purchases.achat', 'purchases.article', 'loyalty.client'])
    await ledger.query(`vacuum analyze ${table}`)
}
