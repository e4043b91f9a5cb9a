import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Type from 'typebox'
import { defineArea } from '../../src/platform/area.ts'
import { withTimeout } from '../../src/platform/concurrency/timeout.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { job, jobKind } from '../../src/platform/jobs/job.ts'
import { createOperationFactory } from '../../src/platform/peers/operation.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'
import { startSeverableProxy } from '../support/severable.ts'

const LIMIT_MS = 10_000
/** These tests mostly wait for time limits, so they run concurrently. */
const WAITING = { concurrency: true }
const count = jobKind<object>('probe.count')

/** Opens a platform with a breakable database connection, and waits until it consumes events and runs jobs. */
async function busyPlatform() {
  const line = await startSeverableProxy(await createTestDatabase())
  const done = { jobs: 0, events: 0 }
  const shop = await openPlatform({
    databaseUrl: line.url,
    areas: [
      defineProbe({
        jobs: [job(count, async () => void done.jobs++)],
        onNoted: async tx => {
          await tx.run(sql`select 1`)
          tx.afterCommit(() => done.events++)
        },
      }),
    ],
  })
  /** Creates an event and jobs. Ignores the errors of a broken connection, on which it creates nothing. */
  const work = async () => {
    await shop.call('POST', '/api/publique/notes', { text: 'work' })
    await shop.platform.db
      .transaction(async tx => {
        for (let i = 0; i < 5; i++) await shop.platform.jobs.add(tx, count, {})
      })
      .catch(() => {})
  }
  await work()
  await eventually('jobs and events are being processed', async () => done.jobs >= 5 && done.events >= 1)
  return { shop, line, done, work }
}

const stopsInTime = ({ close }: TestPlatform) => withTimeout(LIMIT_MS, close())

/** Points in the life of a process, with bytes that it sends to the database there. */
const moments = {
  'a connection is being opened': 'user\0',
  'the job runner looks for jobs of dead processes': 'pg_locks',
  'the job runner acquires its liveness lock': 'pg_advisory_lock',
  'its listener subscribes': 'LISTEN "jobs:insert"',
  'a job is fetched': 'get_job',
  'a completed job is deleted': 'delete from "graphile_worker"',
  'an event is consumed': 'delete from platform.outbox',
  'a request commits': 'commit',
}

for (const fault of ['cut', 'stalled'] as const) {
  describe(`the database connection is ${fault}`, WAITING, () => {
    for (const [moment, bytes] of Object.entries(moments))
      test(`while ${moment}: the platform stops in time`, async () => {
        const { shop, line, work } = await busyPlatform()
        // Breaks every connection, as a restart of the database does, so that all are opened again.
        const broken = line.breakAt(bytes, fault)
        line.cut()
        line.restore()
        await happens(broken, work)
        await stopsInTime(shop)
      })

    for (const [moment, bytes] of [
      ['the listener is released', 'UNLISTEN'],
      ['connections are closed', 'X\0\0\0\x04'],
    ] as const)
      test(`while the platform stops and ${moment}: it stops in time`, async () => {
        const { shop, line } = await busyPlatform()
        const broken = line.breakAt(bytes, fault)
        await stopsInTime(shop)
        await broken
      })
  })
}

describe('the database connection is cut and restored', WAITING, () => {
  for (const moment of [
    'a connection is being opened',
    'the job runner acquires its liveness lock',
    'its listener subscribes',
    'a job is fetched',
    'a completed job is deleted',
  ] as const)
    test(`jobs continue and the platform stops in time after a connection was cut while ${moment}, and restored`, async () => {
      const { shop, line, done, work } = await busyPlatform()
      const broken = line.breakAt(moments[moment], 'cut')
      line.cut()
      line.restore()
      await happens(broken, work)
      line.restore()
      const before = done.jobs
      await eventually('jobs run again', async () => {
        await work()
        return done.jobs > before
      })
      await stopsInTime(shop)
    })
})

