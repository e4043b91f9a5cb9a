import type { Database, Tx } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Client } from '../schemas.ts'

type Attribution = {
  ordreId: string
  clientId: number
  points: number
  acheteur?: string | undefined
  now: Date
}

/** False when the order has earned its points already. */
export const recordAttribution = async (tx: Tx, { ordreId, clientId, points, acheteur, now }: Attribution) =>
  (await tx.run(sql`
    insert into loyalty.attribution ("ordreId", "clientId", points, acheteur, "createdAt")
    values (${ordreId}, ${clientId}, ${points}, ${acheteur}, ${now})
    on conflict do nothing`)) === 1

/** Adds points and lifts the level to the one that they reach. Levels never fall by themselves. */
export const addPoints = (tx: Tx, clientId: number, points: number, now: Date, today: string) =>
  tx.run(sql`
    update loyalty.client set
      "pointsFidelite" = least("pointsFidelite"::bigint + ${points}, 2147483647),
      "niveauFidelisation" = ${levelOf(sql`"pointsFidelite"::bigint + ${points}`, sql`"niveauFidelisation"`)},
      "dateDebutFidelisation" = coalesce("dateDebutFidelisation", ${today}),
      "updatedAt" = ${now}
    where id = ${clientId}`)

/** The level that so many points reach, from one that does not fall. */
const levelOf = (points: Sql, level: Sql) => sql`
  case when ${points} >= 2000 then 'Platine' when ${points} >= 500 and ${level} = 'Standard' then 'Premium'
    else ${level} end`

/** What orders that were placed under these identifiers have earned, whoever got it, and the level that it reaches. */
export const pointsEarnedBy = (db: Database, buyers: readonly string[]) =>
  db.one(sql<{ pointsFidelite: number; niveauFidelisation: Client['niveauFidelisation'] }>`
    select points as "pointsFidelite", ${levelOf(sql`points`, sql`'Standard'`)} as "niveauFidelisation"
    from (
      select coalesce(sum(points), 0)::bigint as points from loyalty.attribution where acheteur = any(${buyers})
    ) as earned`)
