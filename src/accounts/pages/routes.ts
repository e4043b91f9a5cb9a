import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { openPageScope } from '../../platform/pages/serve.ts'
import type { Accounts } from '../context.ts'
import { layout, styleRoutes, told } from './layout.ts'
import { linkRoutes } from './link-routes.ts'
import { problemPage } from './problem-page.ts'

/** Where links in mails lead: pages in French, without a script. To look at one changes nothing. */
export const pageRoutes =
  (accounts: Accounts): FastifyPluginAsyncTypebox =>
  async app => {
    const shop = accounts.config.shopName
    await app.register(styleRoutes)

    await app.register(async function pages(page) {
      const scope = page.withTypeProvider<TypeBoxTypeProvider>()
      await openPageScope(scope, [])
      scope.setErrorHandler(problemPage(shop))
      await scope.register(linkRoutes(accounts))

      for (const { url, operationId, summary, title, text } of ENDS)
        scope.get(
          url,
          {
            config: { access: 'open' },
            schema: {
              produces: ['text/html'],
              response: {
                200: Type.String({ description: 'The page' }),
                400: Type.String({ description: 'A page: the address cannot be read' }),
              },
              operationId,
              summary,
            },
          },
          async () => layout({ shop, title, content: told(title, text) }),
        )
    })
  }

const ENDS = [
  {
    url: '/compte/adresse-confirmee',
    operationId: 'showEmailConfirmed',
    summary: 'Where a customer is led whose address is proven',
    title: 'Votre adresse est confirmée',
    text: 'Vous pouvez fermer cette page et revenir à la boutique.',
  },
  {
    url: '/compte/mot-de-passe-change',
    operationId: 'showPasswordChanged',
    summary: 'Where a customer is led who has a new password',
    title: 'Votre mot de passe est changé',
    text: 'Vous pouvez fermer cette page, revenir à la boutique et vous y connecter.',
  },
]
