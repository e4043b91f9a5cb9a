import type { Operation } from './schemas.ts'

/** The statuses that a code comes with, and what it means in a sentence. */
export type ErrorCodes = Record<string, readonly [status: number | readonly number[], meaning: string]>

/** What a status means where an operation names no codes for it. */
const meanings: Record<string, string> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted and processed in the background',
  204: 'Success without a body',
  303: 'The result is at the address in `Location`',
  500: 'The server failed: `erreur-interne`',
}

/** The description that @fastify/swagger writes by default. */
const NOTHING_SAID = 'Default Response'

/** The operation with a description of each of its answers: those of errors name their codes. */
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
        const said = response.description !== NOTHING_SAID && response.description
        const causes = causesOf(status).join('\n')
        return [
          status,
          { ...response, description: said || causes || (meanings[status] ?? `Status ${status}`) },
        ]
      }),
    ),
  }
}
