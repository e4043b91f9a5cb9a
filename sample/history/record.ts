import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type pg from 'pg'
import { areas } from '../../src/areas.ts'
import { createClient } from '../../src/commands/http.ts'
import { readBasis } from '../../src/commands/seed/basis.ts'
import { seed } from '../../src/commands/seed.ts'
import { createCardVault } from '../../src/payments/card-vault.ts'
import type { Area } from '../../src/platform/area.ts'
import { inParis } from '../../src/platform/clock.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { startPostgres } from '../../test/servers/postgresql.ts'
import { undoAll } from '../../test/support/afterwards.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { pause } from '../../test/support/pause.ts'
import { openPlatform } from '../../test/support/platform.ts'
import { createRandom } from '../../test/support/seeded-random.ts'
import { createSettableClock } from '../../test/support/settable-clock.ts'
import prepareTemplate from '../../test/support/template.ts'
import { playOrders } from './play.ts'
import { listTables, signatureOf, type Table } from './tables.ts'

/**
 * `npm run record-history` plays 60 days of orders through the routes of a sample shop, and writes the rows that
 * they leave in all areas to `history.json.gz`, which `npm start` loads. Times are stored relative to the last day.
 */
const DAYS = 60
const ORDERS = 400
const LAST_DAY = '2026-06-18'
const END = '17:40:00'

const SELLER = {
  COMPTOIR_LEGAL_NAME: 'Comptoir, boutique d’exemple',
  COMPTOIR_LEGAL_FORM: 'SAS au capital de 10 000 €',
  COMPTOIR_LEGAL_ADDRESS: '14 rue des Tisserands; 59000 Lille; France',
  COMPTOIR_LEGAL_SIRET: '123 456 789 00012',
  COMPTOIR_LEGAL_REGISTER: 'RCS Lille',
  COMPTOIR_LEGAL_VAT_NUMBER: 'FR32123456789',
}
const UNLIMITED = Object.fromEntries(
  ['ORDERS', 'LINKS', 'CARDS', 'UNPAID_ORDERS'].map(name => [`COMPTOIR_LIMIT_${name}`, '100000']),
)
const CARD_KEY = 'a key of the recording'

type Row = Record<string, unknown>

/** The areas, whose consumers all take events at once. */
const hurriedAreas = areas.map(area => ({
  ...area,
  async open(platform: Parameters<Area['open']>[0]) {
    const parts = await area.open(platform as never)
    return {
      ...parts,
      consumers: parts.consumers?.map(consumer => ({ ...consumer, unhurried: false })) ?? [],
    }
  },
})) as Area[]

const lastDay = Temporal.PlainDate.from(LAST_DAY)
const midnight = (daysBefore: number) =>
  lastDay.subtract({ days: daysBefore }).toZonedDateTime('Europe/Paris').epochMilliseconds

