import type { Accounts } from '../context.ts'
import type { Post } from './post.ts'
import { signedHeaders } from './sign.ts'
import type { LastTry, Sending } from './store/sending.ts'

/** What came of a try. `gone`: the receiver wants no more. */
export type Outcome = LastTry & { taken: boolean; gone: boolean }

type Parts = { accounts: Accounts; post: Post; timeoutMs: number }

const GONE = 410

const wordsFor = (status: number) =>
  status >= 300 && status < 400
    ? `It answered ${status}: redirections are not followed`
    : `It answered ${status}, not 2xx`

/** Attempts a delivery. Undefined when `ending` interrupts it. */
export const createDeliver =
  ({ accounts, post, timeoutMs }: Parts) =>
  async (sending: Sending, ending: AbortSignal): Promise<Outcome | undefined> => {
    const { messageId: id, corps: body, url } = sending
    const { clock, webhooks } = accounts
    const began = performance.now()
    const last = (rest: Omit<LastTry, 'dureeMs'>) => ({
      ...rest,
      dureeMs: Math.round(performance.now() - began),
    })
    const late = AbortSignal.timeout(timeoutMs)
    try {
      const at = clock.real()
      const headers = {
        ...{ 'content-type': 'application/json', 'user-agent': 'Comptoir' },
        ...signedHeaders(webhooks.secrets.open(sending, at), { id, at, body }),
      }
      const signal = AbortSignal.any([late, ending])
      const { status, text: reponse } = await post(url, { headers, body, signal })
      const taken = status >= 200 && status < 300
      const derniereErreur = taken ? null : wordsFor(status)
      return { ...last({ codeHttp: status, reponse, derniereErreur }), taken, gone: status === GONE }
    } catch (error) {
      if (ending.aborted) return undefined
      const derniereErreur = late.aborted ? `No answer within ${timeoutMs / 1000} s` : reasonOf(error)
      return { ...last({ codeHttp: null, reponse: null, derniereErreur }), taken: false, gone: false }
    }
  }

/** Of several addresses that were tried, the errors stand in a list and the message is empty. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
