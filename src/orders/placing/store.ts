import type { Tx } from '../../platform/database/database.ts'
import { acquireLocks } from '../../platform/database/locks.ts'
import { sql } from '../../platform/database/sql.ts'

/** Until the transaction ends, no other one counts what these networks hold. */
export const lockNetworks = (tx: Tx, networks: string[]) => acquireLocks(tx, 'orders.network', networks)

/** What networks hold reserved and unpaid, and when the first of it is let go. */
export const unpaidOfNetworks = (tx: Tx, networks: string[], now: Date) =>
  tx.rows(sql<{ reseau: string; unpaid: number; first: Date }>`
    select reseau, count(*) as unpaid, min("reserveeJusque") as first from orders.commande
    where reseau = any(${networks}) and "reserveeJusque" > ${now} and "confirmeeLe" is null and statut = 'EN_ATTENTE'
    group by reseau`)

/** Forgets where orders came from that no longer wait to be paid. */
export const forgetNetworks = (tx: Tx, now: Date) =>
  tx.run(sql`
    update orders.commande set reseau = null
    where reseau is not null and (
      "confirmeeLe" is not null or statut <> 'EN_ATTENTE'
      or "prolongeableJusque" <= ${now} and coalesce("reserveeJusque" <= ${now}, true))`)
