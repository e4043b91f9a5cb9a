import Type, { type Static } from 'typebox'
import { Id } from '../platform/http/pages.ts'

/** Whether any of a product can be sold in a store. `version` rises with each change of what can be sold there. */
export const StockState = Type.Object({
  productId: Id,
  storeId: Id,
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  disponible: Type.Boolean(),
})
export type StockState = Static<typeof StockState>

export const StockStateSearch = Type.Object({
  apres: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Only those after this `fin`',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 5_000, default: 1_000 }),
})

export const StockStates = Type.Object({
  stocks: Type.Array(StockState),
  fin: Type.Union([Type.Integer(), Type.Null()], {
    description: 'What to give as `apres` for the next; null: these are the last',
  }),
})
