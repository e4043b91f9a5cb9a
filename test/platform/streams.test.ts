import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { openPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'

const KEY = { 'x-api-key': 'first-key' }

async function open(settings: Record<string, string>) {
  const shop = await openPlatform({ areas: [defineProbe()], started: false, settings })
  const base = await shop.server.listen({ host: '127.0.0.1', port: 0 })
  const stream = (headers: Record<string, string> = {}, localAddress = '127.0.0.1') =>
    new Promise<IncomingMessage>((resolve, reject) =>
      get(`${base}/api/clock/update-sse`, { headers, localAddress, agent: false }, resolve).on(
        'error',
        reject,
      ),
    )
  const streams = (n: number, ...how: Parameters<typeof stream>) =>
    Promise.all(Array.from({ length: n }, () => stream(...how)))
  return { ...shop, stream, streams }
}
const statuses = (answers: IncomingMessage[]) => answers.map(({ statusCode }) => statusCode).sort()

test('of thirty concurrent streams twenty are open to one address; a closed stream frees its slot', async () => {
  const { stream, streams, close } = await open({ COMPTOIR_API_KEYS: 'first-key' })
  const answers = await streams(30)
  assert.deepEqual(statuses(answers), [...Array(20).fill(200), ...Array(10).fill(429)])
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  assert.ok(Number(refused?.headers['retry-after']) > 0)

  assert.equal((await stream({}, '127.0.0.2')).statusCode, 200)
  assert.deepEqual(statuses(await streams(3, KEY)), [200, 200, 200])

  answers.find(({ statusCode }) => statusCode === 200)?.destroy()
  await eventually('a new stream is accepted', async () => (await stream()).statusCode === 200)
  assert.equal((await stream()).statusCode, 429)
  await close()
})

test('without keys configured the number of streams is not limited', async () => {
  const { streams, close } = await open({ COMPTOIR_LIMIT_STREAMS: '2' })
  assert.deepEqual(statuses(await streams(5)), Array(5).fill(200))
  await close()
})
