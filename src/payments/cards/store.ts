import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { NewCard, Owners, SavedCard } from '../tables.ts'

const columns = sql`id, "clientFideliseId", "clientId", provider, carte`

/** More cards than anyone has; the list of them stays short. */
const MOST = 100

/**
 * Those that loyalty's number or one of the identifiers owns, in the order in which they were saved. `paidWith`: without those
 * whose first payment has not been accepted yet.
 */
export const listCards = (db: Database, { clientFideliseId, clientIds }: Owners, paidWith = false) =>
  db.rows(sql<SavedCard>`
    select ${columns} from payments.carte
    where ("clientFideliseId" = ${clientFideliseId} or "clientId" = any(${clientIds}))
      ${paidWith ? sql`and "enAttenteDe" is null` : sql.empty}
    order by id limit ${MOST}`)

/** Saves a card, or renews what is kept of it when its owner has it already. */
export async function saveCard(tx: Tx, card: NewCard, now: Date) {
  const { clientFideliseId, clientId, empreintes, provider, carte, enAttenteDe } = card
  await takeOver(tx, card)
  // One that an earlier key knew moves to the present one first, and then meets the unique index like any other.
  await tx.run(sql`
    update payments.carte set empreinte = ${empreintes[0]}
    where "clientFideliseId" is not distinct from ${clientFideliseId} and "clientId" is not distinct from ${clientId}
      and empreinte = any(${empreintes.slice(1)})`)
  await tx.run(sql`
    insert into payments.carte as saved (
      "clientFideliseId", "clientId", empreinte, provider, carte, "enAttenteDe", "createdAt", "updatedAt")
    values (${clientFideliseId}, ${clientId}, ${empreintes[0]}, ${provider}, ${carte}, ${enAttenteDe}, ${now}, ${now})
    on conflict ("clientFideliseId", "clientId", empreinte) do update set
      provider = excluded.provider, carte = excluded.carte, "updatedAt" = excluded."updatedAt",
      "enAttenteDe" = case when saved."enAttenteDe" is null then null else excluded."enAttenteDe" end`)
}

/** A card that was saved for the account becomes its owner’s, unless they have it already: one card is one row. */
async function takeOver(tx: Tx, { clientFideliseId, clientId, empreintes, carte, formerly }: NewCard) {
  if (formerly.length === 0) return
  const ofOwner = sql`"clientFideliseId" is null and ("clientId", empreinte) in (
    select * from unnest(${formerly.map(each => each.clientId)}::text[], ${formerly.map(each => each.empreinte)}::text[]))`
  await tx.run(sql`
    update payments.carte set
      "clientFideliseId" = ${clientFideliseId}, "clientId" = ${clientId}, empreinte = ${empreintes[0]}, carte = ${carte}
    where id = (select min(id) from payments.carte where ${ofOwner}) and not exists (
      select from payments.carte where "clientFideliseId" is not distinct from ${clientFideliseId}
        and "clientId" is not distinct from ${clientId} and empreinte = any(${empreintes}))`)
  await tx.run(sql`delete from payments.carte where ${ofOwner}`)
}

/** Payments were accepted: the cards that they brought stay. */
export const confirmCards = (tx: Tx, payments: readonly number[]) =>
  tx.run(sql`update payments.carte set "enAttenteDe" = null where "enAttenteDe" = any(${payments}::bigint[])`)

/** Payments were not accepted: the cards that they brought go. */
export const deleteUnconfirmedCards = (tx: Tx, payments: readonly number[]) =>
  tx.run(sql`delete from payments.carte where "enAttenteDe" = any(${payments}::bigint[])`)

/** False when there is none. */
export const deleteCard = async (tx: Tx, id: number) =>
  (await tx.run(sql`delete from payments.carte where id = ${id}`)) === 1
