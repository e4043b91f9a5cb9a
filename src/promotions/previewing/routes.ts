import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../platform/problem.ts'
import type { PromotionsPlatform } from '../peers.ts'
import { previewPromotion } from './preview-promotion.ts'
import { PromotionPreview, PromotionToPreview } from './schemas.ts'

export const previewRoutes =
  (platform: PromotionsPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    app.post(
      '/api/v1/privee/apercus-de-promotion',
      {
        config: { access: 'internal', rights: ['catalogue'], keepsNothing: true },
        schema: {
          operationId: 'previewPromotion',
          summary: 'What a basket costs without and with a promotion that is not kept',
          body: PromotionToPreview,
          response: { 200: PromotionPreview, ...problems(400, 422, 503) },
        },
      },
      ({ body }) => previewPromotion(platform, body),
    )
  }
