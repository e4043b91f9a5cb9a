import type { Platform } from '../platform/area.ts'
import type { Reducer } from './reductions/reduce.ts'

export type CataloguePlatform = Platform<'reference' | 'logistics' | 'promotions'>

export type Context = CataloguePlatform & {
  /** Schedules the merge of the pending lists of the search indexes. */
  schedulePendingListMerge: () => void
  reduce: Reducer
}
