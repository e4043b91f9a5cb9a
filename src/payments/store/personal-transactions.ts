import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Transaction } from '../tables.ts'

export const transactionsOf = (db: Database, names: string[]) =>
  db.rows(sql<Transaction>`select * from payments.transaction where "clientId" = any(${names}) order by id`)

export const cardsOf = (tx: Tx, names: string[]) =>
  tx.rows(sql<{ id: number; authorizationId: string }>`
    select id, "authorizationId" from payments.transaction
    where "clientId" = any(${names}) and carte is not null order by id for update`)

export const replaceCard = (tx: Tx, id: number, carte: string) =>
  tx.run(sql`update payments.transaction set carte = ${carte} where id = ${id}`)

/** Amounts, states, dates, orders and refunds stay. */
export const anonymiseTransactions = (tx: Tx, names: string[], pseudonym: string, now: Date) =>
  tx.run(sql`
    update payments.transaction set
      "clientId" = ${pseudonym}, motif = null, differe = null, fidelise = null, "savePaymentMethod" = false,
      "updatedAt" = ${now}
    where "clientId" = any(${names})`)
