import { StartError } from '../platform/start-error.ts'
import { type Remote, serverAt } from './http.ts'

/** Calls a running server with the key of an administrator; says in a line what it has against it. */
export async function callAsAdmin<Body = unknown>(
  remote: Remote,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const { status, body: answer } = await serverAt(remote)
    .call<Body & { message?: string }>(method, path, { body })
    .catch(error => {
      throw new StartError(
        `The server at ${remote.url} does not answer: ${error.cause?.message ?? error.message}`,
      )
    })
  if (status >= 300) throw new StartError(answer?.message ?? `The server answered ${status}`)
  return answer
}

export const rightsFrom = (list: string) =>
  list
    .split(/[,+]/)
    .map(right => right.trim())
    .filter(Boolean)

export function momentOf(text: string): string {
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) throw new StartError(`${text} is no moment such as 2027-01-01`)
  return moment.toISOString()
}

/** Columns as wide as what stands in them. */
export function table(head: string[], lines: string[][]) {
  const widths = head.map((name, i) => Math.max(name.length, ...lines.map(line => line[i]?.length ?? 0)))
  for (const line of [head, ...lines])
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
