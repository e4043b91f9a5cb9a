import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { openPageScope } from '../../platform/pages/serve.ts'
import { problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { logoRoute } from '../logo.ts'
import { STATUSES } from '../tables.ts'
import { pageFiles } from './files.ts'
import { finderOf } from './find-link.ts'
import { formRoutes } from './form-routes.ts'
import { problemPage } from './problem-page.ts'
import { LinkRef } from './schemas.ts'
import { showingRoutes } from './showing-routes.ts'
import { stateOf } from './state.ts'

/** The payment page: server-rendered, in the language of its browser, whole without a script. */
export const pageRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    await app.register(pageFiles)
    if (context.logo) await app.register(logoRoute(context.logo))
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
      await openPageScope(scope, ["'self'", ...context.settings.returnOrigins])
      scope.addHook('onRequest', async (_request, reply) => {
        reply.header('vary', 'accept-language')
      })
      scope.setErrorHandler(problemPage)
      await scope.register(showingRoutes(context))
      await scope.register(formRoutes(context))
    })
  }
