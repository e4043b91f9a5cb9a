import { setTimeout as sleep } from 'node:timers/promises'
import { serverAt } from '../../src/commands/http.ts'
import type { ImportResult } from '../../src/commands/import.ts'
import { products } from '../support/data.ts'

const AT_ONCE = 20_000

/** Imports products until there are `count`, and waits until the events that tell of them have been taken in. */
export async function fillProducts(base: string, count: number) {
  const server = serverAt({ url: base })
  const { body } = await server.call<{ total: number }>('GET', '/api/publique/produits?limit=1')
  let rows: object[] = []
  async function send() {
    if (rows.length === 0) return
    const form = new FormData()
    form.set('file', new Blob([JSON.stringify(rows)], { type: 'application/json' }), 'products.json')
    rows = []
    const answer = await server.call<ImportResult>('POST', '/api/publique/produits/import', { body: form })
    if (answer.status !== 200 || answer.body.failed > 0)
      throw new Error(`Import: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
  }
  let i = 0
  for (const product of products(count)) {
    if (i++ < body.total) continue
    rows.push(product)
    if (rows.length === AT_ONCE) await send()
  }
  await send()
  const searchable = async () =>
    (await server.call<{ totalProducts: number }>('GET', '/api/products/stats')).body.totalProducts
  while ((await searchable()) < count) await sleep(200)
}
