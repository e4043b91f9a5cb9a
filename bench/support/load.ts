import autocannon from 'autocannon'

export type Call = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers?: Record<string, string> | undefined
  body?: unknown
  status: number
}

export type Figures = { perSecond: number; medianMs: number; p95Ms: number; p99Ms: number }

/**
 * Loads `base` for `seconds`, a fresh call each time (`i` counts). Throws when any answer is not the expected one: a fast
 * error is no result.
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
    // Its own percentiles are whole milliseconds and know no 95th.
    setupClient: client =>
      client.on('response', (answered, _bytes, ms) => {
        times.push(ms)
        if (answered !== status) wrong.set(answered, (wrong.get(answered) ?? 0) + 1)
      }),
    requests: [
      {
        setupRequest: request => {
          const { method, path, headers, body } = call(i++)
          return {
            ...request,
            method,
            path,
            headers: body === undefined ? { ...headers } : { 'content-type': 'application/json', ...headers },
            body: body === undefined ? undefined : JSON.stringify(body),
          }
        },
      },
    ],
  })
  if (wrong.size > 0 || result.errors > 0) {
    const others = JSON.stringify([...wrong])
    throw new Error(`${base}${call(0).path}: expected ${status}, but ${others} and ${result.errors} errors`)
  }
  const perSecond = times.length / result.duration
  // Of what is slow a whole number would say nothing, or 0.
  return { perSecond: Number(perSecond.toFixed(perSecond < 10 ? 2 : 0)), ...percentiles(times) }
}

/** Of times in milliseconds; sorts them in place. */
export function percentiles(times: number[]): Omit<Figures, 'perSecond'> {
  times.sort((a, b) => a - b)
  const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2))
  return { medianMs: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }
}
