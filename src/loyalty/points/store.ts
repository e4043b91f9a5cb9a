import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** False when the order has earned its points already. */
export const recordAttribution = async (
  tx: Tx,
  { ordreId, clientId, points, now }: { ordreId: string; clientId: number; points: number; now: Date },
) =>
  (await tx.run(sql`
    insert into loyalty.attribution ("ordreId", "clientId", points, "createdAt")
    values (${ordreId}, ${clientId}, ${points}, ${now})
    on conflict do nothing`)) === 1

/** Adds points and lifts the level to the one that they reach. Levels never fall by themselves. */
export const addPoints = (tx: Tx, clientId: number, points: number, now: Date, today: string) =>
  tx.run(sql`
    update loyalty.client set
      "pointsFidelite" = least("pointsFidelite"::bigint + ${points}, 2147483647),
      "niveauFidelisation" = case
        when "pointsFidelite"::bigint + ${points} >= 2000 then 'Platine'
        when "pointsFidelite"::bigint + ${points} >= 500 and "niveauFidelisation" = 'Standard' then 'Premium'
        else "niveauFidelisation" end,
      "dateDebutFidelisation" = coalesce("dateDebutFidelisation", ${today}),
      "updatedAt" = ${now}
    where id = ${clientId}`)
