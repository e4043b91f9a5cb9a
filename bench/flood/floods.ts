import { get, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { countBy, type Line, openLine, statusOf, strangerAt } from './sockets.ts'

/** A denial-of-service attack. `start` returns a function that stops it and returns its outcome. */
export type Flood = { about: string; start(base: string): Promise<() => Promise<string>> }

const head = (length: number) =>
  `POST /api/auth/register HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

/** Slightly longer than the time limit for receiving a request. */
const ARRIVED_MS = 33_000

const become = (line: Line) =>
  line.open ? 'are still open' : statusOf(line) ? `ended with ${statusOf(line)}` : 'ended without a response'

async function endLines(lines: readonly Line[], began: number): Promise<string> {
  await sleep(Math.max(0, ARRIVED_MS - (performance.now() - began)))
  const told = countBy(lines, become)
  for (const { socket } of lines) socket.destroy()
  return `after ${ARRIVED_MS / 1_000} s ${told}`
}

/** Opens connections in batches, because a server accepts only a limited number at the same time. */
async function openLines(count: number, base: string, addressOf: (i: number) => string, first = '') {
  const lines: Line[] = []
  for (let i = 0; i < count; i++) {
    const line = openLine(base, addressOf(i))
    if (first) line.socket.write(first)
    lines.push(line)
    if (i % 100 === 99) await sleep(10)
  }
  return lines
}

export const floods: Record<string, Flood> = {
  'slow bodies': {
    about: '200 bodies from one address, one byte per second',
    async start(base) {
      const began = performance.now()
      const lines = await openLines(200, base, () => strangerAt(0), head(10_000))
      const timer = setInterval(() => {
        for (const { socket, open } of lines) if (open) socket.write(' ')
      }, 1_000)
      return async () => {
        const told = await endLines(lines, began)
        clearInterval(timer)
        return told
      }
    },
  },

  'idle connections': {
    about: '10,000 idle connections from 100 addresses',
    async start(base) {
      const lines = await openLines(10_000, base, i => strangerAt(i % 100))
      const began = performance.now()
      return () => endLines(lines, began)
    },
  },

  streams: {
    about: '2,000 streams of the clock from 100 addresses, and 100 more from one of them',
    async start(base) {
      const ask = 'GET /api/clock/update-sse HTTP/1.1\r\nhost: shop\r\n\r\n'
      const lines = await openLines(2_000, base, i => strangerAt(i % 100), ask)
      while (!lines.every(statusOf)) await sleep(50)
      const more = await openLines(100, base, () => strangerAt(0), ask)
      return async () => {
        const told = countBy([...lines, ...more], line => `answered ${statusOf(line)}`)
        for (const { socket } of [...lines, ...more]) socket.destroy()
        return told
      }
    },
  },

  'unread answers': {
    about: '200 connections from 2 addresses that request a document repeatedly and read nothing',
    async start(base) {
      const began = performance.now()
      const ask = 'GET /api/swagger/yaml HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(20)
      const lines = await openLines(200, base, i => strangerAt(i % 2), ask)
      for (const { socket } of lines) socket.pause()
      return () => endLines(lines, began)
    },
  },

  'hostile addresses': {
    about: '20 pages a second with 7 kB of query, from one address',
    start: async base => repeat(base, `/paiement/x?${'a'.repeat(7_000)}`),
  },

  documents: {
    about: '20 documents of the interface a second, from one address',
    start: async base => repeat(base, '/api/swagger/yaml'),
  },

  'huge bodies': {
    about: 'chunked bodies of 1 GB from 4 addresses, repeatedly',
    async start(base) {
      const told: string[] = []
      let over = false
      const piece = Buffer.alloc(1024 * 1024, ' ')
      /** Sends pieces until the body is complete, the connection is closed or the flood ends. */
      const send = (localAddress: string) =>
        new Promise<void>(resolve => {
          const sending = request(`${base}/api/auth/register`, {
            ...{ method: 'POST', localAddress, agent: false },
            headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
          })
          let sent = 0
          let status = 'no response'
          const go = () => {
            for (; sent < 1024 && !over && !sending.destroyed; sent++) if (!sending.write(piece)) return
            sending.end()
          }
          sending.on('drain', go)
          sending.on('response', answer => {
            status = String(answer.statusCode)
            answer.resume()
          })
          sending.on('error', () => {})
          sending.on('close', () => {
            told.push(status)
            resolve()
          })
          go()
        })
      const senders = [0, 1, 2, 3].map(async i => {
        while (!over) await send(strangerAt(i))
      })
      return async () => {
        over = true
        await Promise.all(senders)
        return countBy(told, status => `ended with ${status}`)
      }
    },
  },

  logins: {
    about: '50 logins a second with invented e-mails from 100 addresses',
    async start(base) {
      const answers: Promise<string>[] = []
      let i = 0
      const timer = setInterval(
        () => answers.push(login(base, strangerAt(i % 100), `x${i++}@nowhere.example`)),
        20,
      )
      return async () => {
        clearInterval(timer)
        return countBy(await Promise.all(answers), status => `answered ${status}`)
      }
    },
  },
}

/** Requests a path twenty times a second. The returned function stops it and returns its outcome. */
function repeat(base: string, path: string) {
  const answers: Promise<string>[] = []
  const ask = () =>
    new Promise<string>(resolve => {
      get(`${base}${path}`, { localAddress: strangerAt(0), agent: false }, answer => {
        answer.resume().on('close', () => resolve(String(answer.statusCode)))
      }).on('error', () => resolve('not at all'))
    })
  const timer = setInterval(() => answers.push(ask()), 50)
  return async () => {
    clearInterval(timer)
    return countBy(await Promise.all(answers), status => `answered ${status}`)
  }
}

/** Sends a login with a wrong password; returns the status, or `not at all` without a response. */
export const login = (base: string, localAddress: string, email: string) =>
  new Promise<string>(resolve => {
    const body = JSON.stringify({ email, motDePasse: 'a wrong guess' })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sending = request(`${base}/api/auth/login`, { method: 'POST', localAddress, agent: false, headers })
    sending.on('response', answer => {
      answer.resume()
      resolve(String(answer.statusCode))
    })
    sending.on('error', () => resolve('not at all'))
    sending.end(body)
  })
