import type { Platform } from '../platform/area.ts'

export type CataloguePlatform = Platform<'reference' | 'logistics'>

export type Context = CataloguePlatform & {
  /** Schedules the merge of the pending lists of the search indexes. */
  schedulePendingListMerge: () => void
}
