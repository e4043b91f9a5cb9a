import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { failureOf } from '../../platform/http/errors.ts'
import { createSignedLinks, LinkQuery } from '../../platform/http/signed-links.ts'
import { FORM_BYTES, openPageScope, pageHeaders } from '../../platform/pages/serve.ts'
import type { OrdersPlatform } from '../peers.ts'
import { allowOnlyCustomer } from '../reading/own-order.ts'
import { OrderRef } from '../schemas.ts'
import { cancelOrder, refuseCancelling } from './cancel-order.ts'
import { askPage, donePage, styleRoutes, toldPage } from './pages.ts'

const said = (description: string) => Type.String({ description })
const schema = {
  produces: ['text/html'],
  params: OrderRef,
  querystring: LinkQuery,
  response: {
    200: said('The page'),
    400: said('A page: the address cannot be read'),
    401: said('A page: the link is not good, or its time has passed'),
    403: said("A page: it is another customer's order"),
    404: said('A page: there is no such order'),
    409: said('A page: the order is being prepared, or the shop has cancelled it'),
    413: said('A page: the form is too large'),
    415: said('A page: what was sent is no form'),
    503: said('A page: a service is away'),
  },
}

/** Where the mail that an order was received leads: a page that asks, and its form, which cancels. */
export const cancellingPages =
  (platform: OrdersPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    const links = createSignedLinks(platform.config.tokenSecret, platform.clock)
    const config = { access: 'customer', rights: ['shop', 'support'], opensByLink: links.opens } as const
    await app.register(styleRoutes)

    await app.register(async function pages(page) {
      const scope = page.withTypeProvider<TypeBoxTypeProvider>()
      await openPageScope(scope, [])
      scope.setErrorHandler(problemPage)

      scope.get(
        '/api/v1/publique/commandes/:ordreId/annuler',
        {
          config,
          schema: {
            ...schema,
            operationId: 'showCancelPage',
            summary: 'The page on which an order is cancelled',
          },
        },
        async request => {
          const order = await allowOnlyCustomer(platform, request, request.params.ordreId)
          if (order.statut === 'ANNULEE')
            return toldPage('Votre commande est annulée', 'Elle n’est ni préparée ni livrée.')
          refuseCancelling(order)
          return askPage(order)
        },
      )

      scope.post(
        '/api/v1/publique/commandes/:ordreId/annuler',
        {
          config,
          bodyLimit: FORM_BYTES,
          schema: {
            ...schema,
            operationId: 'cancelOrderOnPage',
            summary: 'Cancel the order: what its page sends',
          },
        },
        async request => {
          const { ordreId } = request.params
          await allowOnlyCustomer(platform, request, ordreId)
          await cancelOrder(platform, ordreId, { annuleePar: 'client' }, async () => {})
          return donePage()
        },
      )
    })
  }

const TOLD: Record<number, readonly [title: string, text: string]> = {
  401: [
    'Ce lien n’est pas valable',
    'Il est incomplet, ou son temps est passé. Reprenez-le dans votre e-mail.',
  ],
  403: ['Cette commande n’est pas la vôtre', 'Connectez-vous avec le compte qui a passé la commande.'],
  404: ['Commande inconnue', 'Aucune commande ne porte ce numéro. Vérifiez l’adresse.'],
  429: ['Trop de demandes', 'Réessayez dans quelques minutes.'],
  503: ['Service indisponible', 'Réessayez dans un instant.'],
}

function problemPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode, message, retryAfterSeconds } = failureOf(error, request)
  // Whoever is refused before the route is looked at has no header of a page yet.
  reply.headers(pageHeaders([]))
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
  const [title, text] =
    statusCode === 409
      ? (['La commande ne peut plus être annulée', `${message}. La boutique peut vous aider.`] as const)
      : (TOLD[statusCode] ??
        (['Demande impossible', 'Reprenez le lien de votre e-mail et recommencez.'] as const))
  return reply.code(statusCode).type('text/html; charset=utf-8').send(toldPage(title, text))
}
