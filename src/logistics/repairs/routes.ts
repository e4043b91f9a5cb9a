import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { readChunksById, sendWholeList } from '../../platform/http/lists.ts'
import { Id, Nullable, OptionalPage, pageOf, Shape, Timestamp } from '../../platform/http/pages.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { createSerializer } from '../../platform/schemas.ts'
import type { Context } from '../context.ts'
import { openRepairSheet } from './open-repair-sheet.ts'
import {
  NewRepairEvent,
  NewRepairSheet,
  RepairEvent,
  RepairSearch,
  RepairSheet,
  RepairSheetPage,
  RepairSheetSearch,
  WaitingEvents,
} from './schemas.ts'
import { countWaitingEvents, insertEvent, listWaitingEvents } from './store/repair-events.ts'
import {
  countOpenRepairs,
  countSheets,
  findSheet,
  listSheets,
  listSheetsAfter,
  searchSheets,
  updateSheetStatus,
} from './store/repair-sheets.ts'

const staff = { access: 'staff', rights: ['warehouse'] } as const

const RepairAges = Type.Array(
  Shape('ReparationsParAge', {
    deJours: Type.Integer({ description: 'Minimum age in days of 24 hours, inclusive' }),
    aJours: Nullable(
      Type.Integer({ description: 'Maximum age in days, exclusive; null for the oldest group' }),
    ),
    nombre: Type.Integer(),
    plusAncienneLe: Nullable(Timestamp),
  }),
)

const writeRepairSheet = createSerializer(RepairSheet)

export const repairRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  const { db, clock, sendRepairEvents } = context

  app.post('/api/publique/fiche_reparation', {
    config: { ...staff, errors: ['fiche-existante'] },
    schema: {
      operationId: 'openRepairSheet',
      summary: 'Create a repair sheet',
      description:
        'Creates the sheet of an after-sales ticket. A ticket has one sheet; a second one answers 409.',
      body: NewRepairSheet,
      response: { 201: RepairSheet, ...problems(400, 409, 503) },
    },
    handler: async ({ body }, reply) => reply.code(201).send(await openRepairSheet(context, body)),
  })

  app.get('/api/publique/fiche_reparation', {
    config: staff,
    schema: {
      operationId: 'listRepairSheets',
      summary: 'List repair sheets',
      description: 'Lists sheets oldest first: all of them, a page, or those of a ticket.',
      querystring: RepairSheetSearch,
      response: { 200: Type.Array(RepairSheet), ...problems(400) },
    },
    handler: async ({ query: { ticketId, page, limit } }, reply) => {
      if (ticketId !== undefined || page !== undefined || limit !== undefined)
        return listSheets(db, ticketId, { page: page ?? 1, limit: limit ?? 20 })
      const chunks = readChunksById((after, most) => listSheetsAfter(db, after, most))
      return sendWholeList(reply, chunks, writeRepairSheet)
    },
  })

  app.get('/api/v1/privee/fiches-reparation', {
    config: { access: 'internal', rights: ['warehouse'] },
    schema: {
      operationId: 'searchRepairSheets',
      summary: 'Search repair sheets',
      description: 'Filters sheets by the progress of the repair, oldest first.',
      querystring: RepairSearch,
      response: { 200: RepairSheetPage, ...problems(400) },
    },
    handler: ({ query }) => pageOf(query, searchSheets(db, query), countSheets(db, query)),
  })

  app.get('/api/publique/fiche_reparation/:id', {
    config: { ...staff, errors: ['fiche-inconnue'] },
    schema: {
      operationId: 'getRepairSheet',
      summary: 'Read a repair sheet',
      description: 'Answers with the sheet, its events and what logistics knows about the goods.',
      params: Type.Object({ id: Id }),
      response: { 200: RepairSheet, ...problems(400, 404) },
    },
    handler: async ({ params: { id } }) => {
      const sheet = await findSheet(db, id)
      if (!sheet) throw new Problem(404, 'fiche-inconnue', `Repair sheet with id ${id} not found`)
      return sheet
    },
  })

  app.post('/api/publique/events_reparation', {
    config: { access: 'staff', rights: ['warehouse'] },
    schema: {
      operationId: 'recordRepairEvent',
      summary: 'Record a repair event',
      description:
        'Stores the event and sends it to the after-sales application until that accepts it. Repeating the call with the same event records it once.',
      body: NewRepairEvent,
      response: { 201: RepairEvent, ...problems(400) },
    },
    handler: async ({ body }, reply) => {
      const event = await db.transaction(async tx => {
        tx.afterCommit(sendRepairEvents)
        const stored = await insertEvent(tx, body, clock.now())
        await updateSheetStatus(tx, body.ticketId)
        return stored
      })
      return reply.code(201).send(event)
    },
  })

  app.get('/api/v1/privee/evenements-en-attente', {
    config: { access: 'internal', rights: ['warehouse'] },
    schema: {
      operationId: 'listWaitingRepairEvents',
      summary: 'List pending repair events',
      description:
        'Lists the events that the after-sales application has not accepted yet, next attempt first.',
      querystring: Type.Object(OptionalPage),
      response: { 200: WaitingEvents, ...problems(400) },
    },
    handler: ({ query: { page = 1, limit = 20 } }) =>
      pageOf({ page, limit }, listWaitingEvents(db, { page, limit }), countWaitingEvents(db)),
  })

  app.get('/api/v1/privee/chiffres-reparations', {
    config: { access: 'internal', rights: ['warehouse'], stores: { parameter: 'magasinId' } },
    schema: {
      operationId: 'listRepairAges',
      summary: 'Count open repairs by age',
      description: 'Counts repairs that are not yet returned to their customers, by the age of their sheets.',
      querystring: Type.Object({
        magasinId: Type.Optional({ ...Id, description: 'Store that supplied the goods' }),
      }),
      response: { 200: RepairAges, ...problems(400) },
    },
    handler: ({ query: { magasinId } }) => countOpenRepairs(db, clock.now(), magasinId),
  })
}
