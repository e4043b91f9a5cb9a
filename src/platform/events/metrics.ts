import type { Clock } from '../clock.ts'
import type { DatabasePool } from '../database/database.ts'
import { countsBy, type GaugeDefinition } from '../metrics/metrics.ts'
import { countWaiting, findOldestEvent } from './store.ts'

export const messagesConsumed = countsBy(
  'comptoir_messages_taken_total',
  'Messages consumed by this process, including repeated deliveries',
  'queue',
)

export const messagesRefused = countsBy(
  'comptoir_messages_refused_total',
  'Messages rejected by this process',
  'queue',
)

export const messagesDelayed = countsBy(
  'comptoir_messages_delayed_total',
  'Number of times this process postponed messages because a dependency was unavailable or for an unknown error',
  'queue',
)

/**
 * Returns the gauges of the pending events in the database's outbox. All processes on the database report the same
 * values.
 */
export const createOutboxGauges = (db: DatabasePool, clock: Clock): GaugeDefinition[] => [
  {
    name: 'comptoir_outbox_events',
    help: 'Unpublished events in the database, counted up to 100000',
    value: () => countWaiting(db),
  },
  {
    name: 'comptoir_outbox_oldest_seconds',
    help: 'Age of the oldest unpublished event in the database; 0 if there is none',
    async value() {
      const oldest = await findOldestEvent(db)
      if (!oldest) return 0
      const real = (moment: Date) => clock.toReal(moment).getTime()
      return Math.max(0, (real(clock.now()) - real(oldest.createdAt)) / 1_000)
    },
  },
]

type Broker = { isUp(): boolean; measureQueues(): Record<string, number> }

/** Returns the gauges of this process's connection to the broker and of its queues. */
export const createBrokerGauges = ({ isUp, measureQueues }: Broker): GaugeDefinition[] => [
  {
    name: 'comptoir_broker_up',
    help: 'Whether this process is connected to RabbitMQ',
    value: () => Number(isUp()),
  },
  {
    name: 'comptoir_queue_up',
    help: 'Whether the queue can receive events; 0 if it exists with other arguments or is not bound',
    label: 'queue',
    values: measureQueues,
  },
]
