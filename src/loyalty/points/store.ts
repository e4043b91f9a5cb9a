import type { Database, Tx } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { PageNumbers } from '../../platform/http/pages.ts'
import type { Client, PointsChange, PointsEntry } from '../schemas.ts'

type Earned = { livree: boolean; payeCents: number; plafondCents: number | null; points: number }

type New = { ordreId: string; clientId: number; acheteur?: string | undefined; now: Date }

/** Inserts a row without points unless the order has a row, then locks and returns the row. */
export async function insertOrLockAttribution(tx: Tx, { ordreId, clientId, acheteur, now }: New) {
  await tx.run(sql`
    insert into loyalty.attribution ("ordreId", "clientId", points, acheteur, livree, "payeCents", "createdAt")
    values (${ordreId}, ${clientId}, 0, ${acheteur}, false, 0, ${now})
    on conflict do nothing`)
  return tx.one(sql<Earned & { clientId: number }>`
    select "clientId", livree, "payeCents", "plafondCents", points from loyalty.attribution
    where "ordreId" = ${ordreId} for update`)
}

export const updateAttribution = (
  tx: Tx,
  ordreId: string,
  { livree, payeCents, plafondCents, points }: Earned,
) =>
  tx.run(sql`
    update loyalty.attribution
    set livree = ${livree}, "payeCents" = ${payeCents}, "plafondCents" = ${plafondCents}, points = ${points}
    where "ordreId" = ${ordreId}`)

/** Deducts points, but leaves at least zero. */
export const deductPoints = (tx: Tx, clientId: number, points: number, now: Date) =>
  tx.run(sql`
    update loyalty.client set "pointsFidelite" = greatest("pointsFidelite" - ${points}, 0), "updatedAt" = ${now}
    where id = ${clientId}`)

/** Adds points, raises the level accordingly and starts the membership. Levels never fall automatically. */
export const addPoints = (tx: Tx, clientId: number, points: number, now: Date, today: string) =>
  tx.run(sql`
    update loyalty.client set
      "pointsFidelite" = least("pointsFidelite"::bigint + ${points}, 2147483647),
      "niveauFidelisation" = ${levelOf(sql`"pointsFidelite"::bigint + ${points}`, sql`"niveauFidelisation"`)},
      "dateDebutFidelisation" = coalesce("dateDebutFidelisation", ${today}),
      "updatedAt" = ${now}
    where id = ${clientId}`)

type Adjustment = PointsChange & { clientId: number; auteur: string | null }

/**
 * Adds or deducts points for a reason and raises the level accordingly. Returns undefined, without a change, if the
 * customer is deleted or the points would become negative or too many.
 */
export const adjustPoints = (
  tx: Tx,
  { clientId, points, motif, auteur }: Adjustment,
  now: Date,
  today: string,
) => {
  const sum = sql`"pointsFidelite"::bigint + ${points}`
  return tx.first(sql<PointsEntry>`
    with changed as (
      update loyalty.client set "pointsFidelite" = ${sum},
        "niveauFidelisation" = ${levelOf(sum, sql`"niveauFidelisation"`)},
        "dateDebutFidelisation" = coalesce("dateDebutFidelisation", ${today}), "updatedAt" = ${now}
      where id = ${clientId} and "deletedAt" is null and ${sum} between 0 and 2147483647
      returning id)
    insert into loyalty.ajustement ("clientId", points, motif, auteur, "createdAt")
    select id, ${points}, ${motif}, ${auteur}, ${now} from changed
    returning 'ajustement' as nature, points, null as "ordreId", motif, auteur, "createdAt"`)
}

/** Returns a page of the points of a customer, newest first. */
export const readPointsPage = (db: Database, clientId: number, { page, limit }: PageNumbers) =>
  db.rows(sql<PointsEntry>`
    select 'commande' as nature, points, "ordreId", null as motif, null as auteur, "createdAt"
    from loyalty.attribution where "clientId" = ${clientId} and points > 0
    union all
    select 'ajustement', points, null, motif, auteur, "createdAt" from loyalty.ajustement where "clientId" = ${clientId}
    order by "createdAt" desc, "ordreId" ${sql.page(limit, (page - 1) * limit)}`)

export const countPoints = (db: Database, clientId: number) =>
  db.value(sql<{ total: number }>`
    select (select count(*) from loyalty.attribution where "clientId" = ${clientId} and points > 0)
      + (select count(*) from loyalty.ajustement where "clientId" = ${clientId}) as total`)

/** The level for a number of points, never below the current level. */
const levelOf = (points: Sql, level: Sql) => sql`
  case when ${points} >= 2000 then 'Platine' when ${points} >= 500 and ${level} = 'Standard' then 'Premium'
    else ${level} end`

/** Returns the points of orders placed under these identifiers, whoever received them, and the level for that number. */
export const sumEarnedPoints = (db: Database, buyers: readonly string[]) =>
  db.one(sql<{ pointsFidelite: number; niveauFidelisation: Client['niveauFidelisation'] }>`
    select points as "pointsFidelite", ${levelOf(sql`points`, sql`'Standard'`)} as "niveauFidelisation"
    from (
      select coalesce(sum(points), 0)::bigint as points from loyalty.attribution where acheteur = any(${buyers})
    ) as earned`)

/** Returns the points of these orders. `actif`: the customer who received the points is not deleted. */
export const listPointsToReconcile = (db: Database, ordreIds: readonly string[]) =>
  db.rows(sql<{ ordreId: string; points: number; actif: boolean }>`
    select "ordreId", points, "deletedAt" is null as actif
    from loyalty.attribution join loyalty.client on client.id = "clientId"
    where "ordreId" = any(${ordreIds}) order by "ordreId"`)

/** Returns the active customers with these identifiers. */
export const listClientsToReconcile = (db: Database, clientIds: readonly string[]) =>
  db.rows(sql<{ clientId: string; createdAt: Date }>`
    select "idClient" as "clientId", "createdAt" from loyalty.client
    where "idClient" = any(${clientIds}) and "deletedAt" is null order by "idClient"`)
