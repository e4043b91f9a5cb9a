import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { areaNames } from '../../src/areas.ts'
import { listRoutes, renderGateway } from '../../src/commands/gateway/gateway.ts'
import { provideProxy, startProxy } from '../servers/haproxy.ts'
import type { RunningProgram } from '../servers/programs.ts'
import { createTestDatabase } from '../support/database.ts'
import { startLoad } from '../support/deploy/load.ts'
import { startStub } from '../support/deploy/stub.ts'
import { eventually } from '../support/eventually.ts'
import { findFreePort } from '../support/free-port.ts'
import { startServer } from '../support/server.ts'

const places = await listRoutes()
const program = await provideProxy()
const skip = program ? false : 'no HAProxy, and none can be installed'
const proxies: RunningProgram[] = []
after(() => Promise.all(proxies.map(({ stop }) => stop())))

type Sources = { unlimited?: string[]; trustedProxies?: string[] }

/** Starts HAProxy in front of these processes. `scaled` changes its configuration, such as to lower limits. */
async function proxyTo(to: string[], scaled = (text: string) => text, sources: Sources = {}) {
  const port = await findFreePort()
  const proxy = await startProxy(
    program!,
    scaled(renderGateway(places, { to, listen: `127.0.0.1:${port}`, ...sources })),
    port,
  )
  proxies.push(proxy)
  const url = `http://127.0.0.1:${port}`
  await eventually('every group has a copy', async () => (await fetch(`${url}/health`)).ok)
  return url
}

const CHECKED_IN = {
  'deploy/haproxy.cfg': ['comptoir:3000*10'],
  'deploy/kubernetes/haproxy.cfg': areaNames.map(
    area => `${area}=${area}-copies.comptoir.svc.cluster.local:3000*10`,
  ),
}

for (const [file, to] of Object.entries(CHECKED_IN)) {
  test(`${file} is what the command generates from the routes`, t => {
    t.assert.fileSnapshot(renderGateway(places, { to, listen: ':8080' }), file, {
      serializers: [text => text],
    })
  })

  test(`HAProxy itself accepts ${file}`, { skip }, () => {
    const { status, stderr } = spawnSync(program!, ['-c', '-f', file], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  })
}

test('processes that omit an area, name one twice, or have no address are refused', () => {
  const refused = (to: string[]) => () => renderGateway(places, { to, listen: ':8080' })
  assert.throws(refused(['orders=a:1']), /no process serves accounts, catalogue/)
  assert.throws(refused(['a:1', 'orders=b:1']), /orders occurs twice/)
  assert.throws(refused(['magasin=a:1']), /unknown area magasin/)
  assert.throws(refused(['a']), /is not an address/)
})

test('sources that are no addresses or ranges are refused with their option', () => {
  const rendered = (sources: Sources) => () =>
    renderGateway(places, { to: ['a:1'], listen: ':8080', ...sources })
  for (const odd of ['proxy.example', '10.0.0.0/33', 'true'])
    assert.throws(rendered({ trustedProxies: ['10.0.0.1', odd] }), {
      message: `--trusted-proxies: ${odd} is not an address or a range such as 10.0.0.0/8`,
    })
  assert.throws(rendered({ unlimited: ['here'] }), /--unlimited: here is not an address/)
  assert.match(rendered({ trustedProxies: ['10.0.0.0/8, fd00::/8'] })(), /acl trusted-proxy src fd00::\/8\n/)
})

suite('ten processes with one area each', { skip }, () => {
  let url: string
  before(async () => {
    const stubs = await Promise.all(
      areaNames.map(async area => {
        const { address } = await startStub((request, response) =>
          response.end(
            JSON.stringify({
              area,
              from: request.headers['x-forwarded-for'],
              host: request.headers['x-forwarded-host'] ?? 'none',
            }),
          ),
        )
        return `${area}=${address}`
      }),
    )
    url = await proxyTo(stubs)
  })
  const answering = async (path: string, init?: RequestInit) =>
    (await (await fetch(`${url}${path}`, init)).json()) as { area: string; from: string; host: string }

  test('every path of the bare host is routed to its area, and every area responds under its own prefix', async () => {
    const calls = places.flatMap(({ area, bare, path, methods }) =>
      area ? methods.map(method => ({ area, bare, method, path: path.replaceAll(/:\w+/g, 'x-1') })) : [],
    )
    assert.ok(calls.filter(({ bare }) => bare).length > 250)
    for (const { area, bare, method, path } of calls.filter(({ method }) => method !== 'HEAD')) {
      if (bare) assert.equal((await answering(path, { method })).area, area, `${method} ${path}`)
      if (bare && path !== '/') assert.equal((await answering(`${path}/`, { method })).area, area, `${path}/`)
      assert.equal((await answering(`/${area}${path}`, { method })).area, area, `/${area}${path}`)
    }
  })

  test('any process responds to paths outside the areas', async () => {
    for (const path of ['/', '/console', '/boutique/x', '/api/clock/update-sse'])
      assert.ok(areaNames.includes((await answering(path)).area), path)
  })

  test('the client address is the one that the proxy sees, and a caller’s x-forwarded-host is removed', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' }
    const { from, host } = await answering('/api/products', { headers })
    assert.deepEqual([from, host], ['127.0.0.1', 'none'])
  })

  test('a body above the limit of its route is refused with the standard error body, and one below passes', async () => {
    const post = (path: string, bytes: number) =>
      fetch(`${url}${path}`, { method: 'POST', body: 'x'.repeat(bytes) })
    /** Returns the response to a request that announces a body of this size but sends none. */
    const announced = (path: string, bytes: number) =>
      new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
        const headers = { 'content-length': bytes }
        const sent = request(`${url}${path}`, { method: 'POST', headers, agent: false }, async answer => {
          resolve({ status: answer.statusCode, body: await json(answer) })
          sent.destroy()
        })
        sent.on('error', reject).flushHeaders()
      })
    const refused = await announced('/api/commandes', 1_048_577)
    assert.partialDeepStrictEqual(refused, {
      status: 413,
      body: { statusCode: 413, code: 'corps-trop-grand' },
    })
    assert.equal((await post('/api/commandes', 1_048_576)).status, 200)
    for (const path of ['/api/publique/produits', '/reference/api/publique/produits'])
      assert.equal((await post(path, 8_388_608)).status, 200, path)
    assert.equal((await announced('/api/publique/produits', 8_388_609)).status, 413)
  })
})

