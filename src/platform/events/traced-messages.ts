import type { Span, Trace, Tracer } from '../trace.ts'
import type { Message } from './event.ts'

const attributesOf = ({ queue, id, requestId }: Message) => ({
  'messaging.system': 'comptoir',
  'messaging.destination.name': queue,
  'messaging.message.id': id,
  'comptoir.request_id': requestId,
})

/**
 * Starts the span of sending an event, in the trace of the work that published it; undefined if that was not traced.
 */
export const startSendingSpan = (tracer: Tracer | undefined, message: Message): Span | undefined =>
  message.traceparent
    ? tracer?.start(`send ${message.queue}`, {
        kind: 'producer',
        parent: message.traceparent,
        attributes: attributesOf(message),
      })
    : undefined

/**
 * Starts spans for a batch of messages, each in the trace of its message. If the first message has no trace, a new one
 * begins; later messages without a trace have no span. The later spans link to the first, to which the child spans of
 * the batch belong.
 */
export function startTraces<M extends Message>(tracer: Tracer | undefined, messages: readonly M[]) {
  const spans = new Map<M, Span>()
  let first: Span | undefined
  for (const message of messages) {
    if (!tracer || (first && !message.traceparent)) continue
    const span = tracer.start(`process ${message.queue}`, {
      kind: 'consumer',
      parent: message.traceparent ?? undefined,
      attributes: { ...attributesOf(message), 'messaging.batch.message_count': messages.length },
      links: first ? [first.traceparent] : [],
    })
    first ??= span
    spans.set(message, span)
  }
  return {
    of: (message: M): Trace => ({ id: message.requestId, changes: [], span: spans.get(message) }),
    end() {
      for (const span of spans.values()) span.end()
    },
  }
}
