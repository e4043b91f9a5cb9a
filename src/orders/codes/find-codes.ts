import { createBatcher } from '../../platform/database/batcher.ts'
import type { Database } from '../../platform/database/database.ts'
import { findCodes } from './store/codes.ts'

/** Returns a function that finds codes by their keys. Many buyers name the same code, so concurrent calls share a query. */
export function createFindCodes(db: Database) {
  const together = createBatcher(async (lists: (readonly string[])[]) => {
    const found = await findCodes(db, [...new Set(lists.flat())])
    return lists.map(keys => found.filter(({ cle }) => keys.includes(cle)))
  })
  return (keys: readonly string[]) => together(keys)
}
