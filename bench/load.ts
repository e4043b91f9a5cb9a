import autocannon from 'autocannon'

export type Call = { method: 'GET' | 'POST'; path: string; body?: unknown; status: number }

/** One scenario: what it asks of the platform, and the same work of a minimal server. */
export type Scenario = {
  name: string
  connections: number
  /** A fresh call each time; `i` counts. */
  ours: (i: number) => Call
  bare: (i: number) => Call
}

export type Figures = { perSecond: number; medianMs: number; p97Ms: number; p99Ms: number }

/** Loads `base` for `seconds`. Throws when any answer is not the expected one: a fast error is no result. */
export async function load(
  base: string,
  call: (i: number) => Call,
  connections: number,
  seconds: number,
): Promise<Figures> {
  let i = Math.floor(Math.random() * 1_000)
  const statuses = new Map<number, number>()
  const { status } = call(0)
  const run = autocannon({
    url: base,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: request => {
          const { method, path, body } = call(i++)
          return {
            ...request,
            method,
            path,
            headers: body === undefined ? {} : { 'content-type': 'application/json' },
            body: body === undefined ? undefined : JSON.stringify(body),
          }
        },
        onResponse: answered => statuses.set(answered, (statuses.get(answered) ?? 0) + 1),
      },
    ],
  })
  const result = await run
  const wrong = [...statuses].filter(([answered]) => answered !== status)
  if (wrong.length > 0 || result.errors > 0)
    throw new Error(`${base}: expected ${status}, but ${JSON.stringify(wrong)} and ${result.errors} errors`)
  return {
    perSecond: Math.round(result.requests.total / result.duration),
    medianMs: result.latency.p50,
    p97Ms: result.latency.p97_5,
    p99Ms: result.latency.p99,
  }
}
