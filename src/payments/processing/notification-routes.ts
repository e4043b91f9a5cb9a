import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { takeNotice } from './take-notice.ts'

/** A signature is over a body byte for byte, so here alone bodies are not read as JSON. */
export const notificationRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    app.post(
      '/api/v1/publique/prestataires/:provider/notifications',
      {
        // The provider's signature is the credential.
        config: { access: 'open' },
        schema: {
          operationId: 'notifyPayment',
          summary: 'What a payment provider says of a payment, in its own language and signed by it',
          params: Type.Object({
            provider: Type.String({ maxLength: 50, description: 'The name of a provider' }),
          }),
          response: {
            200: Type.Object({ message: Type.String() }),
            ...problems(400, 401, 404),
          },
        },
      },
      async ({ params, body, headers }) => {
        await takeNotice(context, params.provider, { body: typeof body === 'string' ? body : '', headers })
        return { message: 'Notification reçue' }
      },
    )
  }