/** Creates work until the connection breaks. */
async function happens(moment: Promise<void>, work: () => Promise<void>) {
  let come = false
  void moment.then(() => {
    come = true
  })
  await eventually('the expected moment is reached', async () => {
    if (!come) await Promise.race([work(), moment])
    return come
  })
}

const listNotes = createOperationFactory('probe')({
  method: 'GET',
  url: '/api/publique/notes',
  config: { access: 'customer' },
  schema: {
    operationId: 'notes',
    summary: 'Notes',
    querystring: Type.Object({ limit: Type.Integer() }),
    response: { 200: Type.Object({ limit: Type.Integer() }) },
  },
})

/** Opens a listening platform with a request in progress, which calls another area once `respond` is called. */
async function withRequest(settings: Record<string, string> = {}) {
  const come = Promise.withResolvers<void>()
  const respond = Promise.withResolvers<void>()
  const waiting = defineArea({
    name: 'waiting',
    calls: ['probe'],
    open: ({ peers }) => ({
      routes: async app => {
        const schema = { operationId: 'wait', response: { 200: Type.Object({ limit: Type.Integer() }) } }
        app.get('/api/publique/attente', { config: { access: 'open' }, schema }, async () => {
          come.resolve()
          await respond.promise
          return (await peers.ask(listNotes, { query: { limit: 7 } })).body
        })
      },
    }),
  })
  const shop = await openPlatform({ areas: [defineProbe(), waiting], settings })
  const url = await shop.server.listen({ host: '127.0.0.1', port: 0 })
  const answer = fetch(`${url}/api/publique/attente`)
  await come.promise
  return { shop, url, answer, respond: respond.resolve }
}

const isGone = (url: string) =>
  fetch(`${url}/health`).then(
    () => false,
    () => true,
  )

test('a request in progress during the stop completes, with its calls to other areas, and its connection closes', async () => {
  const { shop, url, answer, respond } = await withRequest({ COMPTOIR_DRAIN_MS: '60000' })
  const closed = stopsInTime(shop)
  await eventually('new connections are refused', () => isGone(url))
  respond()
  const { status, headers } = await answer
  assert.deepEqual([status, headers.get('connection')], [200, 'close'])
  await closed
})

test('a readiness check fails first, and requests are served until callers had time to notice', async () => {
  const { shop, url, answer, respond } = await withRequest()
  respond()
  await answer
  const ready = async () => (await fetch(`${url}/ready`)).status
  assert.equal(await ready(), 200)
  const errors: unknown[] = []
  shop.platform.log.error = ((...line: unknown[]) => errors.push(line)) as typeof shop.platform.log.error
  const closed = shop.close()
  assert.equal(await ready(), 503)
  const served = await fetch(`${url}/probe/api/publique/notes?limit=3`)
  assert.deepEqual([served.status, served.headers.get('connection')], [200, 'close'])
  await closed
  assert.ok(await isGone(url))
  assert.deepEqual(errors, [])
})

test('requests that still arrive at the end of the drain are served', async () => {
  const { shop, url, answer, respond } = await withRequest({ COMPTOIR_DRAIN_MS: '3000' })
  respond()
  await answer
  assert.equal((await fetch(`${url}/ready`)).status, 200)
  const begun = performance.now()
  const closed = shop.close()
  await eventually('the drain ended a second ago', async () => {
    const { status } = await fetch(`${url}/probe/api/publique/notes?limit=3`)
    assert.equal(status, 200)
    return performance.now() - begun > 4_000
  })
  await closed
})

test('a server is not ready before its work has started, but healthy', async () => {
  const shop = await openPlatform({ started: false, areas: [defineProbe()] })
  const { status, body } = await shop.call<{ message: string }>('GET', '/ready')
  assert.deepEqual([status, body.message], [503, 'The server is starting'])
  assert.equal((await shop.call('GET', '/health')).status, 200)
  await shop.close()
})
