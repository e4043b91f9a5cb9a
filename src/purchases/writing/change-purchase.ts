import { isOutOfRange } from '../../platform/database/faults.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Purchases } from '../context.ts'
import type { PurchaseChange } from '../schemas.ts'
import { updatePurchase } from '../store/purchases.ts'

/** Changes a row; its total follows. Undefined when there is none; 400 when the total would be beyond all numbers. */
export const changePurchase = ({ db, clock }: Purchases, id: number, change: PurchaseChange) =>
  db
    .transaction(tx => updatePurchase(tx, id, change, clock.now()))
    .catch(error => {
      throw isOutOfRange(error) ? new Problem(400, 'The total amount is too large') : error
    })
