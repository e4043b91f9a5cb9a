import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Bench } from '../support/bench.ts'
import { memoryText } from '../support/memory.ts'
import { STORES, withClient } from './fill.ts'

const AT_ONCE = 16

/** Paid orders of one reserved article each, whose messages wait in the outbox. */
const announce = (url: string, mark: string, count: number, products: number) =>
  withClient(url, async client => {
    const order = `'${mark}-' || i as "ordreId", 1 + i % ${products} as "productId", 1 + i % ${STORES} as "storeId"
      from generate_series(1, ${count}) as i`
    await client.query(
      `insert into logistics.reservation ("ordreId", statut, "expireLe", "createdAt", "updatedAt")
       select "ordreId", 'active', now() + interval '1 day', now(), now() from (select ${order}) as o`,
    )
    await client.query(
      `insert into logistics.ligne ("ordreId", "productId", "storeId", quantite)
       select "ordreId", "productId", "storeId", 1 from (select ${order}) as o`,
    )
    await client.query(
      `update logistics.stock set reserve = reserve + n from (
         select "productId", "storeId", count(*) as n from (select ${order}) as o group by 1, 2) as held
       where stock."productId" = held."productId" and stock."storeId" = held."storeId"`,
    )
    await client.query(
      `insert into platform.outbox (queue, "messageId", "requestId", body, "createdAt")
       select 'logistique.ordre-preparation', gen_random_uuid(), 'bench', json_build_object('ordreId', "ordreId",
         'clientId', 'CLI_0A1B2C3D', 'articles', json_build_array(json_build_object('id', "productId"::text,
         'nom', 'Article', 'quantite', 1)), 'adresseLivraison', json_build_object('ville', 'Lille'),
         'timestamp', '2026-01-01T00:00:00Z'), now() from (select ${order}) as o`,
    )
  })

async function ofPlatform(bench: Bench, url: string, count: number) {
  const platform = await bench.platform(url)
  const perSecond = await withClient(url, async client => {
    const written = async () =>
      (await client.query('select count(*)::int as n from logistics.bordereau')).rows[0].n
    const [from, began] = [await written(), performance.now()]
    const waiting = async () =>
      (await client.query('select exists (select from platform.outbox) as some')).rows[0].some
    while (await waiting()) await sleep(50)
    return Math.round(((await written()) - from) / ((performance.now() - began) / 1_000))
  })
  const memory = memoryText(platform.pid)
  platform.process.kill('SIGKILL')
  return { perSecond, count, memory }
}

/** The bare limit: a message is deleted, stock taken, a slip written, in a transaction; nothing is looked at. */
async function ofPostgres(url: string, count: number, products: number) {
  const pool = new pg.Pool({ connectionString: url, max: AT_ONCE })
  await pool.query('create table if not exists public.bordereau (like logistics.bordereau including all)')
  const { rows } = await pool.query('select id from platform.outbox order by id')
  await pool.query('truncate public.bordereau')
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const client = await pool.connect()
      for (let i = next++; i < count; i = next++) {
        const row = rows[i].id
        await client.query('begin')
        await client.query({ name: 'd', text: 'delete from platform.outbox where id = $1', values: [row] })
        await client.query({
          name: 't',
          text: `update logistics.stock set quantite = quantite - 1, reserve = reserve - 1
                 where "productId" = $1 and "storeId" = $2`,
          values: [1 + ((i + 1) % products), 1 + ((i + 1) % STORES)],
        })
        await client.query({
          name: 's',
          text: `insert into public.bordereau (id, "ordreId", "clientId", "adresseLivraison", articles, statut, "createdAt")
                 overriding system value values ($1, $2, 'CLI_0A1B2C3D', '{"ville":"Lille"}', $3, 'a_preparer', now())`,
          values: [row, `bare-${i}`, '[{"id":"1","nom":"Article","quantite":1,"storeId":1,"manquant":0}]'],
        })
        await client.query('commit')
      }
      client.release()
    }),
  )
  const perSecond = Math.round(count / ((performance.now() - began) / 1_000))
  await pool.end()
  return perSecond
}

/** Slips a second from messages that wait when the platform starts, in turn with PostgreSQL doing the least of it. */
export async function slips(bench: Bench, url: string, count: number, products: number) {
  const rows: (string | number)[][] = []
  for (let round = 0; round < bench.options.rounds; round++) {
    await announce(url, `bare-${round}`, count, products)
    const bare = await ofPostgres(url, count, products)
    await announce(url, `ours-${round}`, count, products)
    const { perSecond, memory } = await ofPlatform(bench, url, count)
    rows.push([count, perSecond, bare, (perSecond / bare).toFixed(2), memory])
  }
  return rows
}
