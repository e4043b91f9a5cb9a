import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { App } from '../../app.ts'
import type { Config } from '../../config.ts'
import { countSales } from '../../orders/figures/count-figures.ts'
import { createCardVault } from '../../payments/card-vault.ts'
import type { PaymentsSettings } from '../../payments/settings.ts'
import { inParis } from '../../platform/clock.ts'
import { acquireLock } from '../../platform/database/locks.ts'
import { hasRows, insertRows, type RecordedTable } from '../../platform/database/recorded-rows.ts'
import type { ServerClient } from '../http.ts'
import { readBasis } from './basis.ts'
import { createTimeShift } from './times.ts'

/** The rows that 60 days of orders leave in all areas; `sample/history/record.ts` writes it and describes its texts. */
export type History = { basis: string; schema: string; end: string; tables: RecordedTable[] }

export async function readHistory(): Promise<History> {
  const packed = await readFile(new URL('../../../sample/history.json.gz', import.meta.url))
  return JSON.parse((await promisify(gunzip)(packed)).toString()) as History
}

/**
 * Inserts the orders of the sample shop, the last of them today, in one transaction. Does nothing in a shop that has an
 * order or other ids than the recorded shop.
 */
export async function loadHistory(server: ServerClient, { platform }: App, config: Config): Promise<void> {
  const { db, clock } = platform
  const history = await readHistory()
  if ((await readBasis(server)) !== history.basis) return
  const tables = createTables(history, clock.now(), config.ofAreas.payments as PaymentsSettings)
  await db.transaction(async tx => {
    await acquireLock(tx, 'sample.history')
    if (await hasRows(tx, 'orders.commande')) return
    for (const table of tables) await insertRows(tx, table)
  })
  await countSales({ db })
}

type Row = Record<string, unknown>
type Numbers = Record<string, { annee: number; rang: number; numero: string }>

/** Returns the tables with the moments, numbers of documents and encrypted cards of this shop. */
function createTables({ end, tables }: History, now: Date, { cardKeys }: PaymentsSettings) {
  const momentOf = createTimeShift(now, end)
  const numbers = numberDocuments(tables, momentOf)
  const vault = createCardVault(cardKeys)
  const decode = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (value.startsWith('@')) return momentOf(value.slice(1))
      const [rank = '', part = 'numero'] = value.startsWith('#') ? value.slice(1).split('.') : []
      return rank ? numbers[rank]?.[part as 'numero'] : value
    }
    if (Array.isArray(value)) return value.map(decode)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, decode(each)]))
  }
  return tables.map(table => {
    const rowOf = (values: unknown[]) => {
      const row: Row = Object.fromEntries(table.columns.map((column, i) => [column, decode(values[i])]))
      if (typeof row.carte === 'string')
        row.carte = vault.seal(JSON.parse(row.carte), String(row.authorizationId))
      return row
    }
    return { ...table, added: table.added.map(rowOf), changed: table.changed.map(rowOf) }
  })
}

/** Numbers invoices and credit notes by the year of their moment in Paris, because the days may be of two years. */
function numberDocuments(tables: readonly RecordedTable[], momentOf: (time: string) => Date | string) {
  const numbers: Numbers = {}
  const documents = tables.find(({ name }) => name === 'orders.piece')
  const at = (column: string) => documents?.columns.indexOf(column) ?? -1
  const issued = (documents?.added ?? []).map(row => ({
    rank: Number(String(row[at('numero')]).slice(1)),
    annee: inParis(new Date(momentOf(String(row[at('emiseLe')]).slice(1)))).year,
  }))
  let last = { annee: 0, rang: 0 }
  for (const { rank, annee } of issued.sort((a, b) => a.rank - b.rank)) {
    last = { annee, rang: annee === last.annee ? last.rang + 1 : 1 }
    numbers[rank] = { ...last, numero: `${annee}-${String(last.rang).padStart(6, '0')}` }
  }
  return numbers
}
