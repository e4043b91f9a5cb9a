import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { peerKeyOf } from '../platform/http/rights.ts'
import { serverAt } from './http.ts'
import { seed } from './seed.ts'

/** What `npm start` suggests to look at. */
export type SampleShop = { word: string }

/** A small purchasing application stands in for restocking's upstream. */
export async function startPurchasing() {
  const { startPurchasingStandIn } = await import('../../sample/purchasing.ts')
  return startPurchasingStandIn()
}

/** Fills an empty database with the sample shop, unless COMPTOIR_SAMPLE is 0. */
export async function openSampleShop(app: App, config: Config): Promise<SampleShop> {
  const server = serverAt({ url: app.server.listeningOrigin, key: peerKeyOf(config.apiKeys) })
  if (config.sample) await seed(server)
  const { body } = await server.call<{ data: { nom: string }[] }>('GET', '/api/products?limit=1')
  return { word: body.data[0]?.nom.split(' ')[0] ?? '' }
}
