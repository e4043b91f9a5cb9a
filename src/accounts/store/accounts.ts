import type { Database, Tx } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { AccountChange, ProfileChange } from '../schemas.ts'
import type { Account, LoyaltyLink, LoyaltyProfile, NewAccount } from '../tables.ts'

const fields = sql`email, prenom, nom, telephone, adresse, "clientId", "clientIdLocal", "pointsFidelite",
  "niveauFidelisation", "derniereSynchro", "courrielProuveLe"`
export const columns = sql`id, ${fields}, adresses, "createdAt", "updatedAt"`

/** Returns undefined if another account has the e-mail, or has or had the client identifier. */
export const insertAccount = (tx: Tx, account: NewAccount, now: Date) =>
  tx.first(sql<Account>`
    insert into accounts.compte (${fields}, "motDePasse", "createdAt", "updatedAt")
    select ${fields}, "motDePasse", ${now}::timestamptz, ${now}::timestamptz
    from json_populate_record(null::accounts.compte, ${sql.json(account)}::json)
    where not exists (select from accounts.alias where "clientId" = ${account.clientId})
    on conflict do nothing
    returning ${columns}`)

export const findByEmail = (db: Database, email: string) =>
  db.first(sql<Account & { motDePasse: string }>`
    select ${columns}, "motDePasse" from accounts.compte where lower(email) = lower(${email})`)

export const findById = (db: Database, id: number) =>
  db.first(sql<Account>`select ${columns} from accounts.compte where id = ${id}`)

/** Finds an account by a current or former client identifier. */
export const findByClientId = (db: Database, clientId: string) =>
  db.first(sql<Account>`
    select ${columns} from accounts.compte
    where "clientId" = ${clientId}
       or id = (select "compteId" from accounts.alias where accounts.alias."clientId" = ${clientId})`)

/** Returns accounts by reference: an id, or a current or former client identifier. Unknown references are absent. */
export const findAccountsByRef = async (db: Database, refs: readonly string[]) =>
  new Map(
    (
      await db.rows(sql<Account & { ref: string }>`
        select ref, ${columns} from accounts.compte join (
          select ref, compte.id as "compteId" from unnest(${refs}::text[]) as ref join accounts.compte
            on compte."clientId" = ref
          union
          select ref, alias."compteId" from unnest(${refs}::text[]) as ref join accounts.alias on alias."clientId" = ref
          union
          select ref, ref::bigint from unnest(${refs.filter(ref => /^\d{1,15}$/.test(ref))}::text[]) as ref
        ) as named on named."compteId" = compte.id`)
    ).map(({ ref, ...account }) => [ref, account]),
  )

export const findByToken = (db: Database, hash: Buffer, now: Date) =>
  db.first(
    sql<Account>`
      select ${columns} from accounts.compte
      where id = (select "compteId" from accounts.jeton where hash = ${hash} and "expireLe" > ${now})`.pointRead(),
  )

export const listAliases = (db: Database, id: number) =>
  db.column(sql<{ clientId: string }>`
    select "clientId" from accounts.alias where "compteId" = ${id} order by "clientId"`)

/**
 * Copies the values of the loyalty customer. If its identifier differs from that of the account, the latter becomes an
 * alias in the same statement; concurrent calls create one alias. Violates a unique constraint if another account has
 * the identifier.
 */
export const saveLoyaltyProfile = (tx: Tx, id: number, profile: LoyaltyProfile, now: Date) => {
  const { clientId, prenom, nom, pointsFidelite, niveauFidelisation } = profile
  return tx.first(sql<Account>`
    with before as (
      select id, "clientId" from accounts.compte where id = ${id} for update
    ), former as (
      insert into accounts.alias ("clientId", "compteId")
      select "clientId", id from before where "clientId" <> ${clientId}
      on conflict do nothing
    )
    update accounts.compte set
      "clientId" = ${clientId}, "clientIdLocal" = false, prenom = ${prenom}, nom = ${nom},
      "pointsFidelite" = ${pointsFidelite}, "niveauFidelisation" = ${niveauFidelisation},
      "derniereSynchro" = ${now},
      "updatedAt" = case
        when ("clientId", prenom, nom, "pointsFidelite", "niveauFidelisation")
          = (${clientId}, ${prenom}, ${nom}, ${pointsFidelite}, ${niveauFidelisation}) then "updatedAt"
        else ${now} end
    where id = (select id from before)
    returning ${columns}`)
}

