import type { Remember } from '../../platform/http/idempotency.ts'
import { allowOnlyStores, type StoreRequest } from '../../platform/http/stores.ts'
import { Problem } from '../../platform/problem.ts'
import { announceAvailability } from '../announcing/announce.ts'
import type { LogisticsPlatform } from '../context.ts'
import type { StockTransfer, TransferredStock } from '../stock-schemas.ts'
import { addRows, checkKnown } from './change-stock.ts'
import { moveStock, readCountedRows } from './store.ts'

/**
 * Moves free units of a product from a store to another, which gets a stock row if it has none. Throws 400 if both
 * stores are the same, 403 unless the caller may change both, 404 for an unknown product or store, 409 if fewer units
 * are free in the first store.
 */
export async function transferStock(
  parts: LogisticsPlatform,
  request: StoreRequest & { remember: Remember },
  transfer: StockTransfer,
): Promise<TransferredStock> {
  const { db, clock } = parts
  const { productId, deMagasinId, versMagasinId, quantite } = transfer
  const storeIds = [deMagasinId, versMagasinId]
  allowOnlyStores(request, storeIds)
  if (deMagasinId === versMagasinId)
    throw new Problem(400, 'requete-invalide', 'deMagasinId and versMagasinId must differ')
  const { remember } = request

  const move = (addsRow: boolean) =>
    db.transaction(async tx => {
      const now = clock.now()
      if (addsRow)
        await announceAvailability(
          tx,
          parts,
          await addRows(tx, [{ productId, storeId: versMagasinId, quantite: 0 }], now),
        )
      const { rows, isMoved, crossed } = await moveStock(tx, transfer, now)
      if (!isMoved) {
        if (rows < 2 && !addsRow) return undefined
        throw new Problem(
          409,
          'stock-insuffisant',
          `Fewer than ${quantite} units of product ${productId} are free in store ${deMagasinId}`,
        )
      }
      await announceAvailability(tx, parts, crossed)
      const stocks = await readCountedRows(tx, productId, storeIds)
      const answer = { productId, deMagasinId, versMagasinId, quantite, stocks }
      await remember(tx, 201, answer)
      return answer
    })

  const moved = await move(false)
  if (moved) return moved
  for (const storeId of storeIds) await checkKnown(parts, { storeId, productId })
  // With `addsRow`, a transfer that does not move throws.
  return (await move(true))!
}
