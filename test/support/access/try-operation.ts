import type { TestPlatform } from '../platform.ts'
import type { Caller, Subject } from './callers.ts'
import type { Operation } from './operations.ts'

/** Nobody has it, so that whoever is let in finds nothing to change. */
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

/** The status of one operation for one caller; the customer's records where the address names any. */
export async function statusFor(
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
    // A stream of events has no end.
    payloadAsStream: true,
  })
  response.stream().destroy()
  // Who left is told of by a socket; here there is none.
  response.raw.res.destroy()
  return response.statusCode
}

/** Who shows wrong keys time and again is no longer told so much. */
export const isRefused = (status: number) => status === 401 || status === 403 || status === 429
