import type { Suite } from '../support/bench.ts'
import { words } from '../support/data.ts'
import { fillShop, type Product } from '../support/fill-shop.ts'
import { memoryText } from '../support/memory.ts'
import { race, raceTable, type Scenario } from '../support/race.ts'

/** Strides through `list` without favouring what is in a cache. */
const pick = <T>(list: readonly T[], i: number) => list[(i * 7919) % list.length]!

const orderOf = ({ id, prixDeVenteCents }: Product) => ({
  clientId: 'CLI_0A1B2C3D',
  articles: [{ id: String(id), quantite: 1, prixUnitaireCents: prixDeVenteCents }],
  montantTotalCents: prixDeVenteCents,
  adresseLivraison: { rue: '12 rue des Halles', codePostal: '59000', ville: 'Lille' },
  clientInfo: { prenom: 'Camille', nom: 'Martin', email: 'camille@example.org' },
})

const scenarios = (products: Product[]): Scenario[] => [
  {
    name: 'product by id',
    connections: 16,
    ours: i => ({ method: 'GET', path: `/api/publique/produits/${pick(products, i).id}`, status: 200 }),
    bare: i => ({ method: 'GET', path: `/product/${pick(products, i).id}`, status: 200 }),
  },
  {
    name: 'catalogue search, page of 20 with its total',
    connections: 16,
    ours: i => ({
      method: 'GET',
      path: `/api/products?search=${encodeURIComponent(pick(words, i))}`,
      status: 200,
    }),
    bare: i => ({ method: 'GET', path: `/search?search=${encodeURIComponent(pick(words, i))}`, status: 200 }),
  },
  {
    name: 'order placed',
    connections: 8,
    ours: i => ({ method: 'POST', path: '/api/commandes', body: orderOf(pick(products, i)), status: 201 }),
    bare: i => ({ method: 'POST', path: '/order', body: orderOf(pick(products, i)), status: 201 }),
  },
]

export const suite: Suite = {
  about: 'the shop on an ordinary day: a product, a search, an order; start, import, memory',
  async run(bench) {
    const { url } = await bench.database()
    const platform = await bench.platform(url)
    const resting = memoryText(platform.pid)
    const shop = await fillShop(platform.base, bench.options.products)
    const bare = await bench.bare('everyday', url)
    const raced = await race(bench, scenarios(shop.products), { ours: platform.base, bare: bare.base })
    return `${raceTable(raced)}

The bare limit is Fastify and pg doing the same SQL on the same database (\`bench/bare/everyday.ts\`); its order is one call and five statements.

- Import of ${bench.options.products} products: ${shop.importPerSecond} rows a second; the last one could be searched ${shop.searchableMs} ms later.
- First start, migrations of an empty database included, to the server's word that it listens: ${platform.startMs} ms.
- Memory of the server, all ten areas: ${resting} after the start; ${memoryText(platform.pid)} after the load.`
  },
}
