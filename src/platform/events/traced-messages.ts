import type { Span, Trace, Tracer } from '../trace.ts'
import type { Message } from './event.ts'

const about = ({ queue, id, requestId }: Message) => ({
  'messaging.system': 'comptoir',
  'messaging.destination.name': queue,
  'messaging.message.id': id,
  'comptoir.request_id': requestId,
})

/** The sending of an event, as a part of the trace that it was announced in. */
export const sendingSpan = (tracer: Tracer | undefined, message: Message): Span | undefined =>
  message.traceparent
    ? tracer?.start(`send ${message.queue}`, {
        kind: 'producer',
        parent: message.traceparent,
        attributes: about(message),
      })
    : undefined

/**
 * The traces that messages taken in together come from. Each goes on in its own; what they have done together stands in that
 * of the first, and the others have a link there.
 */
export function tracesOf<M extends Message>(tracer: Tracer | undefined, messages: readonly M[]) {
  const spans = new Map<M, Span>()
  let first: Span | undefined
  for (const message of messages) {
    if (!tracer || (first && !message.traceparent)) continue
    const span = tracer.start(`process ${message.queue}`, {
      kind: 'consumer',
      parent: message.traceparent ?? undefined,
      attributes: { ...about(message), 'messaging.batch.message_count': messages.length },
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
