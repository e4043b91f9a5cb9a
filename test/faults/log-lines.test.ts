import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { rabbitUrl, withoutRabbit } from '../support/rabbit.ts'
import { runCommand, startServer } from '../support/server.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

type Line = { level: string; msg: string; reason?: string; stack?: string; hints?: string[]; route?: string }

/** Parses the output of a process, each line of which must be JSON. */
const linesOf = (output: string): Line[] =>
  output
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))

const settings = async () => ({
  DATABASE_URL: await createTestDatabase(),
  COMPTOIR_DATA: createTemporaryFolder('log'),
  COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9',
  LOG_LEVEL: 'info',
})

test('everything that a server writes is a JSON line, and a stop logs no warning or error', async () => {
  for (const command of ['serve', 'start']) {
    const server = await startServer([command], { ...(await settings()), COMPTOIR_SAMPLE: '0' })
    assert.equal((await fetch(`${server.url}/ready`)).status, 200)
    const ended = server.end('SIGTERM')
    // `/ready` answers 503 until the server no longer accepts connections.
    await eventually('the stop', () =>
      fetch(`${server.url}/ready`).then(
        () => false,
        () => true,
      ),
    )
    assert.equal(await ended, 0)
    const lines = linesOf(server.output())
    const start = lines.find(({ msg }) => msg === `Comptoir listens on ${server.url}`)
    assert.match(start?.hints?.join() ?? '', /No API keys are configured/)
    assert.ok(lines.some(({ msg, route }) => msg === 'request' && route === '/ready'))
    const problems = lines.filter(({ level }) => level !== 'info')
    assert.deepEqual(problems, [])
  }
})

test('a start that a setting prevents writes one JSON line without a stack', async () => {
  const { code, output } = await runCommand(['serve'], { PORT: 'http' })
  assert.equal(code, 1)
  const [{ level, msg, ...others }, ...more] = linesOf(output) as [Line, ...Line[]]
  assert.equal(level, 'fatal')
  assert.equal(msg, 'PORT is http; it must be a whole number from 0 to 65535')
  assert.deepEqual(Object.keys(others).sort(), ['instance', 'time'])
  assert.deepEqual(more, [])
})

describe('a login that RabbitMQ refuses', { skip: withoutRabbit }, () => {
  test('is one line per attempt, without a stack, that says what to check', async () => {
    const url = new URL(rabbitUrl!)
    url.password = 'expired'
    const server = await startServer(['serve'], { ...(await settings()), AMQP_URL: url.href })
    const warnings = () => linesOf(server.output()).filter(({ level }) => level !== 'info')
    await eventually('a second attempt', () => warnings().length > 1)
    assert.equal(await server.end('SIGTERM'), 0)
    for (const { reason = '', msg, ...others } of warnings()) {
      assert.equal(msg, 'RabbitMQ is unavailable; events remain in the outbox')
      assert.match(reason, /ACCESS_REFUSED - .*: check user, password and virtual host of AMQP_URL$/)
      assert.deepEqual(Object.keys(others).sort(), ['instance', 'level', 'time'])
      assert.doesNotMatch(reason, /expired/)
    }
  })
})
