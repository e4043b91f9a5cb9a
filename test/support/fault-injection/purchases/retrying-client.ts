import { pause } from '../../pause.ts'

export type Answer = { status: number; body: Record<string, unknown> & { code?: string; message?: string } }
export type RetryingClient = ReturnType<typeof createRetryingClient>

const WITHIN_MS = 20_000
/** Longer than any outage that a run causes. */
const PATIENCE_MS = 300_000
const PAUSE_MS = 150
/** The statuses of a temporary outage: the platform's own response, or the proxy's for a stopped process. */
const AWAY = [502, 503, 504]

/** Creates a client that calls through the proxy and retries during outages. Every other 5xx is a defect. */
export function createRetryingClient(url: string, apiKey: string) {
  const seen = { calls: 0, unanswered: 0, slowestMs: 0, faults: [] as string[] }

  /** Returns undefined without a complete response, and for the statuses of an outage. */
  async function ask(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Answer | undefined> {
    const start = performance.now()
    seen.calls++
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          'x-api-key': apiKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(WITHIN_MS),
      })
      const { status } = response
      const text = await response.text()
      if (!AWAY.includes(status)) {
        if (status >= 500) seen.faults.push(`${method} ${path}: ${status} ${text}`)
        return { status, body: text === '' ? {} : JSON.parse(text) }
      }
    } catch {
      // The call may have been executed although its response is missing or incomplete.
    } finally {
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - start)
    }
    seen.unanswered++
    return undefined
  }

  /**
   * Retries for five minutes while there is no response, or one for which `again` is true. Throws after that, and at
   * once for any other response with an unexpected status.
   */
  async function surely(
    expected: readonly number[],
    [method, path, body, key]: Parameters<typeof ask>,
    again: (answer: Answer) => boolean = () => false,
  ): Promise<Answer> {
    const end = performance.now() + PATIENCE_MS
    for (;;) {
      const answer = await ask(method, path, body, key)
      if (answer && expected.includes(answer.status) && !again(answer)) return answer
      if (answer && !again(answer))
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      if (performance.now() > end)
        throw new Error(`${method} ${path} was not answered in ${PATIENCE_MS / 1000} s: ${answer?.status}`)
      await pause(PAUSE_MS)
    }
  }
  return { seen, ask, surely }
}
