import type { Person } from '../../accounts/contract.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { columns, counter } from '../clients/store/clients.ts'
import type { Client } from '../schemas.ts'

/** What an erased customer's e-mail address ends in: a name that no mail goes to (RFC 2606). */
const NOWHERE = '@efface.invalid'

/** Deleted customers too, until they are erased. */
const ofPerson = ({ clientIds, numeros, emails }: Person) => sql`
  ("idClient" = any(${clientIds}) or id = any(${numeros})
    or lower("adresseMail") in (select lower(email) from unnest(${emails}::text[]) as email))
  and "adresseMail" <> "idClient" || ${NOWHERE}`

export const clientsOf = (db: Database, person: Person) =>
  db.rows(sql<Client>`select ${columns} from loyalty.client where ${ofPerson(person)} order by id`)

export const attributionsOf = (db: Database, ids: number[]) =>
  db.rows(sql`
    select "ordreId", "clientId", points, "createdAt" from loyalty.attribution
    where "clientId" = any(${ids}) order by "createdAt", "ordreId"`)

/** Under an identifier that nobody has any more. */
export const forgetBuyers = (tx: Tx, { clientIds, userIds, numeros }: Person) =>
  tx.run(sql`
    update loyalty.attribution set acheteur = null
    where acheteur = any(${[...clientIds, ...userIds.map(String)]})
      or ("clientId" = any(${numeros}) and acheteur is not null)`)

/** Two records of one person stay two: the second and further ones carry their number behind the pseudonym. */
export async function anonymiseClients(tx: Tx, person: Person, pseudonym: string, now: Date) {
  const erased = await tx.rows(sql<{ wasActive: boolean }>`
    with who as (
      select id, "deletedAt" is null as "wasActive",
        ${pseudonym} || case when row_number() over (order by id) = 1 then '' else '_' || id end as name
      from loyalty.client where ${ofPerson(person)})
    update loyalty.client set
      "idClient" = who.name, "adresseMail" = who.name || ${NOWHERE}, civilite = null, nom = 'effacé', prenom = 'Client',
      anniversaire = null, telephone = null, adresse = null, "dateDebutFidelisation" = null,
      "deletedAt" = coalesce("deletedAt", ${now}), "updatedAt" = ${now}
    from who where loyalty.client.id = who.id
    returning who."wasActive"`)
  const fewer = erased.filter(({ wasActive }) => wasActive).length
  await counter.add(tx, [{ nombre: -fewer }])
  return erased.length
}
