import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Context } from '../context.ts'
import { askToCancel } from './cancel.ts'
import { layout } from './html/layout.ts'
import { returned } from './html/outcomes.ts'
import { askToRemove } from './remove-card.ts'
import { CardRef, Late, LinkRef, page, produces, question, returnPage } from './schemas.ts'
import { show } from './show.ts'
import { visitorOf } from './visit.ts'
import { wordsFor } from './words/words.ts'

const config = { access: 'open' } as const

/** What a browser may look at. */
export const showingRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    const visitOf = visitorOf(context)

    app.get(
      '/paiement/retour',
      {
        config,
        schema: {
          produces,
          response: returnPage,
          operationId: 'showReturn',
          summary: 'Where a customer returns to whose shop named no address',
        },
      },
      ({ headers }) => {
        const words = wordsFor(headers['accept-language'])
        return layout({ words, title: words.page, state: 'retour', content: returned(words) })
      },
    )

    app.get(
      '/paiement/:token',
      {
        config,
        schema: {
          produces,
          response: page,
          operationId: 'showPaymentPage',
          summary: 'The payment page',
          params: LinkRef,
          querystring: Late,
        },
      },
      async (request, reply) => {
        const late = request.query.annulation !== undefined
        const { status, page } = await show(context, await visitOf(request), late)
        return reply.code(status).send(page)
      },
    )

    app.get(
      '/paiement/:token/annulation',
      {
        config,
        schema: {
          produces,
          response: question,
          operationId: 'askToCancelOnPage',
          summary: 'Ask whether the pending payment of the payment page is to be cancelled',
          params: LinkRef,
        },
      },
      async (request, reply) =>
        (await askToCancel(context, await visitOf(request))) ??
        reply.redirect(`../${request.params.token}`, 303),
    )

    app.get(
      '/paiement/:token/cartes/:id/retrait',
      {
        config,
        schema: {
          produces,
          response: question,
          operationId: 'askToRemoveCardOnPage',
          summary: 'Ask whether a saved card that the payment page offers is to be removed',
          params: CardRef,
        },
      },
      async (request, reply) => {
        const { token, id } = request.params
        return (
          (await askToRemove(context, await visitOf(request), id)) ?? reply.redirect(`../../../${token}`, 303)
        )
      },
    )
  }
