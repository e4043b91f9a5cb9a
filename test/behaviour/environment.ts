import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { startPurchasingStandIn } from '../../sample/purchasing.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { DatabasePool } from '../../src/platform/database/database.ts'
import { afterwards } from '../support/afterwards.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { GUARDED } from '../support/guarded.ts'
import { LEGAL } from '../support/invoices.ts'
import { openMailbox } from '../support/mailbox.ts'
import { openPlatform } from '../support/platform.ts'
import { openReceiver } from '../support/receiver.ts'
import { SETTINGS as WEBHOOKS } from '../support/webhooks.ts'

const START = Date.parse('2030-03-04T08:00:00Z')
const DAY_MS = 86_400_000

/** Creates a clock that moves only when advanced. A job due later waits at least a day, so that none runs by itself. */
export function createManualClock(start = START): Clock & { advance(seconds: number): void } {
  let time = start
  return {
    multiplier: 1,
    now: () => new Date(time),
    toReal: at => new Date(Date.now() + (at.getTime() > time ? at.getTime() - time + DAY_MS : 0)),
    real: (afterMs = 0) => new Date(Date.now() + afterMs),
    after: ms => new Date(time + ms),
    advance(seconds) {
      time += seconds * 1_000
    },
  }
}

const LIMITS = ['ORDERS', 'LINKS', 'REGISTRATIONS', 'CARDS', 'UNPAID_ORDERS', 'LOGINS']
const SETTINGS = {
  ...GUARDED,
  ...LEGAL,
  ...WEBHOOKS,
  ...Object.fromEntries(LIMITS.map(name => [`COMPTOIR_LIMIT_${name}`, '10000'])),
  COMPTOIR_RETURN_ORIGINS: 'https://boutique.example',
  COMPTOIR_PUBLIC_URL: 'http://localhost:3000',
  // A slow response on a busy machine must not be recorded as behavior.
  COMPTOIR_PURCHASING_TIMEOUT_MS: '60000',
}

/** Events leave the outbox once they are consumed, so a trigger records them. */
const RECORDER = `
  create schema behaviour;
  create table behaviour.event (id bigint generated always as identity, queue text, body json);
  create function behaviour.record() returns trigger language plpgsql as $$
    begin insert into behaviour.event (queue, body) values (new.queue, new.body); return null; end $$;
  create trigger record after insert on platform.outbox for each row execute function behaviour.record();`

const EVENTS = `
  with read as (delete from behaviour.event returning *) select queue, body from read order by id`

/** Counts pending work: events, jobs that are due, mails, webhooks and repair events. */
const PENDING = `
  select (select count(*) from platform.outbox)
    + (select count(*) from graphile_worker.jobs where locked_at is not null or (run_at <= now() and attempts < max_attempts))
    + (select count(*) from accounts.courriel where statut = 'a_envoyer')
    + (select count(*) from accounts.livraison_webhook l join accounts.webhook w on w.id = l."webhookId"
       where l.statut = 'en_attente' and w.actif)
    + (select count(*) from logistics.evenement_reparation where "transmisLe" is null) as count`

/** Counts the reads and transactions started and those still open, because some outlast the response to their call. */
function countWork(db: DatabasePool) {
  const counts = { started: 0, open: 0 }
  const counted =
    <Given extends unknown[], Result>(run: (...given: Given) => Promise<Result>) =>
    (...given: Given) => {
      counts.started++
      counts.open++
      return run(...given).finally(() => counts.open--)
    }
  const { rows, first, one, value, column, transaction } = db
  Object.assign(db, {
    ...{ rows: counted(rows), first: counted(first), one: counted(one) },
    ...{ value: counted(value), column: counted(column), transaction: counted(transaction) },
  })
  return counts
}

export type Environment = Awaited<ReturnType<typeof openEnvironment>>

/**
 * Opens a guarded platform on a copy of `template` or on a migrated database without records, with a mailbox, a
 * receiver of webhooks and repair events, and a purchasing application.
 */
export async function openEnvironment(template?: string) {
  const clock = createManualClock(template ? START + 3_600_000 : START)
  const databaseUrl = await createTestDatabase(template)
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  if (!template) await database.query(RECORDER)
  const [mailbox, receiver, purchasing] = await Promise.all([
    openMailbox(),
    openReceiver(),
    startPurchasingStandIn(),
  ])
  const shop = await openPlatform({
    databaseUrl,
    clock,
    settings: {
      ...SETTINGS,
      COMPTOIR_SMTP_URL: mailbox.url,
      COMPTOIR_AFTERSALES_URL: receiver.url,
      COMPTOIR_PURCHASING_URL: purchasing.url,
    },
  })
  afterwards(purchasing.close)
  afterwards(() => database.end())

  const work = countWork(shop.platform.db)
  /** Waits until nothing is pending and the platform read and wrote nothing during the check. */
  async function settle() {
    // A response is sent before its background work starts.
    await setImmediate()
    await eventually(
      'nothing is pending',
      async () => {
        const { started } = work
        const { rows } = await database.query<{ count: string }>({ name: 'pending', text: PENDING })
        return rows[0]?.count === '0' && work.open === 0 && work.started === started
      },
      60_000,
    )
  }

  return {
    ...{ shop, clock, receiver, settle, database },
    /** Returns the events, mails, webhooks and repair events since the previous call, one per line. */
    async fetchEffects(): Promise<string[]> {
      const { rows } = await database.query<{ queue: string; body: unknown }>({
        name: 'events',
        text: EVENTS,
      })
      const events = rows.map(({ queue, body }) => `event ${queue} ${JSON.stringify(body)}`)
      const mails = mailbox.received.splice(0).map(({ to, subject, text }) => {
        const lines = text.trim().replaceAll('\n', ' ¶ ')
        return `mail to ${to}: ${subject} ¶ ${lines}`
      })
      const messages = receiver.received.splice(0).map(({ headers, body }) => {
        const present = ['webhook-id', 'webhook-signature', 'idempotency-key'].filter(name => headers[name])
        return `sent out ${[...present.map(name => `${name}: ${headers[name]}`), body].join(' ')}`
      })
      return [...events, ...mails, ...messages]
    },
    runDue: (name: string) =>
      database.query(
        `select graphile_worker.reschedule_jobs(
           array(select id from graphile_worker.jobs where task_identifier = $1), run_at := now())`,
        [name],
      ),
    publish: (queue: string, body: unknown) =>
      shop.platform.db.transaction(tx =>
        // The outbox uses only the queue of a kind.
        shop.platform.outbox.publish(tx, { queue } as never, body as never),
      ),
    close: () => Promise.all([shop.close(), database.end(), mailbox.close()]),
  }
}
