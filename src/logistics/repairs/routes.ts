import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { chunksById, sendWholeList } from '../../platform/http/lists.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { jsonWriter } from '../../platform/schemas.ts'
import { openRepairSheet } from './open-repair-sheet.ts'
import {
  NewRepairSheet,
  RepairSearch,
  RepairSheet,
  RepairSheetPage,
  RepairSheetRef,
  RepairSheetSearch,
} from './schemas.ts'
import { countSheets, findSheet, pageOfSheets, searchSheets, sheetsAfter } from './store/repair-sheets.ts'

const staff = { access: 'staff', rights: ['warehouse'] } as const

const writeRepairSheet = jsonWriter(RepairSheet)

/** The sheets of what is being repaired. */
export const repairRoutes =
  (platform: Platform<'reference' | 'accounts'>): FastifyPluginAsyncTypebox =>
  async app => {
    const { db } = platform

    app.post(
      '/api/publique/fiche_reparation',
      {
        config: staff,
        schema: {
          operationId: 'openRepairSheet',
          summary: 'Open the repair sheet of a ticket',
          body: NewRepairSheet,
          response: { 201: RepairSheet, ...problems(400, 409, 503) },
        },
      },
      async ({ body }, reply) => reply.code(201).send(await openRepairSheet(platform, body)),
    )

    app.get(
      '/api/publique/fiche_reparation',
      {
        config: staff,
        schema: {
          operationId: 'listRepairSheets',
          summary: 'List repair sheets, oldest first; all unless a page or a ticket is asked for',
          querystring: RepairSheetSearch,
          response: { 200: Type.Array(RepairSheet), ...problems(400) },
        },
      },
      async ({ query: { ticketId, page, limit } }, reply) => {
        if (ticketId !== undefined || page !== undefined || limit !== undefined)
          return pageOfSheets(db, ticketId, { page: page ?? 1, limit: limit ?? 20 })
        return sendWholeList(
          reply,
          chunksById((after, most) => sheetsAfter(db, after, most)),
          writeRepairSheet,
        )
      },
    )

    app.get(
      '/api/v1/privee/fiches-reparation',
      {
        config: { access: 'internal', rights: ['warehouse'] },
        schema: {
          operationId: 'searchRepairSheets',
          summary: 'Repair sheets by how far the repair is, oldest first',
          querystring: RepairSearch,
          response: { 200: RepairSheetPage, ...problems(400) },
        },
      },
      async ({ query }) => {
        const { page, limit } = query
        const [data, total] = await Promise.all([searchSheets(db, query), countSheets(db, query)])
        return { data, total, page, limit }
      },
    )

    app.get(
      '/api/publique/fiche_reparation/:id',
      {
        config: staff,
        schema: {
          operationId: 'getRepairSheet',
          summary: 'Read a repair sheet with its events and what logistics knows of the goods',
          params: RepairSheetRef,
          response: { 200: RepairSheet, ...problems(400, 404) },
        },
      },
      async ({ params: { id } }) => {
        const sheet = await findSheet(db, id)
        if (!sheet) throw new Problem(404, 'fiche-inconnue', `Repair sheet with id ${id} not found`)
        return sheet
      },
    )
  }
