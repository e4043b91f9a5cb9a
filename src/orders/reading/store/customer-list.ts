import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type ShownOrder, shownColumns } from '../../store/orders.ts'
import type { OrderSearch } from '../schemas.ts'

const ofClients = (clientIds: string[], { statut }: OrderSearch) => sql`
  "clientId" = any(${clientIds}) and prouve ${statut ? sql`and statut = ${statut}` : sql.empty}`

/** Newest first. */
export const ordersOf = (db: Database, clientIds: string[], search: OrderSearch) =>
  db.rows(sql<ShownOrder>`
    select ${shownColumns} from orders.commande where ${ofClients(clientIds, search)}
    order by "createdAt" desc, "ordreId" desc limit ${search.limit} offset ${search.offset}`)

export const countOrdersOf = async (db: Database, clientIds: string[], search: OrderSearch) =>
  (
    await db.one(
      sql<{
        total: number
      }>`select count(*) as total from orders.commande where ${ofClients(clientIds, search)}`,
    )
  ).total
