import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { eventually } from '../eventually.ts'
import { pause } from '../pause.ts'
import { createRandom } from '../seeded-random.ts'
import { runCommand } from '../server.ts'
import { type Announcement, receiveAnnouncements } from './broker.ts'
import { checkMessages, checkMoney, checkPayments, countEndings, listAnnouncements } from './checks.ts'
import { createRandomCaller, createReports, type Reports, runCustomer } from './customers.ts'
import { type FaultyPlatform, startFaultyPlatform } from './faulty-platform.ts'
import { checkSecrecy } from './secrecy.ts'

type Options = {
  payments: number
  seed: number
  /** The RabbitMQ for the events; without it, the processes consume them from the outbox. */
  amqpUrl?: string
  /**
   * The pause before refunds with an unknown outcome are repeated: longer than a call whose process died locks its key.
   * Without it, they are not repeated.
   */
  patientMs?: number
  onPayment?: () => void
}

const CUSTOMERS_AT_ONCE = 12
const SETTLED_MS = 60_000
const CARD_KEY = randomBytes(32).toString('base64url')
const PRINTED = join(tmpdir(), 'comptoir-faults.log')

/** Makes payments while processes are killed and PostgreSQL is restarted; then checks all data, messages and logs. */
export async function runPayments({ payments, seed, amqpUrl, patientMs, onPayment = () => {} }: Options) {
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-faults-'))
  const listener = amqpUrl ? await receiveAnnouncements(amqpUrl) : undefined
  let platform: FaultyPlatform | undefined
  try {
    platform = await startFaultyPlatform(directory, {
      COMPTOIR_PAYMENT_DELAY_MS: '300',
      COMPTOIR_CONFIRM_DELAY_MS: '0',
      COMPTOIR_CARD_KEYS: CARD_KEY,
      ...(amqpUrl ? { AMQP_URL: amqpUrl } : {}),
    })
    const reports = createReports()
    const product = await productOf(platform.urls)
    platform.injectFaults(createRandom(seed))
    const seeds = customersUntil(payments, seed, platform)
    await Promise.all(
      Array.from({ length: CUSTOMERS_AT_ONCE }, async () => {
        for (const each of seeds) {
          await runCustomer(platform!.urls, each, product, reports)
          onPayment()
        }
      }),
    )
    await platform.stopFaults()
    if (patientMs !== undefined) await askAgain(platform.urls, reports, patientMs)
    return { ...platform.done, ...(await check(platform, reports, listener?.received)) }
  } catch (error) {
    if (platform) writeFileSync(PRINTED, platform.output())
    console.error(`The output of the processes is in ${PRINTED}`)
    throw error
  } finally {
    await listener?.close()
    await platform?.end()
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }

  async function check(
    { databaseUrl, urls, output }: FaultyPlatform,
    reports: Reports,
    received?: Announcement[],
  ) {
    const db = new pg.Client({ connectionString: databaseUrl })
    await db.connect()
    try {
      await eventually('every payment has ended', () => isEmpty(db, PENDING), SETTLED_MS)
      await eventually('every event is consumed', () => isEmpty(db, WAITING), SETTLED_MS)
      if (received)
        await eventually('every announcement is received', async () => {
          const distinct = new Set(received.map(({ messageId }) => messageId)).size
          return distinct >= (await listAnnouncements(db)).length
        })
      await reconciled(urls[0]!)
      await checkPayments(db, reports)
      await checkMoney(db, reports)
      if (received) await checkMessages(db, received)
      const texts = {
        'what was printed': output(),
        "PostgreSQL's log": readFileSync(join(directory, 'database', 'postgres.log'), 'utf8'),
        messages: (received ?? []).map(message => JSON.stringify(message)).join('\n'),
      }
      const searched = await checkSecrecy(db, reports.numbers, { texts, cardKeys: [CARD_KEY] })
      return {
        ...(await countEndings(db)),
        received: received?.length ?? 0,
        numbers: reports.numbers.size,
        searched,
      }
    } finally {
      await db.end()
    }
  }
}

/** Yields a seed for each of the requested customers, and more until there has been a kill and a restart. */
function* customersUntil(payments: number, seed: number, { done }: FaultyPlatform) {
  for (let i = 1; i <= payments || done.kills === 0 || done.restarts === 0; i++) yield seed + i
}

const PENDING = `select from payments.transaction where status = 'en_attente'`
/** Finds payment events that are still in the outbox, which deletes an event when it is published or consumed. */
const WAITING = `select from platform.outbox where queue like 'paiement.%'`
const isEmpty = async (db: pg.Client, query: string) => (await db.query(`${query} limit 1`)).rowCount === 0

/** Orders follow asynchronously, so the check is repeated until it finds no disagreement. */
async function reconciled(url: string) {
  const end = performance.now() + SETTLED_MS
  for (;;) {
    const { code, output } = await runCommand(['reconcile', '--url', url, '--grace', '0'], {})
    if (code === 0) return
    assert.ok(performance.now() < end, output)
    await pause(1_000)
  }
}

async function productOf([url]: string[]) {
  const response = await fetch(`${url}/api/publique/produits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ean: '2000000000017', nom: 'Vis', prixDeVenteCents: 100 }),
  })
  assert.equal(response.status, 201)
  return (await response.json()) as { id: number }
}

/** A shop that does not know the outcome of its refund repeats the call with the same key. */
async function askAgain(urls: string[], reports: Reports, patientMs: number) {
  if (reports.unanswered.length === 0) return
  await pause(patientMs)
  const call = createRandomCaller(urls, createRandom(1))
  for (const wanted of reports.unanswered.splice(0)) {
    const answer = await call('POST', '/api/publique/refund', wanted, wanted.motif)
    assert.ok(answer && [201, 409, 422].includes(answer.status), JSON.stringify(answer))
    assert.doesNotMatch(answer.body.message ?? '', /still running/)
    if (answer.status === 201)
      reports.refunds.set(Number(answer.body.refundId), {
        of: wanted.transactionId,
        cents: Math.round(wanted.montant * 100),
      })
  }
}