suite('behind trusted proxies', { skip }, () => {
  const trustedProxies = ['127.0.3.0/24', '10.0.0.0/8,fd00::/8']
  // Like a load balancer, it sends the requests of all visitors on one connection.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  after(() => agent.destroy())
  type Seen = { from: string; proto: string; unnamed: string | undefined }

  /** Opens the gateway and returns a function that sends a request to it from this address of the machine. */
  async function open(scaled?: (text: string) => string) {
    const { address } = await startStub(({ headers }, response) =>
      response.end(
        JSON.stringify({
          from: headers['x-forwarded-for'],
          proto: headers['x-forwarded-proto'],
          unnamed: headers['x-unnamed-proxy'],
        }),
      ),
    )
    const url = await proxyTo([address], scaled, { trustedProxies, unlimited: ['127.0.0.1'] })
    return (localAddress: string, headers: Record<string, string | string[]> = {}) =>
      new Promise<Seen & { status: number | undefined }>((resolve, reject) => {
        get(`${url}/api/products`, { localAddress, headers, agent }, async answer =>
          resolve({ status: answer.statusCode, ...((await json(answer)) as Seen) }),
        ).on('error', reject)
      })
  }

  test('address and protocol are those that a trusted proxy names, without what its caller forged', async () => {
    const send = await open()
    const from = async (forwarded: string | string[]) =>
      (await send('127.0.3.1', { 'x-forwarded-for': forwarded })).from
    assert.equal(await from('203.0.113.9'), '203.0.113.9')
    assert.equal(await from('198.51.100.7, 203.0.113.10'), '203.0.113.10')
    assert.equal(await from(['198.51.100.7', '203.0.113.11']), '203.0.113.11')
    assert.equal(await from('198.51.100.7, 203.0.113.12, 10.1.2.3,127.0.3.9'), '203.0.113.12')
    assert.equal(await from('203.0.113.13:4711'), '203.0.113.13')
    assert.equal(await from('2001:db8::1, fd00::7'), '2001:db8::1')
    assert.equal(await from('unknown'), '127.0.3.1')
    assert.equal(await from('203.0.113.9, unknown, 10.1.2.3'), '10.1.2.3')
    assert.equal((await send('127.0.3.1')).from, '127.0.3.1')

    const proto = async (protocol: string) =>
      (await send('127.0.3.1', { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': protocol })).proto
    assert.equal(await proto('https'), 'https')
    assert.equal(await proto('http, https'), 'https')
    assert.equal(await proto('gopher'), 'http')
  })

  test('any other caller has its own address and protocol, and is reported if it forwards another', async () => {
    const send = await open()
    const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
    const own = { status: 200, from: '127.0.2.1', proto: 'http' }
    assert.deepEqual(await send('127.0.2.1', forged), { ...own, unnamed: '127.0.2.1' })
    assert.deepEqual(await send('127.0.2.1', { 'x-unnamed-proxy': '203.0.113.9' }), own)
    assert.equal((await send('127.0.3.1', forged)).unnamed, undefined)
  })

  test('requests are limited per visitor of the proxy, and its connections are not limited', async () => {
    const send = await open(text => text.replace('gt 2000 }', 'gt 10 }').replaceAll('gt 1000 }', 'gt 0 }'))
    const statuses: (number | undefined)[] = []
    const visit = async (visitor: string) => (await send('127.0.3.1', { 'x-forwarded-for': visitor })).status
    for (let i = 0; i < 15; i++) statuses.push(await visit('203.0.113.9'))
    assert.deepEqual(statuses, [...Array(10).fill(200), ...Array(5).fill(429)])
    for (let i = 0; i < 15; i++) assert.equal(await visit(`203.0.113.${20 + i}`), 200)
  })
})

suite('with 40 connections to the process and attackers at two addresses', { skip }, () => {
  /** Sends the request on this many connections from two addresses, and reads no response. */
  function attack(url: string, request: string, count: number): Socket[] {
    return Array.from({ length: count }, (_, i) => {
      const { hostname, port } = new URL(url)
      const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.1.${1 + (i % 2)}` })
      socket.pause().on('error', () => {})
      socket.write(request)
      after(() => socket.destroy())
      return socket
    })
  }
  const honest = (url: string, path = '/api/products') =>
    new Promise<number | undefined>((resolve, reject) => {
      get(`${url}${path}`, { localAddress: '127.0.2.1', agent: false }, answer => {
        resolve(answer.statusCode)
        answer.destroy()
      }).on('error', reject)
    })
  const twenty = async (url: string) => {
    for (let i = 0; i < 20; i++) assert.equal(await honest(url), 200)
    assert.equal(await honest(url, '/api/clock/update-sse'), 200)
  }
  const large = Buffer.alloc(16 * 1024 * 1024)
  const open = async (scaled = (text: string) => text) => {
    const arrived: string[] = []
    let cutOff = 0
    const { address } = await startStub(({ url = '', method }, response) => {
      arrived.push(`${method} ${url}`)
      response.once('close', () => (cutOff += response.writableFinished ? 0 : 1))
      if (url.endsWith('update-sse')) response.write('data: 1\n\n')
      else response.end(url.includes('large') ? large : '{}')
    })
    const smaller = (text: string) =>
      scaled(text.replaceAll('maxconn 1000', 'maxconn 40').replaceAll('maxconn 200', 'maxconn 8'))
    return { url: await proxyTo([address], smaller), arrived, cutOff: () => cutOff }
  }
  const GET = (path: string) => `GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`

  test('an honest caller receives a response beside slow readers, which share the connections of busy sources', async () => {
    const { url, arrived } = await open()
    attack(url, GET('/api/products?large'), 60)
    await eventually('the clients have reached their limit', async () => arrived.length >= 24)
    await twenty(url)
    assert.equal(arrived.filter(each => each.includes('large')).length, 24)
  })

  test('an honest caller receives a response beside slow bodies, which reach no process', async () => {
    const { url, arrived } = await open()
    const head = 'POST /api/commandes HTTP/1.1\r\nhost: shop\r\ncontent-length: 10000\r\n\r\n{'
    const lines = attack(url, head, 60)
    await Promise.all(lines.map(line => once(line, 'connect')))
    await twenty(url)
    assert.ok(!arrived.some(each => each.startsWith('POST')))
  })

  test('an honest caller receives a response beside 20 streams of each attacker', async () => {
    const { url, arrived } = await open(text => text.replace('gt 100 }', 'gt 19 }'))
    attack(url, GET('/api/clock/update-sse'), 60)
    await eventually('the clients have reached their limit', async () => arrived.length >= 38)
    await twenty(url)
  })

  test('a reader that reads nothing is disconnected', async () => {
    const { url, cutOff } = await open(text => text.replace('timeout client 15s', 'timeout client 1s'))
    attack(url, GET('/api/products?large'), 16)
    await eventually('the slow answers are cut off', async () => cutOff() === 16)
  })

  test('connections and requests of one address are limited, those of others are not', async () => {
    const { url } = await open(text => text.replace('gt 2000 }', 'gt 10 }').replace('gt 200 }', 'gt 30 }'))
    const statuses: (number | undefined)[] = []
    for (let i = 0; i < 15; i++) statuses.push(await honest(url))
    assert.deepEqual(statuses, [...Array(10).fill(200), ...Array(5).fill(429)])
    // A paused connection does not notice that the proxy resets it.
    const lines = attack(url, 'GET', 80).map(line => line.resume())
    const isRefused = (line: Socket) => line.destroyed && line.bytesRead === 0
    await eventually(
      '20 connections are closed without an answer',
      async () => lines.filter(isRefused).length === 20,
    )
    assert.equal((await fetch(`${url}/api/products`)).status, 200)
  })
})

suite('copies of a process', { skip }, () => {
  test('when a copy disconnects without a response, a read is sent to another copy, but an order is not', async () => {
    let orders = 0
    const cutting = await startStub(({ method, socket }) => {
      if (method === 'POST') orders++
      socket.destroy()
    })
    const well = await startStub(({ method }, response) => {
      if (method === 'POST') orders++
      response.end('{}')
    })
    const url = await proxyTo([`${cutting.address},${well.address}`])
    const statuses = async (method: string) => {
      const answers: number[] = []
      for (let i = 0; i < 10; i++) {
        const answer = fetch(`${url}/api/products`, { method })
        // If the copy closes a connection that the proxy reused, the proxy closes the caller's without a response.
        answers.push(
          await answer.then(
            ({ status }) => status,
            () => 503,
          ),
        )
      }
      return answers
    }
    assert.deepEqual(await statuses('GET'), Array(10).fill(200))
    const posted = await statuses('POST')
    assert.deepEqual([...new Set(posted)].sort(), [200, 503])
    assert.equal(orders, 10)
  })

  test('a stream passes while it lasts, and without any copy the response has the standard error body', async () => {
    const streaming = await startStub((_request, response) => void response.write('data: 1\n\n'))
    const url = await proxyTo([streaming.address])
    const answer = await fetch(`${url}/api/clock/update-sse`)
    const { value } = await answer.body!.getReader().read()
    assert.equal(Buffer.from(value!).toString(), 'data: 1\n\n')
    streaming.close()
    const health = await eventually('the proxy reports the outage', async () => {
      const health = await fetch(`${url}/health`)
      return health.status === 503 && health
    })
    for (const away of [health, await fetch(`${url}/api/products`)]) {
      assert.equal(away.status, 503)
      assert.equal(away.headers.get('retry-after'), '5')
      assert.partialDeepStrictEqual(await away.json(), { statusCode: 503, code: 'service-indisponible' })
    }
  })

  test('restarting each copy under load over persistent connections fails no request and loses or duplicates no order', async () => {
    const databaseUrl = await createTestDatabase()
    const ports = [await findFreePort(), await findFreePort()]
    const start = (port: number) =>
      startServer(['serve'], {
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9/',
        COMPTOIR_DATABASE_POOL: '6',
      })
    const copies = await Promise.all(ports.map(start))
    const all = [ports.map(port => `127.0.0.1:${port}`).join()]
    const url = await proxyTo(all, undefined, { unlimited: ['127.0.0.0/8'] })
    const load = startLoad(url, 6)
    const outputs: (() => string)[] = []
    const takesOrders = async ({ url }: { url: string }) =>
      /_count\{[^}]*commandes[^}]*201/.test(await (await fetch(`${url}/metrics`)).text())
    for (const [i, port] of ports.entries()) {
      await eventually('every copy accepts orders', async () =>
        (await Promise.all(copies.map(takesOrders))).every(Boolean),
      )
      outputs.push(copies[i]!.output)
      assert.equal(await copies[i]!.end('SIGTERM'), 0)
      copies[i] = await start(port)
    }
    await eventually('the last copy accepts orders again', () => takesOrders(copies[1]!))
    await load.stop()
    assert.deepEqual(load.failures, [], outputs.map(output => output()).join('\n'))
    const { total } = (await (await fetch(`${url}/api/v1/privee/commandes?limit=1`)).json()) as {
      total: number
    }
    assert.equal(total, load.placed())
    assert.ok(load.done() > 200, `${load.done()} requests`)
    await Promise.all(copies.map(copy => copy.end('SIGKILL')))
  })
})
