import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call } from './calls.ts'
import type { Answer, Request } from './client.ts'
import { findFault } from './judge.ts'
import { buildRequest, formatCurl } from './requests.ts'
import type { Target } from './target.ts'

/** A fault, and a shell command that reproduces it. */
export type Fault = { call: Call; what: string; curl: string }

type Made = { call: Call; request: Request; answer: Answer | undefined }

const TRIES = 5

/** Queues not waited for, because they are checked only once a second. Their consumption counts as background work. */
const UNHURRIED = ['comptoir.courriels', 'comptoir.webhooks', 'catalogue.stocks']

const isRefused = ({ answer }: { answer: Answer | undefined }) => !answer || answer.status >= 400
/** Returns whether the request is a read, which must change nothing even if it succeeds. */
const isRead = ({ request }: Made) => ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(request.method)

function storeBody(body: Buffer) {
  const path = join(mkdtempSync(join(tmpdir(), 'comptoir-fuzz-')), 'body')
  writeFileSync(path, body)
  return path
}

/** Makes the calls concurrently and finds faults in their responses and in the changes to the database. */
export async function makeCalls(
  target: Target,
  calls: readonly Call[],
): Promise<{ made: Made[]; faults: Fault[] }> {
  const { client, changes, stories, url, key } = target
  const fault = ({ call, request }: Made, what: string): Fault => ({
    ...{ call, what },
    curl: formatCurl(url, request, storeBody),
  })

  await changes.capture()
  const made = await Promise.all(
    calls.map(async (call): Promise<Made & { broken?: string }> => {
      const request = buildRequest(call, stories, key)
      try {
        const answer = await client.send(request)
        if (answer && answer.status < 300) stories.learn(call.story, call.operation.path, answer)
        return { call, request, answer }
      } catch (error) {
        return { call, request, answer: undefined, broken: String(error) }
      }
    }),
  )
  const faults = made.flatMap(each => {
    const what =
      each.broken ?? (each.answer && findFault(each.call, each.request, each.answer, key !== undefined))
    return what ? [fault(each, what)] : []
  })
  return { made, faults: [...faults, ...(await doneByRefusals()), ...(await changedByRefusals())] }

  /** Finds refused calls that the audit trail reports as done, except calls that chose the same request id. */
  async function doneByRefusals(): Promise<Fault[]> {
    const idOf = ({ answer }: Made) => String(answer?.headers['x-request-id'])
    const ids = Map.groupBy(made, idOf)
    const refused = made.filter(each => each.answer && isRefused(each) && ids.get(idOf(each))?.length === 1)
    const done = await changes.done(refused.map(idOf))
    return refused
      .filter(each =>
        done.some(line => line.requestId === idOf(each) && line.operation === each.call.operation.id),
      )
      .map(each => fault(each, `${each.answer?.status}, and the audit trail says that it was done`))
  }

  async function changedByRefusals(): Promise<Fault[]> {
    // A read whose body breaks off has no response, but may still have succeeded.
    const refused = made.filter(each => isRefused(each) && !(each.request.missing > 0 && isRead(each)))
    if (refused.length === 0) return []
    // If all calls were harmless and nothing has changed, no further check is needed.
    const harmless = made.every(each => isRefused(each) || isRead(each))
    if (harmless && (await changes.capture()).tables.length === 0) return []
    const tables = await changesOf(refused)
    return tables.length > 0 ? blame(refused, tables) : []
  }

  /**
   * Repeats these calls without others. If tables change while a call succeeds or background work runs, repeats the
   * refused calls again, in up to `TRIES` attempts. Returns the tables that only refused calls can have changed.
   */
  async function changesOf(refused: readonly Made[]): Promise<string[]> {
    let again = refused
    for (let attempt = 1; ; attempt++) {
      await changes.settle({ except: UNHURRIED })
      await changes.capture()
      const answers = await Promise.all(
        again.map(async each => ({ each, answer: await client.send(each.request).catch(() => undefined) })),
      )
      const { tables, beside } = await changes.capture()
      if (tables.length === 0) return []
      // A call that succeeds now may change anything.
      const still = answers.filter(isRefused).map(({ each }) => each)
      if (still.length === again.length && !beside) return tables
      if (still.length === 0 || attempt === TRIES) return []
      again = still
    }
  }

  async function blame(refused: readonly Made[], tables: string[]): Promise<Fault[]> {
    for (const each of refused) {
      const own = await changesOf([each])
      if (own.length > 0) return [fault(each, `${each.answer?.status} changed ${own.join(', ')}`)]
    }
    // No single call is the cause: if all of them together change nothing either, background work was.
    if ((await changesOf(refused)).length === 0) return []
    return refused.map(each =>
      fault(each, `one of ${refused.length} refused calls changed ${tables.join(', ')}`),
    )
  }
}
