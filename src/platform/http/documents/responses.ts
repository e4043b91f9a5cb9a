import type { Operation } from './schemas.ts'

/** The statuses of each error code, and its meaning in a sentence. */
export type ErrorCodes = Record<string, readonly [status: number | readonly number[], meaning: string]>

/** The meaning of a status that has no error codes. */
const meanings: Record<string, string> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted and processed in the background',
  204: 'Success without a body',
  303: 'The result is at the address in `Location`',
  500: 'The server failed: `erreur-interne`',
}

/** The default description of @fastify/swagger. */
const DEFAULT_DESCRIPTION = 'Default Response'

/** Returns the operation with a description of each response; those of errors list their codes. */
export function describeResponses(operation: Operation, errorCodes: ErrorCodes): Operation {
  const { responses = {}, 'x-error-codes': codes = [] } = operation
  const causesOf = (status: string) =>
    codes.flatMap(code => {
      const [statuses = [], meaning] = errorCodes[code] ?? []
      return [statuses].flat().includes(Number(status)) ? `- \`${code}\`: ${meaning}` : []
    })
  return {
    ...operation,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => {
        const own = response.description !== DEFAULT_DESCRIPTION && response.description
        const causes = causesOf(status).join('\n')
        return [
          status,
          { ...response, description: own || causes || (meanings[status] ?? `Status ${status}`) },
        ]
      }),
    ),
  }
}
