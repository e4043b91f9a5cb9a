import { LRUCache } from 'lru-cache'
import { inSpan } from '../tracing/spans.ts'

/** Limits the cache, because lists with many filter combinations produce an unbounded number of texts. */
const MAX_KNOWN = 2_000
const known = new LRUCache<string, string>({ max: MAX_KNOWN })

const WRITE = /\b(?:insert\s+into|delete\s+from|update(?=\s+[\w."]+\s+(?:as\s+\w+\s+)?set\b))/i
const TABLE = /\b(?:from|into|update|join|copy|table)\s+(?:only\s+)?([a-z_]+\."?\w+"?)/i
const FUNCTION = /\b([a-z_]+\.\w+)\(/i

/** Names a statement by its verb and its first table, or else its first function: `insert platform.outbox`. */
export function nameOfStatement(text: string): string {
  const found = known.get(text)
  if (found !== undefined) return found
  const written = /^\s*with\b/i.test(text) ? WRITE.exec(text) : undefined
  const main = text.slice(written?.index).trimStart()
  const [verb = ''] = written === null ? ['select'] : main.split(/\s/, 1)
  const [, of = ''] = TABLE.exec(main) ?? FUNCTION.exec(main) ?? []
  const name = [verb, of.replaceAll('"', '')].filter(Boolean).join(' ').toLowerCase()
  known.set(text, name)
  return name
}

/** Runs a statement in a child span if the current work is traced; on a pool, including the wait for a connection. */
export const traceStatement = <T>(statement: { readonly text: string }, run: () => Promise<T>): Promise<T> =>
  inSpan(() => {
    const name = nameOfStatement(statement.text)
    const [operation = name, table] = name.split(' ')
    return {
      name,
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        ...(table && { 'db.collection.name': table }),
      },
    }
  }, run)
