import { eventually } from './eventually.ts'
import { openPlatform } from './platform.ts'
import { createShopActions } from './shopping.ts'

/** Opens a platform that listens and has a screen to sell; payments take 300 ms. */
export async function openScreenShop(settings: Record<string, string> = {}) {
  const platform = await openPlatform({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '300', ...settings } })
  const url = await platform.server.listen({ host: '127.0.0.1', port: 0 })
  const { product, store, stock } = createShopActions(platform, settings.COMPTOIR_API_KEYS)
  const { id } = await product({ nom: 'Écran 24 pouces', prixDeVenteCents: 13_900 })
  await stock((await store()).id, id, 10)
  await eventually('the catalogue contains the product', async () => {
    const { body } = await platform.call<{ data: unknown[] }>('GET', '/api/products?search=ecran')
    return body.data.length === 1
  })
  return { ...platform, url }
}
