import autocannon from 'autocannon'
import { type Figures, figuresOf } from './measure.ts'
import { percentiles } from './statistics.ts'

export type Call = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers?: Record<string, string> | undefined
  body?: unknown
  status: number
}

/** Returns the options of a call for autocannon and fetch. */
export const requestOf = ({ method, headers = {}, body }: Call) =>
  body === undefined
    ? { method, headers }
    : {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }

/**
 * Sends calls to `base` for `seconds`; `call` receives a different number for each. Throws if any response is unexpected,
 * because fast errors are no result.
 */
export async function load(
  base: string,
  call: (i: number) => Call,
  connections: number,
  seconds: number,
): Promise<Figures> {
  let i = Math.floor(Math.random() * 1_000)
  const { status } = call(0)
  const times: number[] = []
  const wrong = new Map<number, number>()
  const result = await autocannon({
    url: base,
    connections,
    duration: seconds,
    timeout: 60,
    // autocannon's percentiles are rounded to whole milliseconds and lack the 95th.
    setupClient: client =>
      client.on('response', (answered, _bytes, ms) => {
        times.push(ms)
        if (answered !== status) wrong.set(answered, (wrong.get(answered) ?? 0) + 1)
      }),
    requests: [
      {
        setupRequest: request => {
          const next = call(i++)
          return { ...request, ...requestOf(next), path: next.path }
        },
      },
    ],
  })
  if (wrong.size > 0 || result.errors > 0) {
    const others = JSON.stringify([...wrong])
    throw new Error(`${base}${call(0).path}: expected ${status}, but ${others} and ${result.errors} errors`)
  }
  return { ...figuresOf(times.length, result.duration), times: percentiles(times) }
}
