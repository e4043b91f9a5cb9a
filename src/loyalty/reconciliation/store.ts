import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** What these orders have earned; `actif`: the customer who has it is still one. */
export const pointsToReconcile = (db: Database, ordreIds: readonly string[]) =>
  db.rows(sql<{ ordreId: string; points: number; actif: boolean }>`
    select "ordreId", points, "deletedAt" is null as actif
    from loyalty.attribution join loyalty.client on client.id = "clientId"
    where "ordreId" = any(${ordreIds}) order by "ordreId"`)

/** Of these identifiers, those of active customers, and since when they are. */
export const clientsToReconcile = (db: Database, clientIds: readonly string[]) =>
  db.rows(sql<{ clientId: string; createdAt: Date }>`
    select "idClient" as "clientId", "createdAt" from loyalty.client
    where "idClient" = any(${clientIds}) and "deletedAt" is null order by "idClient"`)
