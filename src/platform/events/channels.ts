import type { EventKind } from './event.ts'
import { EXCHANGE } from './rabbit.ts'

/** A queue, its event kind, and the areas that publish to it and consume it. */
export type Channel = { kind: EventKind; senders: string[]; receivers: string[] }

/** An area with the queues that it publishes to. */
type Sender = { name: string; announces?: readonly EventKind[] }
type Receiver = { consumers?: readonly { kind: EventKind }[] }

/** Returns the channels of areas, sorted by queue. `opened` contains the parts of each area, in the order of `areas`. */
export function channelsOf(areas: readonly Sender[], opened: readonly Receiver[]): Channel[] {
  const channels = new Map<string, Channel>()
  const channel = (kind: EventKind) => {
    const found = channels.get(kind.queue) ?? { kind, senders: [], receivers: [] }
    channels.set(kind.queue, found)
    return found
  }
  areas.forEach((area, i) => {
    for (const kind of area.announces ?? []) channel(kind).senders.push(area.name)
    // A queue of copies is internal: its events are listed under the queues that they are copied from.
    for (const { kind } of opened[i]?.consumers ?? [])
      if (!kind.copies) channel(kind).receivers.push(area.name)
  })
  return [...channels.values()].sort((a, b) => (a.kind.queue < b.kind.queue ? -1 : 1))
}

/** Returns the AsyncAPI 3.0 document of the queues. */
export const createAsyncDocument = (channels: Channel[], version: string) => ({
  asyncapi: '3.0.0',
  info: { title: 'Comptoir events', version },
  defaultContentType: 'application/json',
  channels: Object.fromEntries(
    channels.map(({ kind: { queue, schema, exchange } }) => [
      queue,
      {
        address: queue,
        description: `Published to the topic exchange ${EXCHANGE}${exchange ? ` or the direct exchange ${exchange}` : ''}, with the queue's name as routing key; durable and persistent.`,
        messages: { event: { contentType: 'application/json', payload: schema } },
        bindings: {
          amqp: { is: 'queue', queue: { name: queue, durable: true, exclusive: false, autoDelete: false } },
        },
      },
    ]),
  ),
  operations: Object.fromEntries(
    channels.flatMap(({ kind: { queue }, senders, receivers }) => [
      ...senders.map(area => [
        `${area}-sends-${queue}`,
        { action: 'send', channel: { $ref: `#/channels/${queue}` } },
      ]),
      ...receivers.map(area => [
        `${area}-receives-${queue}`,
        { action: 'receive', channel: { $ref: `#/channels/${queue}` } },
      ]),
    ]),
  ),
})
