import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { borrowRabbit, rabbitUrl, withoutRabbit } from '../support/rabbit.ts'
import { type Process, startServer } from '../support/server.ts'
import { severable } from '../support/severable.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const LIMIT_MS = 10_000
const folder = () => temporaryFolder('stopping')

/** Stops the process and returns its output during the stop. */
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

test('an idle process stops at once and abandons nothing', async () => {
  const server = await startServer(['start'], {
    DATABASE_URL: await freshDatabase(),
    COMPTOIR_DATA: folder(),
  })
  assert.equal(await stopsInTime(server), '')
})

test('without a database the process stops in time and abandons nothing', async () => {
  const line = await severable(await freshDatabase())
  const server = await startServer(['start'], { DATABASE_URL: line.url, COMPTOIR_DATA: folder() })
  line.cut()
  assert.equal((await fetch(`${server.url}/health`)).status, 503)
  assert.deepEqual(abandonedSteps(await stopsInTime(server)), [])
})

test('with an unresponsive database the process stops in time and reports the abandoned work', async () => {
  const line = await severable(await freshDatabase())
  const server = await startServer(['start'], { DATABASE_URL: line.url, COMPTOIR_DATA: folder() })
  const stalled = line.breakAt('accounts.', 'stalled')
  const unanswered = fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.org', motDePasse: 'analytique' }),
  }).then(
    () => false,
    () => true,
  )
  await stalled
  const steps = abandonedSteps(await stopsInTime(server))
  assert.ok(await unanswered)
  for (const step of ['requests', 'events', 'connections to the database'])
    assert.ok(steps.includes(step), step)
})

test('with a caller that never completes its request the process stops in time and reports it', async () => {
  const server = await startServer(['start'], {
    DATABASE_URL: await freshDatabase(),
    COMPTOIR_DATA: folder(),
  })
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  const answered = new Promise(resolve => socket.once('data', resolve))
  // The response to the first request shows that the second has been read.
  socket.write(
    'GET /health HTTP/1.1\r\nhost: localhost\r\n\r\nPOST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
  )
  await answered
  assert.deepEqual(abandonedSteps(await stopsInTime(server)), ['requests'])
  socket.destroy()
})

test('with an unresponsive RabbitMQ the process stops in time', { skip: withoutRabbit }, async () => {
  const releaseRabbit = await borrowRabbit()
  const line = await severable(rabbitUrl!)
  const server = await startServer(['start'], {
    DATABASE_URL: await freshDatabase(),
    COMPTOIR_DATA: folder(),
    AMQP_URL: line.url,
  })
  line.stall()
  assert.deepEqual(abandonedSteps(await stopsInTime(server)), ['events'])
  await releaseRabbit()
})

test('with the embedded PostgreSQL killed the process stops in time', async () => {
  const data = folder()
  const server = await startServer(['start'], { COMPTOIR_DATA: data, COMPTOIR_SAMPLE: '0' })
  const pid = Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0])
  process.kill(pid, 'SIGKILL')
  await stopsInTime(server)
})
