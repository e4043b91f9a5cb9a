import pg from 'pg'
import { figuresOf } from '../support/measure.ts'
import { STORES } from './fill.ts'

const AT_ONCE = 16

/** The bare limit: a message is deleted, stock taken, a slip written, in a transaction; nothing is looked at. */
export async function bareSlips(url: string, count: number, products: number) {
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
  const seconds = (performance.now() - began) / 1_000
  await pool.end()
  return figuresOf(count, seconds)
}
