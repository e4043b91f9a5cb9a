import type { Remember } from '../../platform/http/idempotency.ts'
import { allowOnlyStores, type StoreRequest } from '../../platform/http/stores.ts'
import { Problem } from '../../platform/problem.ts'
import { announceAvailability } from '../announcing/announce.ts'
import type { LogisticsPlatform } from '../context.ts'
import type { StockTransfer } from '../stock-schemas.ts'
import { addRows, checkKnown } from './change-stock.ts'
import { moveStock } from './store.ts'

/**
 * Moves free units of a product from a store to another, which gets a stock row if it has none. Throws 400 if both
 * stores are the same, 403 unless the caller may change both, 404 for an unknown product or store, 409 if fewer units
 * are free in the first store.
 */
export async function transferStock(
  parts: LogisticsPlatform,
  request: StoreRequest & { remember: Remember },
  transfer: StockTransfer,
): Promise<StockTransfer> {
  const { db, clock } = parts
  const { productId, deMagasinId, versMagasinId: storeId } = transfer
  allowOnlyStores(request, [deMagasinId, storeId])
  if (deMagasinId === storeId)
    throw new Problem(400, 'requete-invalide', 'deMagasinId and versMagasinId must differ')
  const move = (isKnown: boolean) =>
    db.transaction(async tx => {
      const now = clock.now()
      const added = isKnown ? await addRows(tx, [{ productId, storeId, quantite: 0 }], now) : []
      const { rows, isMoved, crossed } = await moveStock(tx, transfer, now)
      if (rows < 2 && !isKnown) return false
      if (!isMoved)
        throw new Problem(409, 'stock-insuffisant', `Too few units are free in store ${deMagasinId}`)
      await announceAvailability(tx, parts, [...added, ...crossed])
      await request.remember(tx, 201, transfer)
      return true
    })
  if (!(await move(false))) {
    await checkKnown(parts, { productId, storeId: deMagasinId })
    await checkKnown(parts, { productId, storeId })
    await move(true)
  }
  return transfer
}
