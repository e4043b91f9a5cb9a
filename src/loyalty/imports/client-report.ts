import { Readable } from 'node:stream'
import { Refusal, type Report } from '../../platform/imports/import.ts'
import type { Client } from '../schemas.ts'

/** `before`: the customer that was updated or reactivated; with `existing`, it is unchanged. */
export type UpsertedClient = {
  client: Client
  outcome: 'created' | 'updated' | 'reactivated' | 'existing'
  before?: Client | undefined
}

/** A customer that was not imported: its errors, and its e-mail as given, or null if that is not a string. */
export class RefusedClient extends Refusal {
  readonly email: string | null

  constructor(email: unknown, error: string) {
    super(error)
    this.email = typeof email === 'string' ? email : null
  }
}

type List = { count: number; parts: Buffer[] }
type Lists = Record<'created' | 'updated' | 'reactivated' | 'errors', List>

const none = (): List => ({ count: 0, parts: [] })

/**
 * Returns a report that serializes each batch of outcomes immediately: the response for 100,000 customers has 40 MB as
 * bytes, but would occupy many times that as objects.
 */
export function createClientReport(): Report<UpsertedClient, Readable> {
  const lists: Lists = { created: none(), updated: none(), reactivated: none(), errors: none() }
  return {
    kept(kept) {
      for (const outcome of ['created', 'updated', 'reactivated'] as const) {
        const clients = kept.filter(each => each.outcome === outcome).map(({ client }) => client)
        write(lists[outcome], clients)
      }
    },
    refused: refusal =>
      write(lists.errors, [
        { email: refusal instanceof RefusedClient ? refusal.email : null, error: refusal.error },
      ]),
    answer: unknownFields => Readable.from(textOf(lists, unknownFields), { objectMode: false }),
  }
}

function write(list: List, items: readonly unknown[]) {
  if (items.length === 0) return
  const text = JSON.stringify(items).slice(1, -1)
  list.parts.push(Buffer.from(list.count === 0 ? text : `,${text}`))
  list.count += items.length
}

function* textOf(lists: Lists, unknownFields: readonly string[]) {
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
  yield Buffer.from(`},"unknownFields":${JSON.stringify(unknownFields)}}`)
}
