import { isOutOfRange } from '../../platform/database/faults.ts'
import type { Purchases } from '../context.ts'
import type { PurchaseChange } from '../schemas.ts'
import { updatePurchase } from '../store/purchases.ts'
import { isExact, tooDear } from '../total.ts'

/** Changes a row; its total follows. Undefined when there is none; 400 when the total would be no exact number. */
export const changePurchase = ({ db, clock }: Purchases, id: number, change: PurchaseChange) =>
  db
    .transaction(async tx => {
      const changed = await updatePurchase(tx, id, change, clock.now())
      if (changed && !isExact(changed.totalAmount)) throw tooDear('body')
      return changed
    })
    .catch(error => {
      throw isOutOfRange(error) ? tooDear('body') : error
    })
