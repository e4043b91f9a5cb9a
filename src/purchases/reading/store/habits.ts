import type { Static } from 'typebox'
import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { HabitLimits, Habits, Months } from '../../schemas.ts'
import type { Search } from './search.ts'

export type Whose = Pick<Search, 'buyers'> & { clientId: number }
type Period = Whose & { from: Date; to: Date }

const during = ({ clientId, buyers, from, to }: Period) => sql`
  "deletedAt" is null and "clientId" = ${clientId} and "purchaseDate" > ${from} and "purchaseDate" <= ${to}
  ${buyers === undefined ? sql.empty : sql`and acheteur = any(${buyers})`}`

/** A sum beyond what JSON holds exactly is told as the greatest number that it does. */
const MOST = sql.raw(String(Number.MAX_SAFE_INTEGER))
const sums = sql`
  least(sum(quantity), ${MOST})::bigint as "totalQuantity", least(sum("totalAmount"), ${MOST})::bigint as "totalAmount"`

export const topCategories = (db: Database, period: Period, limit: HabitLimits['limitCategories']) =>
  db.rows(
    sql<Habits['topCategories'][number]>`
    select category, ${sums} from purchases.achat
    where ${during(period)} and category is not null
    group by category order by 2 desc, 3 desc, 1 limit ${limit}`.fromReplica(),
  )

/** An article goes by the name that it was last bought under. */
export const topItems = (db: Database, period: Period, limit: HabitLimits['limitItems']) =>
  db.rows(
    sql<Habits['topItems'][number]>`
    select "articleId", ${sums},
      (array_agg("articleName" order by "purchaseDate" desc, id desc))[1] as "articleName"
    from purchases.achat
    where ${during(period)}
    group by "articleId" order by 2 desc, 3 desc, 1 limit ${limit}`.fromReplica(),
  )

/** What was bought in each month, in the order of the months. */
export const sumsByMonth = (db: Database, period: Period) =>
  db.rows(
    sql<Static<typeof Months>['data'][number]>`
    select to_char("purchaseDate" at time zone 'Europe/Paris', 'YYYY-MM') as mois, ${sums}
    from purchases.achat
    where ${during(period)}
    group by 1 order by 1`.fromReplica(),
  )

/** All that a customer has ever bought. */
export const sumOfAll = (db: Database, clientId: number) =>
  db.one(
    sql<Static<typeof Months>['total']>`
    select least(coalesce(sum(quantity), 0), ${MOST})::bigint as "totalQuantity",
      least(coalesce(sum("totalAmount"), 0), ${MOST})::bigint as "totalAmount"
    from purchases.achat where "deletedAt" is null and "clientId" = ${clientId}`.fromReplica(),
  )
