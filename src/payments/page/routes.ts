import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/http/problem.ts'
import type { Context } from '../context.ts'
import { STATUSES } from '../tables.ts'
import { pageFiles } from './files.ts'
import { finderOf } from './find-link.ts'
import { FORM_BYTES, formRoutes } from './form-routes.ts'
import { pageHeaders } from './headers.ts'
import { problemPage } from './problem-page.ts'
import { LinkRef } from './schemas.ts'
import { showingRoutes } from './showing-routes.ts'
import { stateOf } from './state.ts'

/** The payment page: server-rendered, in French, whole without a script. */
export const pageRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    await app.register(pageFiles)
    const linkOf = finderOf(context)

    app.get(
      '/paiement/:token/statut',
      {
        config: { access: 'open' },
        schema: {
          operationId: 'getPaymentPageState',
          summary: 'What the page of a payment link shows now',
          params: LinkRef,
          response: { 200: Type.Object({ status: Type.Enum([...STATUSES, 'aucun']) }), ...problems(404) },
        },
      },
      async ({ params }, reply) => {
        const { payment } = await stateOf(context, await linkOf(params.token))
        return reply.headers({ 'cache-control': 'no-store' }).send({ status: payment?.status ?? 'aucun' })
      },
    )

    await app.register(async function pages(page) {
      const scope = page.withTypeProvider<TypeBoxTypeProvider>()
      await scope.register(formbody, { bodyLimit: FORM_BYTES })
      scope.addHook('onRequest', async (request, reply) => {
        reply.headers({ ...pageHeaders(context.settings), 'content-type': 'text/html; charset=utf-8' })
        // The pages' links are relative, and would start one level too deep.
        const [, last, query = ''] = /([^/?]+)\/+(\?.*)?$/.exec(request.originalUrl) ?? []
        if (last) return reply.redirect(`../${last}${query}`, 308)
      })
      scope.setErrorHandler(problemPage)
      await scope.register(showingRoutes(context))
      await scope.register(formRoutes(context))
    })
  }
