import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { lockRabbit, rabbitUrl, withoutRabbit } from '../support/rabbit.ts'
import { type Process, startServer } from '../support/server.ts'
import { type Line, startSeverableProxy } from '../support/severable.ts'
import { createDataFolder, createTemporaryFolder } from '../support/temporary-folder.ts'

const LIMIT_MS = 10_000

/** Stops the process, which must exit with code 0 within the limit; returns its output during the stop. */
async function stopsInTime(server: Process) {
  const before = server.output().length
  const start = performance.now()
  const code = await server.end('SIGTERM')
  const ms = performance.now() - start
  const output = server.output().slice(before)
  assert.equal(code, 0, output)
  assert.ok(ms < LIMIT_MS, `It took ${Math.round(ms)} ms: ${output}`)
  return output
}

const abandonedSteps = (output: string) =>
  output
    .split('\n')
    .filter(line => line.includes('was abandoned'))
    .map(line => JSON.parse(line).step as string)

const start = async (settings: Record<string, string> = {}) =>
  startServer(['start'], {
    DATABASE_URL: await createTestDatabase(),
    COMPTOIR_DATA: createTemporaryFolder('stopping'),
    ...settings,
  })

type Stage = { server: Process; line: Line }

async function startBehindLine(): Promise<Stage> {
  const line = await startSeverableProxy(await createTestDatabase())
  return { line, server: await start({ DATABASE_URL: line.url }) }
}

async function startWithRabbit() {
  const release = await lockRabbit()
  const line = await startSeverableProxy(rabbitUrl!)
  return { line, server: await start({ AMQP_URL: line.url }), release }
}

async function startWithPostgres() {
  const data = createDataFolder('stopping')
  return { data, server: await startServer(['start'], { COMPTOIR_DATA: data, COMPTOIR_SAMPLE: '0' }) }
}

/** Stops mostly wait for time limits, so they run concurrently. All processes start before, so as to delay no stop. */
describe('a process', { concurrency: true }, () => {
  let idle: Process
  let cut: Stage
  let stalled: Stage
  let withCaller: Process
  let withRabbit: (Stage & { release(): Promise<void> }) | undefined
  let withPostgres: { server: Process; data: string }
  before(async () => {
    ;[idle, cut, stalled, withCaller, withRabbit, withPostgres] = await Promise.all([
      start(),
      startBehindLine(),
      startBehindLine(),
      start(),
      withoutRabbit ? undefined : startWithRabbit(),
      startWithPostgres(),
    ])
  })

  test('an idle process stops at once and abandons nothing', async () => {
    assert.equal(await stopsInTime(idle), '')
  })

  test('without a database the process stops in time and abandons nothing', async () => {
    const { line, server } = cut
    line.cut()
    assert.equal((await fetch(`${server.url}/health`)).status, 503)
    assert.deepEqual(abandonedSteps(await stopsInTime(server)), [])
  })

  test('with an unresponsive database the process stops in time and reports the abandoned work', async () => {
    const { line, server } = stalled
    const isStalled = line.breakAt('accounts.', 'stalled')
    const unanswered = fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', motDePasse: 'analytique' }),
    }).then(
      () => false,
      () => true,
    )
    await isStalled
    const steps = abandonedSteps(await stopsInTime(server))
    assert.ok(await unanswered)
    for (const step of ['requests', 'events', 'connections to the database'])
      assert.ok(steps.includes(step), step)
  })

  test('with a caller that never completes its request the process stops in time and reports it', async () => {
    const { port } = new URL(withCaller.url)
    const socket = connect(Number(port), '127.0.0.1')
    const answered = new Promise(resolve => socket.once('data', resolve))
    // The response to the first request shows that the second has been read.
    socket.write(
      'GET /health HTTP/1.1\r\nhost: localhost\r\n\r\nPOST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
    )
    await answered
    assert.deepEqual(abandonedSteps(await stopsInTime(withCaller)), ['requests'])
    socket.destroy()
  })

  test('with an unresponsive RabbitMQ the process stops in time', { skip: withoutRabbit }, async () => {
    const { line, server, release } = withRabbit!
    line.stall()
    assert.deepEqual(abandonedSteps(await stopsInTime(server)), ['events'])
    await release()
  })

  test('with the embedded PostgreSQL killed the process stops in time', async () => {
    const { data, server } = withPostgres
    const pid = Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0])
    process.kill(pid, 'SIGKILL')
    await stopsInTime(server)
  })
})
