import assert from 'node:assert/strict'
import { get } from 'node:http'
import { before, describe, test } from 'node:test'
import { defineArea } from '../../src/platform/area.ts'
import { sendWholeList } from '../../src/platform/http/lists.ts'
import { eventually } from '../support/eventually.ts'
import { openPlatform } from '../support/platform.ts'

/** A list without an end, which no reader reads completely. */
async function* endless() {
  for (;;) yield ['x'.repeat(100_000)]
}

const library = defineArea({
  name: 'library',
  calls: [],
  open: () => ({
    routes: async app => {
      app.get(
        '/api/publique/livres',
        { config: { access: 'open' }, schema: { operationId: 'listBooks', summary: 'All books' } },
        async (_request, reply) => sendWholeList(reply, endless(), row => JSON.stringify(row)),
      )
    },
  }),
})

const KEY = { 'x-api-key': 'first-key' }

describe('whole lists', () => {
  const open = async (settings: Record<string, string>) => {
    const shop = await openPlatform({ areas: [library], settings, started: false })
    const base = await shop.server.listen({ host: '127.0.0.1', port: 0 })
    /** Requests the list and reads only its beginning, until `leave` ends the request. */
    return (localAddress: string, headers = {}) => {
      const asked = { begun: false, leave: () => {} }
      const request = get(`${base}/api/publique/livres`, { localAddress, headers, agent: false }, answer => {
        answer.once('data', () => {
          asked.begun = true
          answer.pause()
        })
      })
      request.on('error', () => {})
      asked.leave = () => request.destroy()
      return asked
    }
  }
  const begun = (asked: { begun: boolean }[]) => asked.filter(each => each.begun).length
  let ask: Awaited<ReturnType<typeof open>>
  before(async () => {
    ask = await open({ COMPTOIR_API_KEYS: 'first-key' })
  })

  test('are sent four at a time per address; the fifth starts when one ends, and other addresses do not wait', async () => {
    const asked = Array.from({ length: 8 }, () => ask('127.0.0.1'))
    await eventually('four responses have begun', async () => begun(asked) === 4)
    const others = [ask('127.0.0.2'), ...Array.from({ length: 6 }, () => ask('127.0.0.1', KEY))]
    await eventually('the other responses have begun', async () => begun(others) === 7)
    assert.equal(begun(asked), 4)
    // A request that ends while it waits does not take the place of another.
    asked.find(each => !each.begun)?.leave()
    for (const each of asked.filter(({ begun }) => begun)) each.leave()
    await eventually('the waiting responses have begun', async () => begun(asked) === 7)
    for (const each of [...asked, ...others]) each.leave()
  })

  test('are sent to all callers without keys configured', async () => {
    const free = await open({})
    const asked = Array.from({ length: 8 }, () => free('127.0.0.1'))
    await eventually('all responses have begun', async () => begun(asked) === 8)
    for (const each of asked) each.leave()
  })
})
