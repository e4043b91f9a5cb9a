import { coalesce } from '../platform/database/batcher.ts'
import type { Log } from '../platform/log.ts'
import { Problem, StartError } from '../platform/problem.ts'
import { withoutFinalSlashes } from '../platform/text.ts'
import { outgoingHeaders } from '../platform/trace.ts'
import { parseElements } from '../platform/uploads/json-elements.ts'
import { normalizeRecord, type StatusReporter } from './normalize.ts'
import type { Restocking } from './schemas.ts'
import type { RestockingSettings } from './settings.ts'

/** Limits of a list, whose records are kept in memory until the response. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_RECORDS = 500_000
const BATCH = 1_000
/** Limits the memory and log lines for an upstream that sends a new status in every record. */
const MAX_REPORTED = 100
const SHOWN_CHARACTERS = 100

const upstreamError = (says: string) =>
  new Problem(500, 'application-en-erreur', `The purchasing application ${says}`)

/**
 * Returns a function that reads the list of the purchasing application and throws a 500 if the request fails or the
 * response is not a list within the limits. Throws a StartError for an address that is missing, invalid or has
 * credentials.
 */
export function createRestockingReader(
  { purchasingUrl: baseUrl, purchasingTimeoutMs: timeoutMs }: RestockingSettings,
  log: Log,
) {
  const base = URL.parse(baseUrl ?? '')
  if (!base || base.username || base.password)
    throw new StartError(
      'COMPTOIR_PURCHASING_URL must be the URL of the purchasing application, without a user name or password: the restocking area reads its list',
    )
  const url = `${withoutFinalSlashes(baseUrl ?? '')}/api/publique/restock`

  const reported = new Set<string>()
  function reportStatus(status: string) {
    const shown = status.slice(0, SHOWN_CHARACTERS)
    if (reported.size >= MAX_REPORTED || reported.has(shown)) return
    reported.add(shown)
    log.warn({ status: shown }, 'The purchasing application sent an unknown status')
  }

  async function read() {
    try {
      return await readRecords(await fetchList(url, timeoutMs), reportStatus)
    } catch (error) {
      if (error instanceof Problem) throw error
      log.warn({ err: error }, 'The purchasing application failed')
      throw upstreamError(
        (error as Error).name === 'TimeoutError'
          ? `did not answer within ${timeoutMs / 1_000} s`
          : 'cannot be reached',
      )
    }
  }

  // Concurrent requests share reads, because a list may be large.
  return coalesce(read)
}

async function fetchList(url: string, timeoutMs: number): Promise<AsyncIterable<Buffer>> {
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...outgoingHeaders() },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.ok) return bounded(response)
  await response.body?.cancel()
  throw upstreamError(`answered with status ${response.status}`)
}

async function* bounded({ body }: Response) {
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw upstreamError(`sent more than ${MAX_BYTES / 1024 / 1024} MiB`)
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  }
}

/**
 * Normalizes the records as they arrive. An element that is not an object is omitted, but its position counts. Throws a
 * 500 for a response that is not a JSON list or has too many records.
 */
async function readRecords(bytes: AsyncIterable<Buffer>, report: StatusReporter): Promise<Restocking[]> {
  const records: Restocking[] = []
  let position = 0
  try {
    for await (const elements of parseElements(bytes, BATCH)) {
      for (const element of elements) {
        const record = normalizeRecord(element, ++position, report)
        if (record) records.push(record)
      }
      if (records.length > MAX_RECORDS) throw upstreamError(`sent more than ${MAX_RECORDS} records`)
    }
  } catch (error) {
    // The parser's 400 would blame our caller for an error of the purchasing application.
    if (error instanceof Problem && error.statusCode === 400)
      throw upstreamError('did not send a list in JSON')
    throw error
  }
  return records
}
