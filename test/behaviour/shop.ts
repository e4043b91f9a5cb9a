import { readFileSync } from 'node:fs'
import { createClient } from '../../src/commands/http.ts'
import { seed } from '../../src/commands/seed.ts'
import { KEYS } from '../support/guarded.ts'
import { openEnvironment } from './environment.ts'

/** The sample's products are repeated with each of these words and a higher price. */
const VARIATIONS = ['Sable', 'Nuit', 'Pro', 'Duo', 'Atelier']

export type PreparedShop = Awaited<ReturnType<typeof prepareShop>>

/** Creates a database with the sample shop and variations of its products. Returns its name and the API documents. */
export async function prepareShop() {
  const environment = await openEnvironment()
  const url = await environment.shop.server.listen({ host: '127.0.0.1', port: 0 })
  const remote = createClient({ url, key: KEYS.admin['x-api-key'] })
  await seed(remote)
  // The scripts show that a shop without delivery methods answers without them.
  for (const code of ['colis-domicile', 'express', 'point-relais'])
    await remote.call('DELETE', `/api/v1/privee/modes-livraison/${code}`)
  const products = JSON.parse(
    readFileSync(new URL('../../sample/produits.json', import.meta.url), 'utf8'),
  ) as { ean: string; nom: string; prixDeVenteCents: number }[]
  const variations = VARIATIONS.flatMap((word, i) =>
    products.map(product => ({
      ...product,
      ean: String(BigInt(product.ean) + BigInt(i + 1) * 100_000n),
      nom: `${product.nom} ${word}`,
      prixDeVenteCents: product.prixDeVenteCents + (i + 1) * 500,
    })),
  )
  const form = new FormData()
  form.set('file', new Blob([JSON.stringify(variations)]), 'variations.json')
  const { status, text } = await remote.call('POST', '/api/publique/produits/import', { body: form })
  if (status !== 200) throw new Error(text)
  await environment.settle()
  await environment.fetchEffects()
  await environment.close()
  const { databaseUrl, documents } = environment.shop
  return { template: new URL(databaseUrl).pathname.slice(1), documents }
}
