import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { SavedCard } from '../../tables.ts'
import type { Payer } from './links.ts'

const whose = ({ names, numeros }: Payer) => sql`
  ("clientId" = any(${names}) or "clientFideliseId" = any(${numeros}))`

export const savedCardsOf = (db: Database, payer: Payer) =>
  db.rows(sql<SavedCard & { createdAt: Date }>`
    select id, "clientFideliseId", "clientId", provider, carte, "createdAt" from payments.carte
    where ${whose(payer)} order by id`)

export const deleteSavedCards = (tx: Tx, payer: Payer) =>
  tx.run(sql`delete from payments.carte where ${whose(payer)}`)