async function record(databaseUrl: string) {
  const settable = createSettableClock(new Date(midnight(DAYS) - 3_600_000).toISOString())
  // Due a little earlier, so that the runner finds a job when it is told of it, and not only when it polls.
  const clock = { ...settable, toReal: (at: Date) => new Date(settable.toReal(at).getTime() - 500) }
  const shop = await openPlatform({
    ...{ databaseUrl, clock, areas: hurriedAreas },
    settings: {
      ...{ ...UNLIMITED, ...SELLER, COMPTOIR_CARD_KEYS: CARD_KEY },
      ...{ COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0', COMPTOIR_EMAIL_PROOF: '0' },
    },
  })
  const { db } = shop.platform
  const countBusy = sql<{ busy: number }>`
    select (select count(*) from platform.outbox) + (select count(*) from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts) as busy`
  async function settle() {
    while (Number(await db.value(countBusy)) > 0) await pause(5)
  }

  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  const client = createClient({ url: shop.server.listeningOrigin })
  let basis: string | undefined
  await seed(client, async () => {
    basis = await readBasis(client)
  })
  // The shop that loads the history is seeded on the last day, and its promotions begin around it.
  for (const { id, dateDebut, dateFin } of (
    await shop.call<{ id: number; dateDebut: string; dateFin: string }[]>('GET', '/api/publique/data')
  ).body) {
    const later = (date: string) => new Date(Date.parse(date) + (DAYS + 1) * 86_400_000).toISOString()
    await shop.call('PUT', `/api/publique/data/${id}`, {
      dateDebut: later(dateDebut),
      dateFin: later(dateFin),
    })
  }
  await settle()
  const tables = await listTables(db.pg)
  const before = await readRows(db.pg, tables)
  await playOrders({
    ...{ shop, settle, set: clock.set, random: createRandom(20_260_618), orders: ORDERS },
    days: Array.from({ length: DAYS }, (_, i) => midnight(DAYS - 1 - i)),
    end: lastDay.toZonedDateTime({ timeZone: 'Europe/Paris', plainTime: END }).epochMilliseconds,
  })
  const after = await readRows(db.pg, tables)
  return {
    basis,
    end: END,
    schema: await signatureOf(db.pg),
    tables: tables.flatMap(table => differences(table, before, after)),
  }
}

async function readRows(db: pg.Pool, tables: readonly Table[]) {
  const all = new Map<string, Map<string, Row>>()
  for (const { name, columns, key } of tables) {
    const list = Object.keys(columns).map(column => `"${column}"`)
    // `row_to_json` of the selected columns keeps the text of JSON columns.
    const { rows } = await db.query<{ row: Row }>(
      `select row_to_json(t) as row from (select ${list} from ${name} order by ${key.map(column => `"${column}"`)}) as t`,
    )
    all.set(name, new Map(rows.map(({ row }) => [key.map(column => row[column]).join(' '), row])))
  }
  return all
}

type Rows = Awaited<ReturnType<typeof readRows>>

/** Returns the rows of a table that are new or changed; of a counter only the difference. */
function differences({ name, columns, key, numbered }: Table, before: Rows, after: Rows) {
  const was = before.get(name)!
  const is = after.get(name)!
  const gone = [...was.keys()].filter(id => !is.has(id))
  if (gone.length > 0) throw new Error(`${name} has lost rows: ${gone}`)
  if (name.endsWith('.compteur')) {
    const total = (rows: Map<string, Row>) =>
      [...rows.values()].reduce((sum, row) => sum + Number(row.nombre), 0)
    const nombre = total(is) - total(was)
    return nombre === 0
      ? []
      : [
          {
            name,
            columns: ['fragment', 'nombre'],
            key,
            numbered,
            adds: true,
            added: [[0, nombre]],
            changed: [],
          },
        ]
  }
  const added = [...is].filter(([id]) => !was.has(id))
  const changed = [...is].filter(
    ([id, row]) => was.has(id) && JSON.stringify(was.get(id)) !== JSON.stringify(row),
  )
  if (added.length + changed.length === 0) return []
  const names = Object.keys(columns)
  const encoded = (rows: [string, Row][]) => rows.map(([, row]) => encodeRow(name, names, row))
  return [{ name, columns: names, key, numbered, added: encoded(added), changed: encoded(changed) }]
}

const vault = createCardVault([CARD_KEY])
const documentOf = ({ annee, rang }: Row) => `${annee}-${String(rang).padStart(6, '0')}`

function encodeRow(table: string, names: string[], row: Row) {
  if (table === 'payments.transaction' && row.carte !== null)
    row.carte = JSON.stringify(vault.open(String(row.carte), String(row.authorizationId)))
  // Networks are forgotten after some hours.
  if (table === 'orders.commande') row.reseau = null
  if (table === 'accounts.courriel') {
    // A mail server has sent them; without this, the shop would send them once it has one.
    const { createdAt, statut } = row
    Object.assign(row, { prochainEssai: createdAt })
    if (statut === 'a_envoyer') Object.assign(row, { statut: 'envoye', essais: 1, envoyeLe: createdAt })
  }
  if (table === 'orders.piece' || table === 'orders.serie') {
    const mark = encodeText(documentOf(row))
    return names.map(name => (name === 'annee' || name === 'rang' ? `${mark}.${name}` : encode(row[name])))
  }
  return names.map(name => encode(row[name]))
}

function encode(value: unknown): unknown {
  if (typeof value === 'string') return encodeText(value)
  if (Array.isArray(value)) return value.map(encode)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, encode(each)]))
}

/**
 * Encodes a time as `@DAY HH:MM:SS.sss` in Paris, relative to the last day, a date of the recording as `@DAY`, and the
 * number of a document as `#N`.
 */
function encodeText(text: string) {
  if (/^\d{4}-\d{6}$/.test(text)) return `#${Number(text.slice(5))}`
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/.test(text)) {
    const local = inParis(new Date(text)).toPlainDateTime()
    const days = lastDay.until(local.toPlainDate()).days
    return `@${days} ${local.toPlainTime().toString({ smallestUnit: 'millisecond' })}`
  }
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const { days } = lastDay.until(Temporal.PlainDate.from(text))
    return days < -DAYS - 1 ? text : `@${days}`
  }
  if (/^[@#]/.test(text) || text.includes(LAST_DAY.slice(0, 7)))
    throw new Error(`Not expected in a row: ${text}`)
  return text
}

const postgres = await startPostgres()
process.env.COMPTOIR_TEST_DATABASE_URL = postgres.url
try {
  await prepareTemplate(postgres.url)
  const history = await record(await createTestDatabase())
  for (const { name, added, changed } of history.tables) console.log(name, added.length, changed.length)
  const text = JSON.stringify(history)
  const packed = gzipSync(text, { level: 9 })
  writeFileSync(new URL('../history.json.gz', import.meta.url), packed)
  console.log(`${text.length} characters, ${packed.length} bytes compressed`)
  if (process.env.HISTORY_TEXT) writeFileSync(process.env.HISTORY_TEXT, text)
} finally {
  await undoAll()
  await postgres.stop()
}
