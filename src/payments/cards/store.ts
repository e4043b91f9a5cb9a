import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { NewCard, Owners, SavedCard } from '../tables.ts'

const columns = sql`id, "clientFideliseId", "clientId", provider, carte`

/** A limit on listed cards that no customer reaches. */
const MAX_CARDS = 100

const ownedBy = ({ clientFideliseId, clientIds }: Owners) =>
  sql`("clientFideliseId" = ${clientFideliseId} or "clientId" = any(${clientIds}))`

/**
 * Returns the cards of a loyalty number or of one of the identifiers, oldest first. `paidWith` leaves out cards whose
 * first payment is not accepted yet.
 */
export const listCards = (db: Database, owners: Owners, paidWith = false) =>
  db.rows(sql<SavedCard>`
    select ${columns} from payments.carte
    where ${ownedBy(owners)}
      ${paidWith ? sql`and "enAttenteDe" is null` : sql.empty}
    order by id limit ${MAX_CARDS}`)

/** Saves a card, or updates it if its owner already has it; an update leaves a confirmed card confirmed. */
export async function saveCard(tx: Tx, card: NewCard, now: Date) {
  const { clientFideliseId, clientId, empreintes, provider, carte, enAttenteDe } = card
  await transferCard(tx, card)
  // A card fingerprinted with an earlier key is updated to the current key first, so that the unique index detects the
  // duplicate.
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

/**
 * Moves a card from a former identifier to its owner, or deletes it if the owner has it too: each card has one row, which
 * is confirmed if one of them is.
 */
async function transferCard(tx: Tx, { clientFideliseId, clientId, empreintes, carte, formerly }: NewCard) {
  if (formerly.length === 0) return
  const ofOwner = sql`"clientFideliseId" is null and ("clientId", empreinte) in (
    select * from unnest(${formerly.map(each => each.clientId)}::text[], ${formerly.map(each => each.empreinte)}::text[]))`
  const owned = sql`"clientFideliseId" is not distinct from ${clientFideliseId}
    and "clientId" is not distinct from ${clientId} and empreinte = any(${empreintes})`
  await tx.run(sql`
    update payments.carte set "enAttenteDe" = null
    where ${owned} and exists (select from payments.carte where ${ofOwner} and "enAttenteDe" is null)`)
  await tx.run(sql`
    update payments.carte set
      "clientFideliseId" = ${clientFideliseId}, "clientId" = ${clientId}, empreinte = ${empreintes[0]}, carte = ${carte}
    where id = (select id from payments.carte where ${ofOwner} order by "enAttenteDe" is not null, id limit 1)
      and not exists (select from payments.carte where ${owned})`)
  await tx.run(sql`delete from payments.carte where ${ofOwner}`)
}

/** Confirms the cards that are saved once these payments are accepted, so that they are offered. */
export const confirmCards = (tx: Tx, payments: readonly number[]) =>
  tx.run(sql`update payments.carte set "enAttenteDe" = null where "enAttenteDe" = any(${payments}::bigint[])`)

/** Deletes the cards that these payments, which were not accepted, would have saved. */
export const deleteUnconfirmedCards = (tx: Tx, payments: readonly number[]) =>
  tx.run(sql`delete from payments.carte where "enAttenteDe" = any(${payments}::bigint[])`)

/** Deletes a card, only if it belongs to the given owners. Returns false if there is none. */
export const deleteCard = async (tx: Tx, id: number, owners?: Owners) =>
  (await tx.run(sql`
    delete from payments.carte where id = ${id} ${owners ? sql`and ${ownedBy(owners)}` : sql.empty}`)) === 1
