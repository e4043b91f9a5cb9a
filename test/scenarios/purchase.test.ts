import { describe, test } from 'node:test'
import { startPurchasingStandIn } from '../../sample/purchasing.ts'
import { createClient } from '../../src/commands/http.ts'
import type { Reporter } from '../../src/commands/scenario/client.ts'
import { playScenario } from '../../src/commands/scenario/play.ts'
import { seed } from '../../src/commands/seed.ts'
import { openPlatform } from '../support/platform.ts'
import { withoutRabbit } from '../support/rabbit.ts'

const silent: Reporter = { step() {}, call() {}, holds() {}, waiting() {} }

async function sampleShop(options: Parameters<typeof openPlatform>[0]) {
  const purchasing = await startPurchasingStandIn()
  const shop = await openPlatform({
    ...options,
    settings: {
      COMPTOIR_PAYMENT_DELAY_MS: '1500',
      COMPTOIR_PURCHASING_URL: purchasing.url,
      ...options?.settings,
    },
  })
  await shop.server.listen({ port: 0, host: '127.0.0.1' })
  const key = options?.settings?.COMPTOIR_API_KEYS
  const remote = { url: shop.server.listeningOrigin, key }
  await seed(createClient(remote))
  return { shop, remote, purchasing }
}

describe('one purchase on the sample shop, from registration to loyalty points', () => {
  for (const [where, options, skip] of [
    ['with events in the process', {}, false],
    ['with events over RabbitMQ', { amqp: true }, withoutRabbit],
    ['with API keys configured', { settings: { COMPTOIR_API_KEYS: 'a-key' } }, false],
  ] as const)
    test(where, { skip }, async () => {
      const { shop, remote, purchasing } = await sampleShop(options)
      await playScenario(remote, silent)
      await purchasing.close()
      await shop.close()
    })
})
