import pg from 'pg'
import { Connection } from 'rabbitmq-client'
import { areas } from '../../src/areas.ts'
import { adminUrl } from './database.ts'
import { Noted } from './probe.ts'

/** The RabbitMQ that the test command brought up; undefined when a file is run without it. */
export const rabbitUrl = process.env.COMPTOIR_TEST_AMQP_URL

/** For a test's options: why it is skipped, or false. */
export const withoutRabbit = rabbitUrl ? false : 'no RabbitMQ: run npm test'

/** What no area announces. */
const OTHERS = [{ queue: 'fidelite.historique-achat' }, { queue: 'comptoir.webhooks' }]

const LOCK = 2_718_281_828

let borrowed = false

/**
 * Queue names are the interface's own, so two platforms on one broker would take each other's messages: one at a time has
 * it, and finds its queues gone. Gives what hands it on.
 */
export async function borrowRabbit(): Promise<() => Promise<void>> {
  if (borrowed)
    throw new Error(
      'RabbitMQ is not given back yet: an earlier test of this file has not closed its platform',
    )
  borrowed = true
  const turn = new pg.Client({ connectionString: adminUrl() })
  await turn.connect()
  await turn.query('select pg_advisory_lock($1)', [LOCK])
  const connection = new Connection(rabbitUrl)
  for (const { queue } of [Noted, ...OTHERS, ...areas.flatMap(area => area.announces ?? [])])
    await connection.queueDelete({ queue })
  await connection.close()
  return async () => {
    borrowed = false
    await turn.end()
  }
}
