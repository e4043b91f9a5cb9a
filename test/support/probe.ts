import Type from 'typebox'
import type { Area } from '../../src/platform/area.ts'
import { defineArea } from '../../src/platform/area.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { batchConsumer, consumer, eventKind } from '../../src/platform/events/event.ts'
import type { Job, Schedule } from '../../src/platform/jobs/job.ts'
import { createOperationFactory } from '../../src/platform/peers/operation.ts'
import { Problem, ProblemBody } from '../../src/platform/problem.ts'

export const Noted = eventKind(
  'probe.noted',
  Type.Object({ text: Type.String({ minLength: 1 }), at: Type.Integer() }),
)

const Note = Type.Object({ text: Type.String({ minLength: 1 }), at: Type.Optional(Type.Integer()) })

const listNotes = (area: string, bare = true) =>
  createOperationFactory(area)({
    method: 'GET',
    url: '/api/publique/notes',
    config: { access: 'customer', rights: ['peer'], bare },
    schema: {
      operationId: `notes-${area}`,
      summary: 'Notes',
      querystring: Type.Object({ limit: Type.Integer({ default: 10, maximum: 100 }) }),
      response: { 200: Type.Object({ limit: Type.Integer() }) },
    },
  })

type Parts = {
  name?: string
  /** False: reachable only under its own prefix. */
  bare?: boolean
  calls?: string[]
  /** The handler of the consumer of `Noted`. */
  onNoted?: (tx: Tx, body: { text: string; at: number }) => Promise<unknown>
  prepare?: ((body: { text: string }) => Promise<unknown>) | undefined
  /** The key of the consumer of `Noted`. */
  key?: (body: { text: string }) => string
  /** The maximum number of messages consumed per transaction. */
  batch?: number
  jobs?: Job[]
  /** A note with the text `slow` waits until this resolves. */
  slow?: () => Promise<unknown>
  schedules?: Schedule[]
}

const inBatches = (onNoted: NonNullable<Parts['onNoted']>, size: number) =>
  batchConsumer(Noted, {
    size,
    prepare: async notes =>
      notes.map(async ({ text }) => {
        if (text.startsWith('nobody')) throw new Problem(404, 'inconnu', 'Nobody knows it')
      }),
    handle: async (tx, notes) => {
      for (const { body } of notes) await onNoted(tx, body)
    },
  })

/**
 * Defines a small area that tests the platform without business logic: each created note is announced, and its text
 * determines the outcome of the route.
 */
export const defineProbe = ({
  name = 'probe',
  bare = true,
  calls = [],
  onNoted,
  prepare,
  key,
  batch = 1,
  jobs,
  slow,
  schedules,
}: Parts = {}): Area =>
  defineArea({
    name,
    calls,
    announces: [Noted],
    open: ({ db, outbox, clock, peers }) => ({
      jobs,
      schedules,
      consumers: onNoted
        ? [
            batch > 1
              ? inBatches(onNoted, batch)
              : consumer(Noted, { handle: onNoted, prepare, ...(key && { key }) }),
          ]
        : [],
      routes: async app => {
        app.post(
          '/api/publique/notes',
          {
            config: { access: 'open', idempotent: true, bare },
            schema: {
              operationId: `note-${name}`,
              body: Note,
              response: { 201: Note, 409: ProblemBody },
            },
          },
          async (request, reply) => {
            const { text } = request.body
            if (text === 'refused') throw new Problem(409, 'regle-enfreinte', 'Refused by a rule')
            if (text === 'broken') throw new Error('secret detail of select * from /some/path')
            if (text === 'slow') await slow?.()
            const note = { text, at: clock.now().getTime() }
            await db.transaction(async tx => {
              await outbox.publish(tx, Noted, note)
              await request.remember(tx, 201, note)
            })
            return reply.code(201).send(note)
          },
        )
        app.route({ ...listNotes(name, bare), handler: async ({ query }) => query })
        app.get(
          '/api/privee/notes/:peer',
          {
            config: { access: 'internal', rights: ['peer'], bare },
            schema: { operationId: `peer-${name}`, params: Type.Object({ peer: Type.String() }) },
          },
          async ({ params }) => (await peers.ask(listNotes(params.peer), { query: { limit: 7 } })).body,
        )
        app.patch(
          '/api/publique/notes',
          { config: { access: 'staff', rights: ['admin'], bare }, schema: { operationId: `patch-${name}` } },
          async () => ({ done: true }),
        )
      },
    }),
  })
