import type { TestPlatform } from '../platform.ts'
import type { Caller, Subject } from './callers.ts'
import type { Operation } from './operations.ts'

/** No record has this id, so the call of an admitted caller finds nothing to change. */
const NO_ID = '999999999'

function parameterOf({ path, id, area }: Operation, name: string, subject: Subject): string {
  if (name === 'ordreId') return subject.ordreId
  if (name === 'transactionId') return String(subject.transactionId)
  if (area === 'payments' && name === 'id' && path.includes('/transactions/'))
    return String(subject.transactionId)
  if (name === 'userId') return String(subject.userId)
  if (name === 'clientId' || id === 'readHabits') return subject.clientId
  if (name === 'provider') return 'provider'
  return NO_ID
}

const claimOf = ({ clientId, userId, ordreId }: Subject) => ({
  ...{ clientId, idClient: clientId, userId, orderId: ordreId },
  client: { id: clientId },
})

/** Returns the status of one operation for one caller; the address names the customer's records where it can. */
export async function fetchStatus(
  { server }: TestPlatform,
  operation: Operation,
  { headers, claims = false }: Caller,
  subject: Subject,
): Promise<number> {
  const { method, path } = operation
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameterOf(operation, name, subject)),
  )
  const body = claims ? claimOf(subject) : {}
  const response = await server.inject({
    ...{ method, url, headers },
    ...(method === 'GET' ? {} : { payload: body }),
    // An event stream never ends.
    payloadAsStream: true,
  })
  response.stream().destroy()
  // The server detects a disconnected client by its socket, which injected requests do not have.
  response.raw.res.destroy()
  return response.statusCode
}

/** Returns whether the status refuses the caller: one who repeatedly sends invalid keys receives 429. */
export const isRefused = (status: number) => status === 401 || status === 403 || status === 429
