import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { changesThere, keysWhere } from '../../counters/store.ts'
import type { Condition } from '../../filters/conditions.ts'
import { type Asked, asked, isOfText } from '../../filters/store.ts'
import type { Listed, Selection } from './lists.ts'

const MOST_VALUES = 1_000

const groupAsked = ({ groups }: Asked, condition: Condition) =>
  isOfText(condition) ? groups.get(condition.field) : undefined

/**
 * The same question with the values themselves where it asks after the text of a field whose few values are counted, such as
 * brands: the planner then knows how many records they have, an index finds these, and their number is kept. `changes`: how
 * often the table had changed before; a new value may have come since. Undefined where the question is the same.
 */
export async function resolved<Asks extends Selection>(
  db: Database,
  { asked: by, counts }: Listed,
  query: Asks,
) {
  if (!counts || !query.conditions.some(condition => groupAsked(by, condition)))
    return { query, changes: undefined }
  const changes = await changesThere(db, counts.changes)
  const conditions = await Promise.all(
    query.conditions.map(async condition => {
      const group = groupAsked(by, condition)
      if (!group) return condition
      const keys = await keysWhere(db, group, asked(sql`cle`, condition), MOST_VALUES + 1)
      if (keys.length > MOST_VALUES) return condition
      return { field: condition.field, ask: 'among' as const, values: keys.map(({ cle }) => cle) }
    }),
  )
  return { query: { ...query, conditions }, changes }
}
