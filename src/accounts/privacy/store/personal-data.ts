import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Person } from '../../contract.ts'
import type { Mail } from '../../mails/mail.ts'
import { columns as mailColumns } from '../../mails/store/mails.ts'
import { accountHolder } from '../../sign-in-limits/known-networks.ts'
import { columns } from '../../store/accounts.ts'
import type { Account } from '../../tables.ts'

const whose = ({ clientIds, userIds, emails }: Person) => sql`
  "clientId" = any(${clientIds}) or id = any(${userIds}) or lower(email) in (${lower(emails)})
  or id in (select "compteId" from accounts.alias where accounts.alias."clientId" = any(${clientIds}))`

const lower = (emails: string[]) => sql`select lower(email) from unnest(${emails}::text[]) as email`

export const accountsOf = (db: Database, person: Person) =>
  db.rows(sql<Account>`select ${columns} from accounts.compte where ${whose(person)} order by id`)

export const aliasesOfAccounts = (db: Database, ids: number[]) =>
  db.rows(sql<{ clientId: string; compteId: number }>`
    select "clientId", "compteId" from accounts.alias where "compteId" = any(${ids}) order by "clientId"`)

/** When they signed in; what opens a session is a secret, and only its hash is known. */
export const sessionsOf = (db: Database, ids: number[]) =>
  db.rows(sql`
    select "createdAt", "expireLe" from accounts.jeton where "compteId" = any(${ids}) order by "createdAt", hash`)

/** Not what a mail linked to: nobody keeps that. */
export const mailsOf = (db: Database, { clientIds, emails }: Person, accounts: number[]) =>
  db.rows(sql<Mail>`
    select ${mailColumns} from accounts.courriel
    where ${toOrAbout(clientIds, emails, accounts)} order by id`)

export const deleteMails = (tx: Tx, { clientIds, emails }: Person, accounts: number[]) =>
  tx.run(sql`delete from accounts.courriel where ${toOrAbout(clientIds, emails, accounts)}`)

const toOrAbout = (clientIds: string[], emails: string[], accounts: number[]) => sql`
  lower(destinataire) in (${lower(emails)}) or "compteId" = any(${accounts}) or "clientId" = any(${clientIds})`

/**
 * What was sent of somebody has one of their names as a text of its own, or a number where a customer is meant: an account's in
 * digits, loyalty's. The e-mail address is compared without regard to case.
 */
const telling = ({ clientIds, userIds, numeros, emails, ordreIds }: Person) => {
  const named = [...clientIds, ...ordreIds].map(name => JSON.stringify(name))
  const numbered = [...userIds.map(String), ...numeros.map(String)].flatMap(n => [
    `"clientId":"${n}"`,
    `"clientId":${n},`,
    `"clientId":${n}}`,
  ])
  return sql`
    exists (select from unnest(${[...named, ...numbered]}::text[]) as name where strpos(corps::text, name) > 0)
    or exists (
      select from unnest(${emails.map(email => JSON.stringify(email))}::text[]) as email
      where strpos(lower(corps::text), lower(email)) > 0)`
}

export const webhookEventsOf = (db: Database, person: Person) =>
  db.rows(sql`
    select type, corps, "createdAt" from accounts.evenement_webhook where ${telling(person)} order by id`)

/** With the log of their deliveries; what is still to be sent is not sent any more. */
export const deleteWebhookEvents = (tx: Tx, person: Person) =>
  tx.run(sql`delete from accounts.evenement_webhook where ${telling(person)}`)

const holders = (ids: number[]) => ids.map(accountHolder)

/** When they were last seen at places that nobody can read out of it. */
export const networksOf = (db: Database, ids: number[]) =>
  db.rows(sql`
    select "vuLe" from accounts.reseau_connu where titulaire = any(${holders(ids)}) order by "vuLe", reseau`)

/** Gives the number of rows of each table that are no more. */
export async function deleteAccounts(tx: Tx, ids: number[]) {
  return {
    reseau_connu: await tx.run(sql`
      delete from accounts.reseau_connu where titulaire = any(${holders(ids)})`),
    jeton: await tx.run(sql`delete from accounts.jeton where "compteId" = any(${ids})`),
    lien: await tx.run(sql`delete from accounts.lien where "compteId" = any(${ids})`),
    alias: await tx.run(sql`delete from accounts.alias where "compteId" = any(${ids})`),
    compte: await tx.run(sql`delete from accounts.compte where id = any(${ids})`),
  }
}