/**
 * Saves the points of the account's own orders. Returns undefined, without a change, if the address has been proven
 * meanwhile: the points then come from the loyalty customer.
 */
export const savePoints = (
  tx: Tx,
  id: number,
  { pointsFidelite, niveauFidelisation }: Pick<Account, 'pointsFidelite' | 'niveauFidelisation'>,
  now: Date,
) =>
  tx.first(sql<Account>`
    update accounts.compte set
      "pointsFidelite" = ${pointsFidelite}, "niveauFidelisation" = ${niveauFidelisation}, "derniereSynchro" = ${now},
      "updatedAt" = case
        when ("pointsFidelite", "niveauFidelisation") = (${pointsFidelite}, ${niveauFidelisation}) then "updatedAt"
        else ${now} end
    where id = ${id} and "courrielProuveLe" is null
    returning ${columns}`)

export type Owner = Omit<NewAccount, keyof LoyaltyLink> & { courrielProuveLe: Date }

/**
 * Transfers an account with an unproven e-mail to the owner of the e-mail, which then counts as proven. Returns undefined
 * if there is no such account.
 */
export const transferAccount = (tx: Tx, owner: Owner) =>
  tx.first(sql<Account>`
    update accounts.compte set
      "motDePasse" = ${owner.motDePasse}, prenom = ${owner.prenom}, nom = ${owner.nom},
      telephone = ${owner.telephone}, adresse = ${owner.adresse},
      "courrielProuveLe" = ${owner.courrielProuveLe}, "updatedAt" = ${owner.courrielProuveLe}
    where lower(email) = lower(${owner.email}) and "courrielProuveLe" is null
    returning ${columns}`)

/**
 * Changes the given fields; null clears the telephone or the address. A new e-mail counts as unproven. Violates a unique
 * constraint if another account has it.
 */
export const updateProfile = (tx: Tx, id: number, change: AccountChange & ProfileChange, now: Date) =>
  tx.first(sql<Account>`
    update accounts.compte set
      email = coalesce(${change.email}, email),
      "courrielProuveLe" = case when lower(coalesce(${change.email}, email)) = lower(email) then "courrielProuveLe" end,
      prenom = coalesce(${change.prenom}, prenom), nom = coalesce(${change.nom}, nom),
      telephone = ${orCurrent(change.telephone, sql`telephone`)}, adresse = ${orCurrent(change.adresse, sql`adresse`)},
      adresses = ${change.adresses ? sql`${sql.json(change.adresses)}::jsonb` : sql`adresses`},
      "updatedAt" = ${now}
    where id = ${id}
    returning ${columns}`)

const orCurrent = (given: string | null | undefined, current: Sql) =>
  given === undefined ? current : sql`${given}`

export const insertToken = (
  tx: Tx,
  { hash, compteId, expireLe, now }: { hash: Buffer; compteId: number; expireLe: Date; now: Date },
) =>
  tx.run(sql`
    insert into accounts.jeton (hash, "compteId", "createdAt", "expireLe")
    values (${hash}, ${compteId}, ${now}, ${expireLe})`)

/** Returns false if the token is unknown or has expired. */
export const deleteToken = async (tx: Tx, hash: Buffer, now: Date) =>
  (await tx.run(sql`delete from accounts.jeton where hash = ${hash} and "expireLe" > ${now}`)) === 1

export const pruneTokens = (tx: Tx, now: Date) =>
  tx.run(sql`delete from accounts.jeton where "expireLe" <= ${now}`)

export const updatePassword = (tx: Tx, id: number, motDePasse: string, now: Date) =>
  tx.run(sql`
    update accounts.compte set "motDePasse" = ${motDePasse}, "updatedAt" = ${now} where id = ${id}`)

/** Deletes the tokens of an account except one, which ends its other sessions. */
export const deleteOtherTokens = (tx: Tx, compteId: number, kept: Buffer) =>
  tx.run(sql`delete from accounts.jeton where "compteId" = ${compteId} and hash <> ${kept}`)

/** Deletes all tokens of an account, which ends its sessions. */
export const deleteTokensOf = (tx: Tx, compteId: number) =>
  tx.run(sql`delete from accounts.jeton where "compteId" = ${compteId}`)
