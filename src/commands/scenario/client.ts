import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Server } from '../http.ts'

/** Hears what happens: each step, each call with its answer, each thing that must hold. */
export type Teller = {
  step(title: string): void
  call(method: string, path: string, body: unknown, answer: Answer<unknown>): void
  holds(what: string): void
  waiting(what: string): void
}

/** Something is not as it should be. */
export class ScenarioError extends Error {}

type Headers = { [name: string]: string }

const PATIENCE_MS = 60_000

/** Makes the calls of a scenario, tells them, and stops with a ScenarioError at the first that is not right. */
export class ScenarioClient {
  readonly server: Server
  readonly tell: Teller

  constructor(server: Server, tell: Teller) {
    this.server = server
    this.tell = tell
  }

  check(condition: boolean, what: string, seen?: unknown) {
    if (!condition)
      throw new ScenarioError(`${what}${seen === undefined ? '' : `, but: ${JSON.stringify(seen)}`}`)
    this.tell.holds(what)
  }

  async call<Body>(
    expected: number,
    method: string,
    path: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<Body> {
    const answer = await this.server.call<Body>(method, path, { body, headers })
    this.tell.call(method, path, body, answer)
    if (answer.status !== expected)
      throw new ScenarioError(`${method} ${path} answers ${answer.status}, not ${expected}`)
    return answer.body
  }

  /** Asks again, without telling each time, until the answer is right. */
  async eventually<Body>(
    what: string,
    right: (body: Body) => boolean,
    method: string,
    path: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<Body> {
    const end = performance.now() + PATIENCE_MS
    this.tell.waiting(what)
    for (;;) {
      const answer = await this.server.call<Body>(method, path, { body, headers })
      if (answer.status < 300 && right(answer.body)) {
        this.tell.call(method, path, body, answer)
        this.tell.holds(what)
        return answer.body
      }
      if (performance.now() > end) throw new ScenarioError(`${what}: not within ${PATIENCE_MS / 1000} s`)
      await sleep(200)
    }
  }
}
