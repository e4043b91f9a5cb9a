import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../support/bench.ts'
import { type Benchmark, figuresOf } from '../support/measure.ts'
import { bareSlips } from './bare-slips.ts'
import { STORES, withClient } from './fill.ts'

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

/** From the first slip that is seen until no message waits: the start of the server is measured elsewhere. */
async function ofPlatform(bench: Bench, url: string) {
  const platform = await bench.platform(url)
  const figures = await withClient(url, async client => {
    const slips = async () =>
      (await client.query('select count(*)::int as n from logistics.bordereau')).rows[0].n
    const waiting = async () =>
      (await client.query('select exists (select from platform.outbox) as some')).rows[0].some
    const before = await slips()
    let from = before
    while (from === before) from = await slips()
    const began = performance.now()
    while (await waiting()) await sleep(50)
    return figuresOf((await slips()) - from, (performance.now() - began) / 1_000)
  })
  await platform.stop()
  return figures
}

/** Slips from messages that wait when the platform starts, beside PostgreSQL doing the least of it. */
export function slips(bench: Bench, url: string, count: number, products: number): Benchmark {
  let rounds = 0
  const announced = async () => announce(url, `slip-${rounds++}`, count, products)
  return {
    name: `slips written, of ${count} orders that wait`,
    async bare() {
      await announced()
      return bareSlips(url, count, products)
    },
    async platform() {
      await announced()
      return ofPlatform(bench, url)
    },
  }
}
