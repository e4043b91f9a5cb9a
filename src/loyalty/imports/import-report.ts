import { Readable } from 'node:stream'
import type { Client } from '../schemas.ts'

type List = { count: number; parts: Buffer[] }

/**
 * What an import did, written as it is told: an answer on 100,000 customers is 40 MB of bytes, and would be many times as
 * much in objects.
 */
export function createReport() {
  const lists: Record<'created' | 'updated' | 'reactivated' | 'errors', List> = {
    created: { count: 0, parts: [] },
    updated: { count: 0, parts: [] },
    reactivated: { count: 0, parts: [] },
    errors: { count: 0, parts: [] },
  }
  const write = (list: List, items: readonly unknown[]) => {
    if (items.length === 0) return
    const text = JSON.stringify(items).slice(1, -1)
    list.parts.push(Buffer.from(list.count === 0 ? text : `,${text}`))
    list.count += items.length
  }
  return {
    add: (name: 'created' | 'updated' | 'reactivated', clients: readonly Client[]) =>
      write(lists[name], clients),
    refuse: (email: string | null, error: string) => write(lists.errors, [{ email, error }]),
    /** The answer as JSON text. */
    stream: () => Readable.from(textOf(lists), { objectMode: false }),
  }
}
export type Report = ReturnType<typeof createReport>

function* textOf(lists: Record<string, List>) {
  const counts = Object.entries(lists).map(([name, { count }]) => [
    name === 'errors' ? 'errorCount' : `${name}Count`,
    count,
  ])
  const total = Object.values(lists).reduce((sum, { count }) => sum + count, 0)
  const summary = JSON.stringify({ ...Object.fromEntries(counts), total })
  yield Buffer.from(`{"summary":${summary},"details":{`)
  let separator = ''
  for (const [name, { parts }] of Object.entries(lists)) {
    yield Buffer.from(`${separator}"${name}":[`)
    yield* parts
    yield Buffer.from(']')
    separator = ','
  }
  yield Buffer.from('}}')
}
