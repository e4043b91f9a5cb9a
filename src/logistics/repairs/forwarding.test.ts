import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startAftersales } from '../../../test/support/aftersales.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { StartError } from '../../platform/problem.ts'
import { REPAIR_EVENTS, type RepairEvent, type WaitingEvent } from './schemas.ts'

let databaseUrl: string
beforeEach(async () => {
  databaseUrl = await createTestDatabase()
})

const openWith = (url?: string) =>
  openPlatform({
    only: ['logistics'],
    databaseUrl,
    settings: url === undefined ? {} : { COMPTOIR_AFTERSALES_URL: url },
  })
const sendEvent = async (shop: TestPlatform, ticketId: string, event: string = 'ARRIVE_DEPOT', day = 10) => {
  const body = { ticketId, event, at: `2026-09-${day}T08:00:00Z` }
  return (await shop.call<RepairEvent>('POST', '/api/publique/events_reparation', body)).body
}
const waiting = async (shop: TestPlatform) => {
  const url = '/api/v1/privee/evenements-en-attente?limit=100'
  return (await shop.call<{ data: WaitingEvent[]; total: number }>('GET', url)).body
}
const untilDrained = (shop: TestPlatform) =>
  eventually('no event is pending', async () => (await waiting(shop)).total === 0)
const counted = async (shop: TestPlatform, path = '/metrics') => {
  const { body } = await shop.call<string>('GET', path)
  return Number(/^comptoir_repair_events_waiting (\d+)$/m.exec(body)?.[1])
}

test('events are forwarded once each, those of a ticket in the order of their arrival', async () => {
  const aftersales = await startAftersales()
  const shop = await openWith(aftersales.url)
  const tickets = Array.from({ length: 20 }, (_, i) => `ordre-${i}`)
  // The latest day is sent first, to show that the order of arrival counts and not the date.
  await Promise.all(
    tickets.map(async ticket => {
      for (const [i, event] of REPAIR_EVENTS.entries()) await sendEvent(shop, ticket, event, 20 - i)
    }),
  )
  await untilDrained(shop)

  const { received } = aftersales
  assert.equal(received.length, 80)
  assert.equal(new Set(received.map(({ key }) => key)).size, 80)
  for (const ticket of tickets)
    assert.deepEqual(
      received.filter(({ ticketId }) => ticketId === ticket).map(({ event }) => event),
      REPAIR_EVENTS,
    )
  const { key: _, ...first } = received.find(({ ticketId }) => ticketId === 'ordre-0')!
  assert.deepEqual(first, {
    ticketId: 'ordre-0',
    event: 'ARRIVE_DEPOT',
    at: '2026-09-20T08:00:00.000Z',
    method: 'POST',
    path: '/sav/evenements',
  })

  const repeated = await sendEvent(shop, 'ordre-0', 'ARRIVE_DEPOT', 20)
  assert.ok(repeated.transmisLe, 'a repeated event has its delivery time')
  await sendEvent(shop, 'ordre-0', 'ARRIVE_DEPOT', 25)
  await untilDrained(shop)
  assert.equal(received.length, 81)
  await shop.close()
})

test('without an after-sales application events wait and are counted, and are sent once it is configured', async () => {
  const aftersales = await startAftersales()
  const without = await openWith()
  for (const event of REPAIR_EVENTS) await sendEvent(without, 'plus-tard', event)
  assert.equal((await waiting(without)).total, 4)
  assert.equal(await counted(without), 4)
  assert.equal(await counted(without, '/logistics/metrics'), 4)
  await without.close()

  const shop = await openWith(aftersales.url)
  await untilDrained(shop)
  assert.equal(await counted(shop), 0)
  assert.deepEqual(
    aftersales.received.map(({ event }) => event),
    REPAIR_EVENTS,
  )
  await shop.close()
})

