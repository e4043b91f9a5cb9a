import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { requestRebuild } from './count-figures.ts'
import { readSales, withDefaults } from './read-figures.ts'
import { readGroups } from './read-groups.ts'
import { readPeriods } from './read-periods.ts'
import {
  BestSellers,
  DaySearch,
  FiguresRebuild,
  GroupFigures,
  GroupSearch,
  PeriodFigures,
  PeriodSearch,
  PromotionFigures,
  SalesFigures,
  TopSearch,
} from './schemas.ts'
import { listRebuilds } from './store/counting.ts'
import { listBestSellers, listPromotionFigures } from './store/reading.ts'

const reading = { access: 'internal', rights: ['support'], stores: { parameter: 'magasinId' } } as const
const rebuilding = { access: 'internal', rights: ['admin'] } as const
const SHOWN = 20

/** The routes of the sales figures, which lag behind the sales by some seconds. */
export const figureRoutes: FastifyPluginAsyncTypebox<OrdersPlatform> = async (app, platform) => {
  const { db, clock } = platform

  app.get('/api/v1/privee/chiffres-ventes', {
    config: { ...reading, answersList: true },
    schema: {
      operationId: 'readSalesFigures',
      summary: 'Read the sales figures of a day',
      description:
        'Answers with turnover and orders by the hour, compared with the same day of the previous week.',
      querystring: DaySearch,
      response: { 200: SalesFigures, ...problems(400) },
    },
    handler: ({ query }) => readSales(platform, query),
  })

  app.get('/api/v1/privee/chiffres-ventes/periodes', {
    config: { ...reading, answersList: true },
    schema: {
      operationId: 'readPeriodFigures',
      summary: 'Read the sales figures of a period',
      description:
        'Answers with turnover and orders of up to 366 days, by day or hour and by store, compared with an earlier period.',
      querystring: PeriodSearch,
      response: { 200: PeriodFigures, ...problems(400) },
    },
    handler: ({ query }) => readPeriods(platform, query),
  })

  app.get('/api/v1/privee/chiffres-ventes/groupes', {
    config: { ...reading, answersList: true },
    schema: {
      operationId: 'readGroupFigures',
      summary: 'Read sales by category, supplier or means of payment',
      description:
        'Answers with orders, units and turnover of each group in up to 366 days, compared with an earlier period.',
      querystring: GroupSearch,
      response: { 200: GroupFigures, ...problems(400) },
    },
    handler: ({ query }) => readGroups(platform, query),
  })

  app.get('/api/v1/privee/chiffres-articles', {
    config: reading,
    schema: {
      operationId: 'listBestSellers',
      summary: 'List the best sellers of a day or period',
      description: 'Lists the products that were sold most often.',
      querystring: TopSearch,
      response: { 200: BestSellers, ...problems(400) },
    },
    handler: ({ query }) => listBestSellers(db, withDefaults(clock, query)),
  })

  app.get('/api/v1/privee/chiffres-promotions', {
    config: reading,
    schema: {
      operationId: 'listPromotionFigures',
      summary: 'List the promotion figures of a day or period',
      description: 'Lists the discount and turnover of each promotion, highest turnover first.',
      querystring: TopSearch,
      response: { 200: PromotionFigures, ...problems(400) },
    },
    handler: ({ query }) => listPromotionFigures(db, withDefaults(clock, query)),
  })

  app.post('/api/v1/privee/chiffres-ventes/reconstructions', {
    config: rebuilding,
    schema: {
      operationId: 'rebuildSalesFigures',
      summary: 'Rebuild the sales figures',
      description:
        'Recounts all figures from the orders in the background. A rebuild that already runs is not started twice.',
      response: { 202: FiguresRebuild },
    },
    handler: async (_request, reply) => reply.code(202).send(await requestRebuild(platform)),
  })

  app.get('/api/v1/privee/chiffres-ventes/reconstructions', {
    config: rebuilding,
    schema: {
      operationId: 'listSalesFiguresRebuilds',
      summary: 'List rebuilds of the sales figures',
      description: 'Lists the last rebuilds with their progress, newest first.',
      response: { 200: Type.Array(FiguresRebuild) },
    },
    handler: () => listRebuilds(db, SHOWN),
  })
}
