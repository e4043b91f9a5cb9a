import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { requestRebuild } from './count-figures.ts'
import { readBestSellers, readPromotions, readSales } from './read-figures.ts'
import {
  BestSellers,
  DaySearch,
  FiguresRebuild,
  PromotionFigures,
  SalesFigures,
  TopSearch,
} from './schemas.ts'
import { lastRebuilds } from './store/counting.ts'

const reading = { access: 'internal', rights: ['support'] } as const
const rebuilding = { access: 'internal', rights: ['admin'] } as const
const SHOWN = 20

/** A sale is counted some seconds after it was made. */
export const figureRoutes =
  (platform: OrdersPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/v1/privee/chiffres-ventes',
      {
        config: { ...reading, answersList: true },
        schema: {
          operationId: 'readSalesFigures',
          summary: 'Turnover and orders of a day by the hour, beside the same day of the week before',
          querystring: DaySearch,
          response: { 200: SalesFigures, ...problems(400) },
        },
      },
      ({ query }) => readSales(platform, query),
    )

    app.get(
      '/api/v1/privee/chiffres-articles',
      {
        config: reading,
        schema: {
          operationId: 'listBestSellers',
          summary: 'Products that were sold most often in a day',
          querystring: TopSearch,
          response: { 200: BestSellers, ...problems(400) },
        },
      },
      ({ query }) => readBestSellers(platform, query),
    )

    app.get(
      '/api/v1/privee/chiffres-promotions',
      {
        config: reading,
        schema: {
          operationId: 'listPromotionFigures',
          summary: 'What each promotion took off and brought in a day; what brought most first',
          querystring: TopSearch,
          response: { 200: PromotionFigures, ...problems(400) },
        },
      },
      ({ query }) => readPromotions(platform, query),
    )

    app.post(
      '/api/v1/privee/chiffres-ventes/reconstructions',
      {
        config: rebuilding,
        schema: {
          operationId: 'rebuildSalesFigures',
          summary: 'Count all figures of sales anew from the orders, unless that is being done',
          response: { 202: FiguresRebuild },
        },
      },
      async (_request, reply) => reply.code(202).send(await requestRebuild(platform)),
    )

    app.get(
      '/api/v1/privee/chiffres-ventes/reconstructions',
      {
        config: rebuilding,
        schema: {
          operationId: 'listSalesFiguresRebuilds',
          summary: 'List the last rebuilds of the figures, the newest first, and how far each has come',
          response: { 200: Type.Array(FiguresRebuild) },
        },
      },
      () => lastRebuilds(platform.db, SHOWN),
    )
  }
