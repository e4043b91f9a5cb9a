import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { pageOrData, sendData } from '../../platform/http/accept.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { styleRoutes } from './page/layout.ts'
import { printSlips, wantsPage } from './print-slips.ts'
import { Slip, SlipFormat, SlipRef, SlipsToPrint } from './schemas.ts'
import { findSlip, findSlips } from './store/slips.ts'

const config = { access: 'internal', rights: ['warehouse'] } as const

/** Slips that are named, as data or as sheets to print. */
export const printingRoutes =
  ({ db, peers }: Pick<Platform<'reference'>, 'db' | 'peers'>): FastifyPluginAsyncTypebox =>
  async app => {
    await app.register(styleRoutes)

    app.get(
      '/api/v1/privee/bordereaux/:id',
      {
        config,
        schema: {
          operationId: 'getSlip',
          summary: 'A delivery slip: its data, or a sheet to print',
          params: SlipRef,
          querystring: SlipFormat,
          response: { 200: pageOrData(Slip), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const slip = await findSlip(db, id)
        if (!slip) throw new Problem(404, 'bordereau-inconnu', `There is no slip ${id}`)
        reply.header('vary', 'accept')
        return wantsPage(request, request.query)
          ? printSlips(peers, request, reply, [slip])
          : sendData(reply, slip)
      },
    )

    app.get(
      '/api/v1/privee/bordereaux',
      {
        config: { ...config, answersList: true },
        schema: {
          operationId: 'getSlips',
          summary: 'Delivery slips by their ids: their data, or sheets to print, one each',
          querystring: SlipsToPrint,
          response: { 200: pageOrData(Type.Array(Slip)), ...problems(400) },
        },
      },
      async (request, reply) => {
        const ids = request.query.ids.split(',').filter(id => id !== '')
        const slips = await findSlips(db, ids.map(Number))
        reply.header('vary', 'accept')
        return wantsPage(request, request.query)
          ? printSlips(peers, request, reply, slips)
          : sendData(reply, slips)
      },
    )
  }
