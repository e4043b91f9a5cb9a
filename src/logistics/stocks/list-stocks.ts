import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { LogisticsPlatform } from '../context.ts'
import { findKnownProducts, findProductId } from '../peers.ts'
import { productIdOf } from '../reservations/allocate.ts'
import type { StockItem, StockSearch } from '../stock-schemas.ts'
import { findStock, listStoreStock, listStoresWithProduct, readStorePage } from './store.ts'

/** Returns a page of one store's stock, in the order in which its products were added. Throws 400 without a store. */
export async function listStockPage(db: Database, { store_id, page = 1, limit = 10 }: StockSearch) {
  if (store_id === undefined)
    throw new Problem(400, 'requete-invalide', 'querystring must have required property store_id')
  const rows = await readStorePage(db, store_id, (page - 1) * limit, limit)
  const totalItems = rows[0]?.total ?? 0
  return {
    data: rows.flatMap(({ productId, storeId, quantity }) =>
      productId === null ? [] : [{ productId, storeId, quantity }],
    ),
    pageNumber: page,
    pageLimit: limit,
    totalItems,
    totalPages: Math.ceil(totalItems / limit),
  }
}

/** Returns all stock of a store, or that of one product by its id or, if the store has none of that id, by its ean. */
export async function listStockOfStore(
  { db, peers }: LogisticsPlatform,
  storeId: number,
  reference: string | undefined,
): Promise<StockItem[]> {
  if (reference === undefined) return listStoreStock(db, storeId)
  const productId = productIdOf(reference)
  const rows = productId === undefined ? [] : await findStock(db, storeId, productId)
  if (rows.length > 0) return rows
  const named = await findProductId(peers, reference)
  return named === undefined || named === productId ? [] : findStock(db, storeId, named)
}

/**
 * Returns the stock of a product in each store, or in those with at least `least` sellable units. Throws 404 if neither
 * the stocks nor reference know the product.
 */
export async function listStockOfProduct({ db, peers }: LogisticsPlatform, productId: number, least = 0) {
  const rows = await listStoresWithProduct(db, productId)
  if (rows.length === 0 && !(await findKnownProducts(peers, [productId])).has(productId))
    throw new Problem(404, 'produit-inconnu', `Product with id ${productId} not found`)
  return rows.filter(({ quantity }) => quantity >= least)
}
