import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Transaction } from '../../tables.ts'
import { type Payer, paidByGuest } from './links.ts'

const whose = (payer: Payer) => sql`
  ("clientId" = any(${payer.names}) or fidelise = any(${payer.numeros}) or ${paidByGuest(payer)})`

export const transactionsOf = (db: Database, payer: Payer) =>
  db.rows(sql<Transaction>`select * from payments.transaction where ${whose(payer)} order by id`)

export const cardsOf = (tx: Tx, payer: Payer) =>
  tx.rows(sql<{ id: number; authorizationId: string; carte: string }>`
    select id, "authorizationId", carte from payments.transaction
    where ${whose(payer)} and carte is not null order by id for update`)

export const replaceCard = (tx: Tx, id: number, carte: string) =>
  tx.run(sql`update payments.transaction set carte = ${carte} where id = ${id}`)

/** Amounts, states, dates, orders and refunds stay. */
export const anonymiseTransactions = (tx: Tx, payer: Payer, pseudonym: string, now: Date) =>
  tx.run(sql`
    update payments.transaction set
      "clientId" = ${pseudonym}, motif = null, source = null, differe = null, fidelise = null, "savePaymentMethod" = false,
      "updatedAt" = ${now}
    where ${whose(payer)}`)
