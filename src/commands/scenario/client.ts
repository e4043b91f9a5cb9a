import { setTimeout as sleep } from 'node:timers/promises'
import { type Comptoir, createComptoir } from '../../../clients/typescript/src/index.ts'
import { withoutFinalSlashes } from '../../platform/text.ts'
import type { Remote } from '../http.ts'

/** A call and its response. */
type Exchange = { method: string; path: string; body: unknown; status: number; answer: unknown }

/** Receives each step, each reported call with its response, each condition that holds, and each one that is awaited. */
export type Reporter = {
  step(title: string): void
  call(exchange: Exchange): void
  holds(what: string): void
  waiting(what: string): void
}

/** A failed expectation of the scenario. */
export class ScenarioError extends Error {}

const PATIENCE_MS = 60_000
const CALL_MS = 120_000

type Ask<Data> = (api: Comptoir) => Promise<{ data?: Data; response: Response }>

const json = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

/** Sends the calls of a scenario and reports them. */
export class ScenarioClient {
  readonly url: string
  readonly reporter: Reporter
  /** The customer's token after registration. */
  token: string | undefined
  readonly #api: Comptoir
  #last: Exchange | undefined

  constructor({ url, key }: Remote, reporter: Reporter) {
    this.url = withoutFinalSlashes(url)
    this.reporter = reporter
    this.#api = createComptoir({
      url,
      key,
      token: () => this.token,
      fetch: request => this.#record(request),
    })
  }

  async #record(request: Request): Promise<Response> {
    const { method, url } = request
    const { pathname, search } = new URL(url)
    const body = json(await request.clone().text())
    const response = await fetch(request, { signal: AbortSignal.timeout(CALL_MS) })
    const answer = json(await response.clone().text())
    this.#last = { method, path: pathname + search, body, status: response.status, answer }
    return response
  }

  check(condition: boolean, what: string, seen?: unknown) {
    if (!condition)
      throw new ScenarioError(`${what}${seen === undefined ? '' : `; received: ${JSON.stringify(seen)}`}`)
    this.reporter.holds(what)
  }

  /** Sends and reports a call, and returns the body. Throws a ScenarioError for any other status or an empty body. */
  async call<Data>(expected: number, ask: Ask<Data>): Promise<Data> {
    const { data, response } = await ask(this.#api)
    const exchange = this.#report()
    if (response.status !== expected || data === undefined)
      throw new ScenarioError(
        `${exchange.method} ${exchange.path} returned ${response.status} instead of ${expected}`,
      )
    return data
  }

  /** Sends a call that is neither reported nor checked. Returns undefined for an error response. */
  async quietly<Data>(ask: Ask<Data>): Promise<Data | undefined> {
    return (await ask(this.#api)).data
  }

  /**
   * Repeats a call until the response is as expected, and reports only the last one. Throws a ScenarioError after a
   * minute.
   */
  async eventually<Data>(what: string, ask: Ask<Data>, right: (data: Data) => boolean): Promise<Data> {
    const end = performance.now() + PATIENCE_MS
    this.reporter.waiting(what)
    for (;;) {
      const data = await this.quietly(ask)
      if (data !== undefined && right(data)) {
        this.#report()
        this.reporter.holds(what)
        return data
      }
      if (performance.now() > end) throw new ScenarioError(`${what}: not within ${PATIENCE_MS / 1000} s`)
      await sleep(200)
    }
  }

  #report(): Exchange {
    if (!this.#last) throw new Error('No call was made')
    this.reporter.call(this.#last)
    return this.#last
  }
}