test('events are sent again if the application refuses, fails, redirects, disconnects or hangs, and do not delay others', async () => {
  const faults: Record<string, (response: import('node:http').ServerResponse) => unknown> = {
    refuse: response => response.writeHead(400).end('{"message": "no"}'),
    fail: response => response.writeHead(500).end('<html>'),
    redirect: response => response.writeHead(302, { location: '/elsewhere' }).end(),
    'break off': response => response.destroy(),
    hang: () => {},
  }
  const aftersales = await startAftersales(({ ticketId, event }, response, times) => {
    const spoil = faults[ticketId]
    if (spoil && event === 'ARRIVE_DEPOT' && times === 1) return void spoil(response)
    // The application accepts the event, but does not end its response.
    response.writeHead(200).write('x')
  })
  const shop = await openWith(aftersales.url)
  for (const ticket of Object.keys(faults))
    for (const event of ['ARRIVE_DEPOT', 'EXPEDIE_CLIENT']) await sendEvent(shop, ticket, event)
  await sendEvent(shop, 'good')

  const { data } = await eventually('only the hanging event is pending', async () => {
    const now = await waiting(shop)
    return now.data.every(({ ticketId }) => ticketId === 'hang') && now
  })
  assert.equal(data.length, 2)
  await eventually('the error of the hanging event is stored', async () => {
    const { data } = await waiting(shop)
    return data.some(({ derniereErreur }) => derniereErreur === 'The application did not answer within 5 s')
  })
  await untilDrained(shop)

  for (const ticket of Object.keys(faults))
    assert.deepEqual(
      aftersales.received.filter(({ ticketId }) => ticketId === ticket).map(({ event }) => event),
      ['ARRIVE_DEPOT', 'ARRIVE_DEPOT', 'EXPEDIE_CLIENT'],
      ticket,
    )
  assert.ok(aftersales.received.every(({ path, method }) => path === '/sav/evenements' && method === 'POST'))
  await shop.close()
})

test('an unavailable application is tried with one event at a time; afterwards it receives all events in order', async () => {
  const aftersales = await startAftersales()
  await aftersales.close()
  const shop = await openWith(aftersales.url)
  const tickets = Array.from({ length: 20 }, (_, i) => `panne-${i}`)
  for (const ticket of tickets) for (const event of REPAIR_EVENTS) await sendEvent(shop, ticket, event)
  const { data, total } = await eventually('the error is stored', async () => {
    const now = await waiting(shop)
    return now.data.some(({ derniereErreur }) => derniereErreur) && now
  })
  assert.equal(total, 80)
  assert.ok(data.filter(({ essais }) => essais > 0).length < 20)
  const tried = data.find(({ derniereErreur }) => derniereErreur)
  assert.match(tried?.derniereErreur ?? '', /^The application cannot be reached \(ECONNREFUSED\)$/)

  await aftersales.reopen()
  await untilDrained(shop)
  assert.equal(aftersales.received.length, 80)
  for (const ticket of tickets)
    assert.deepEqual(
      aftersales.received.filter(({ ticketId }) => ticketId === ticket).map(({ event }) => event),
      REPAIR_EVENTS,
    )
  await shop.close()
})

test('with two processes, each event is sent once', async () => {
  const aftersales = await startAftersales((_event, response) =>
    setImmediate(() => response.writeHead(200).end('{}')),
  )
  const both = [await openWith(aftersales.url), await openWith(aftersales.url)]
  await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      sendEvent(both[i % 2]!, `deux-${i % 50}`, 'EN_REPARATION', 10 + Math.floor(i / 50)),
    ),
  )
  await untilDrained(both[0]!)
  assert.equal(aftersales.received.length, 200)
  assert.equal(new Set(aftersales.received.map(({ key }) => key)).size, 200)
  await Promise.all(both.map(shop => shop.close()))
})

test('a server that stops releases the event that it was sending, and the next server sends it immediately', async () => {
  const aftersales = await startAftersales((_event, response, times) => {
    if (times > 1) response.writeHead(204).end()
  })
  const first = await openWith(aftersales.url)
  await sendEvent(first, 'interrompu')
  await eventually('the event is being sent', async () => aftersales.received.length === 1)
  await first.close()
  const silent = await openWith()
  const [due] = (await waiting(silent)).data
  assert.ok(new Date(due!.prochainEssai) <= silent.platform.clock.now(), String(due!.prochainEssai))
  await silent.close()
  const second = await openWith(aftersales.url)
  await untilDrained(second)
  const [one, two] = aftersales.received
  assert.equal(one?.key, two?.key)
  await second.close()
})

test('an invalid address of the application prevents the start', async () => {
  for (const url of ['http://', 'http://[nonsense', 'http://name:word@127.0.0.1/sav'])
    await assert.rejects(
      openWith(url),
      (error: Error) => error instanceof StartError && /COMPTOIR_AFTERSALES_URL/.test(error.message),
      url,
    )
})
