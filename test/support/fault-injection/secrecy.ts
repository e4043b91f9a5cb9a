import assert from 'node:assert/strict'
import type pg from 'pg'
import { createCipher } from '../../../src/platform/encryption.ts'
import { CVC } from './customers.ts'

export type SearchCounts = { tables: number; rows: number; sealed: number; lines: number }

const CODE = new RegExp(`(^|[^0-9A-Za-z_-])${CVC}([^0-9A-Za-z_-]|$)`, 'm')
const LENGTH = 16

/** Whether a text contains one of the numbers, its digits contiguous or in groups, or the security code. */
function revealsNumber(text: string, numbers: ReadonlySet<string>) {
  if (CODE.test(text)) return true
  for (const [run] of text.matchAll(/\d(?:[ .-]{0,2}\d){15,}/g)) {
    const digits = run.replaceAll(/\D/g, '')
    for (let i = 0; i + LENGTH <= digits.length; i++)
      if (numbers.has(digits.slice(i, i + LENGTH))) return true
  }
  return false
}

/** Whether a text reveals a card, in plain text, in hexadecimal as `bytea` values are, or in base64. */
export function containsCard(text: string, numbers: ReadonlySet<string>): boolean {
  const hidden = (pattern: RegExp, encoding: 'hex' | 'base64') =>
    [...text.matchAll(pattern)].some(([coded]) =>
      revealsNumber(Buffer.from(coded, encoding).toString('latin1'), numbers),
    )
  return (
    revealsNumber(text, numbers) ||
    hidden(/(?:[0-9a-f]{2}){16,}/gi, 'hex') ||
    hidden(/[A-Za-z0-9+/_-]{22,}/g, 'base64')
  )
}

/**
 * Checks that no column of any table contains a card number or security code, not even the decrypted `carte`, and that
 * the texts, printed or sent, contain none either. Returns how much it searched.
 */
export async function checkSecrecy(
  db: pg.Client,
  numbers: ReadonlySet<string>,
  { texts, cardKeys }: { texts: Record<string, string>; cardKeys: string[] },
): Promise<SearchCounts> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const searched = { tables: tables.length, rows: 0, sealed: 0, lines: 0 }
  const found: string[] = []
  const cipher = createCipher(cardKeys, 'cards')
  for (const { name } of tables) {
    const { rows } = await db.query<{ row: string; carte: string | null; place: string }>(
      `select t::text as row, to_jsonb(t)->>'carte' as carte, coalesce(
         to_jsonb(t)->>'authorizationId', 'fidelise ' || (to_jsonb(t)->>'clientFideliseId'), 'client ' || (to_jsonb(t)->>'clientId')) as place
       from ${name} t`,
    )
    for (const { row, carte, place } of rows) {
      searched.rows++
      const opened = carte ? cipher.open(carte, place) : ''
      if (opened) searched.sealed++
      if (containsCard(row, numbers) || containsCard(opened, numbers)) found.push(name)
    }
  }
  for (const [name, text] of Object.entries(texts)) {
    const lines = text.split('\n')
    searched.lines += lines.length
    if (lines.some(line => containsCard(line, numbers))) found.push(name)
  }
  assert.deepEqual([...new Set(found)], [], 'places that contain a card number')
  assert.ok(searched.tables > 30 && searched.sealed > 0, 'the tables were found')
  return searched
}
