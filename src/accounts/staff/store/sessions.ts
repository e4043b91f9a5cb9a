import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Member } from '../schemas.ts'

type NewSession = { empreinte: string; membreId: number; expireLe: Date; now: Date }

export const insertSession = (tx: Tx, { empreinte, membreId, expireLe, now }: NewSession) =>
  tx.run(sql`
    insert into accounts.session_membre (empreinte, "membreId", "createdAt", "expireLe")
    values (${empreinte}, ${membreId}, ${now}, ${expireLe})`)

/** The active member whose session it is. */
export const memberOfSession = (db: Database, empreinte: string, now: Date) =>
  db.first(sql<Pick<Member, 'id' | 'email' | 'nom' | 'droits' | 'codeExige'>>`
    select id, email, nom, droits, "codeExige" from accounts.membre
    where actif
      and id = (select "membreId" from accounts.session_membre where empreinte = ${empreinte} and "expireLe" > ${now})`)

export const deleteSession = (tx: Tx, empreinte: string) =>
  tx.run(sql`delete from accounts.session_membre where empreinte = ${empreinte}`)

/** All of a member's, but for one that is to stay. */
export const deleteSessionsOf = (tx: Tx, membreId: number, except: string | null = null) =>
  tx.run(sql`
    delete from accounts.session_membre
    where "membreId" = ${membreId} and (${except}::text is null or empreinte <> ${except})`)

export const pruneSessions = (tx: Tx, now: Date) =>
  tx.run(sql`delete from accounts.session_membre where "expireLe" <= ${now}`)
