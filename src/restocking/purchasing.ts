import { Problem } from '../platform/http/problem.ts'
import type { Log } from '../platform/log.ts'
import { StartError } from '../platform/start-error.ts'
import { currentRequestId } from '../platform/trace.ts'
import { normaliseAll } from './normalise.ts'
import type { Restocking } from './schemas.ts'

/** The purchasing application, whose list restocking shows. */
export type Purchasing = { list(): Promise<Restocking[]> }

const TIMEOUT_MS = 5_000
/** Some hundred thousand records; what is larger must not fill the memory of ten services. */
const MAX_BYTES = 64 * 1024 * 1024

const fault = (says: string) => new Problem(500, `The purchasing application ${says}`)

/** Throws a StartError without a usable address: it is mandatory. */
export function purchasingAt(baseUrl: string | undefined, log: Log): Purchasing {
  const url = `${baseUrl?.replace(/\/+$/, '')}/api/publique/restock`
  if (!baseUrl || !URL.canParse(baseUrl))
    throw new StartError(
      'COMPTOIR_PURCHASING_URL must be the address of the purchasing application: the restocking area reads its list',
    )
  return {
    async list() {
      const text = await read(url).catch(error => {
        if (error instanceof Problem) throw error
        log.warn({ err: error }, 'The purchasing application failed')
        throw fault(
          error.name === 'TimeoutError'
            ? `did not answer within ${TIMEOUT_MS / 1_000} s`
            : 'cannot be reached',
        )
      })
      return normaliseAll(listIn(text))
    },
  }
}

async function read(url: string): Promise<string> {
  const requestId = currentRequestId()
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...(requestId && { 'x-request-id': requestId }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw fault(`answered with status ${response.status}`)
  }
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw fault(`sent more than ${MAX_BYTES / 1024 / 1024} MiB`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function listIn(text: string): unknown[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw fault('did not send JSON')
  }
  if (!Array.isArray(list)) throw fault('did not send a list')
  return list
}
