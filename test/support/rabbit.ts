import pg from 'pg'
import { Connection } from 'rabbitmq-client'
import { areas } from '../../src/areas.ts'
import { afterwards } from './afterwards.ts'
import { adminUrl } from './database.ts'
import { Noted } from './probe.ts'

/** The RabbitMQ that the test command started; undefined when a file runs without it. */
export const rabbitUrl = process.env.COMPTOIR_TEST_AMQP_URL

/** For the options of a test: the reason to skip it, or false. */
export const withoutRabbit = rabbitUrl ? false : 'no RabbitMQ: run npm test'

/** Queues that no area announces. */
const OTHERS = [{ queue: 'fidelite.historique-achat' }, { queue: 'comptoir.webhooks' }]

const LOCK = 2_718_281_828

let borrowed = false

/**
 * Waits for exclusive use of the broker, and deletes its queues. Queue names are part of the interface, so two
 * platforms on one broker would consume each other's messages. Returns a function that releases the lock, which the end
 * of the test file also calls. Throws if this file already has the lock.
 */
export async function lockRabbit(): Promise<() => Promise<void>> {
  if (borrowed)
    throw new Error('RabbitMQ is still in use: an earlier test of this file has not closed its platform')
  borrowed = true
  const turn = new pg.Client({ connectionString: adminUrl() })
  await turn.connect()
  await turn.query('select pg_advisory_lock($1)', [LOCK])
  const connection = new Connection(rabbitUrl)
  for (const { queue } of [Noted, ...OTHERS, ...areas.flatMap(area => area.announces ?? [])])
    await connection.queueDelete({ queue })
  await connection.close()
  let released: Promise<void> | undefined
  const release = () => {
    released ??= turn.end().finally(() => {
      borrowed = false
    })
    return released
  }
  // A test that fails before its release must not fail those of the next file.
  afterwards(release)
  return release
}
