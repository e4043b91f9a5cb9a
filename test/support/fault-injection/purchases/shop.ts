import { TEN_PERCENT } from '../../codes.ts'
import type { Product } from './purchase.ts'
import type { RetryingClient } from './retrying-client.ts'

/** Enough stock for every order. */
export const STOCK = 1_000_000
/** Codes of one promotion: with a limit that no run reaches, and without one. */
export const CODES = ['LIMITE-1', 'LIBRE-1']
const PRODUCTS = ['Lampe', 'Chaise', 'Bureau', 'Tapis', 'Miroir']

/** Creates the products in one store, so that an order has one slip, and waits until the search finds them. */
export async function openShop({ surely }: RetryingClient): Promise<Product[]> {
  const store = await surely([201], ['POST', '/api/publique/magasins', { nom: 'Centre', adresse: 'Ici' }])
  const products: Product[] = []
  for (const [i, name] of PRODUCTS.entries()) {
    const fields = { ean: `200000000000${i}`, nom: name, prixDeVenteCents: 1_050 + 199 * i }
    const { body } = await surely([201], ['POST', '/api/publique/produits', fields])
    const id = Number(body.id)
    products.push({ id, name, cents: fields.prixDeVenteCents })
    await surely([200], ['PATCH', `/api/v1/privee/stocks/${store.body.id}/${id}`, { quantity: STOCK }])
    await surely(
      [200],
      ['GET', `/api/products?search=${name}`],
      answer => !(answer.body.data as { id: number }[] | undefined)?.some(each => each.id === id),
    )
  }
  const { body } = await surely([201], ['POST', '/api/publique/data', TEN_PERCENT])
  for (const [i, code] of CODES.entries()) {
    const fields = { promotionId: body.id, code, utilisationsMax: i === 0 ? STOCK : null }
    await surely([201], ['POST', '/api/v1/privee/codes-promotion', fields])
  }
  return products
}
