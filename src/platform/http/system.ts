import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Clock } from '../clock.ts'
import type { DatabasePool } from '../database/database.ts'
import { ping } from '../metrics/database-gauges.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { Problem, problems } from '../problem.ts'
import { documentRoutes } from './documents/pages.ts'
import type { Documents } from './documents.ts'
import type { Drain } from './drain.ts'
import { sendProblem } from './errors.ts'
import { Shape } from './pages.ts'

type SystemParts = {
  /** The area that the routes belong to; undefined without an area prefix. */
  area: string | undefined
  db: DatabasePool
  clock: Clock
  metrics: Metrics
  documents: Documents
  drain: Drain
  /** Aborted when streams must end. */
  stopping: AbortSignal
}

const TICK = 'data: {"time":"2026-11-21T11:06:46.136Z","multiplier":1}\n\n'
const Status = Shape('Sante', { status: Type.Literal('ok') })
const open = { access: 'open', bare: false, untraced: true } as const

/** Routes of every area and the bare host: health, readiness, metrics, the clock's stream and the API documents. */
export const systemRoutes: FastifyPluginAsyncTypebox<SystemParts> = async (app, parts) => {
  const { area, db, clock, metrics, drain, stopping } = parts
  const name = (operation: string) => `${operation}${area ? `-${area}` : ''}`
  const health = (operation: string, summary: string, description: string) => ({
    config: open,
    schema: {
      ...{ tags: ['system'], operationId: name(operation), summary, description },
      response: { 200: Status, ...problems(503) },
    },
  })

  app.get(
    '/health',
    health('health', 'Check health', 'Answers 503 while the database cannot be reached.'),
    async () => {
      await ping(db)
      return { status: 'ok' as const }
    },
  )

  app.get(
    '/ready',
    health(
      'ready',
      'Check readiness',
      'Answers 503 during the start and the stop, and without its database.',
    ),
    async (_request, reply) => {
      drain.recordProbe()
      // Expected at every start and shutdown, so it is sent directly: a thrown 503 would be logged as an error.
      if (drain.state !== 'ready')
        return sendProblem(reply, new Problem(503, 'service-indisponible', `The server is ${drain.state}`))
      await ping(db)
      return { status: 'ok' as const }
    },
  )

  app.get('/metrics', {
    config: { access: 'internal', rights: ['metrics'], bare: false, untraced: true },
    schema: {
      tags: ['system'],
      operationId: name('metrics'),
      summary: 'Read metrics',
      description: 'Answers with metrics in the Prometheus text format.',
      produces: ['text/plain'],
      response: { 200: Type.String() },
    },
    handler: async (_request, reply) =>
      reply
        .type('text/plain; version=0.0.4; charset=utf-8')
        .send(await (area ? metrics.ofArea(area) : metrics.whole())),
  })

  app.get('/api/clock/update-sse', {
    config: { ...open, stream: true },
    schema: {
      tags: ['system'],
      operationId: name('clock'),
      summary: 'Stream the clock',
      description:
        'Sends a server-sent event with the time immediately, then one each second, until the caller disconnects.',
      produces: ['text/event-stream'],
      response: {
        200: Type.Unsafe<Readable>({ type: 'string', examples: [TICK] }),
        ...problems(429),
      },
    },
    handler: async (request, reply) => {
      const disconnected = new AbortController()
      request.raw.on('close', () => disconnected.abort())
      const signal = AbortSignal.any([disconnected.signal, stopping])
      return reply.type('text/event-stream; charset=utf-8').send(Readable.from(ticks(clock, signal)))
    },
  })

  await documentRoutes(app, parts)
}

async function* ticks(clock: Clock, signal: AbortSignal) {
  while (!signal.aborted) {
    yield `data: ${JSON.stringify({ time: clock.now().toISOString(), multiplier: clock.multiplier })}\n\n`
    await sleep(1_000, undefined, { signal }).catch(() => {})
  }
}
