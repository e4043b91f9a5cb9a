import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { publicBase } from '../../platform/http/origins.ts'
import { FORM_BYTES } from '../../platform/pages/serve.ts'
import type { Context } from '../context.ts'
import { cardLimit } from '../creating/card-limit.ts'
import { cancelByForm } from './cancel.ts'
import { finderOf } from './find-link.ts'
import { payByForm } from './pay.ts'
import { removeByForm } from './remove-card.ts'
import { CardForm, CardRef, FormToken, form, LinkRef, produces } from './schemas.ts'
import { visitorOf } from './visit.ts'

const config = { access: 'open' } as const

/** What the page's forms send: each is answered with a page to go to, or with itself and what is wrong. */
export const formRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    const linkOf = finderOf(context)
    const visitOf = visitorOf(context)

    app.post(
      '/paiement/:token',
      {
        config: { ...config, limit: cardLimit(context) },
        bodyLimit: FORM_BYTES,
        schema: {
          produces,
          response: form,
          operationId: 'payOnPage',
          summary: 'Pay with the card typed or chosen on the payment page',
          params: LinkRef,
          body: CardForm,
        },
      },
      async (request, reply) => {
        const { token } = request.params
        const address = `${publicBase(context.config, app)}/paiement/${token}`
        const refusal = await payByForm(context, await visitOf(request), request.body, address)
        if (!refusal) return reply.redirect(token, 303)
        return reply.code(refusal.status).send(refusal.page)
      },
    )

    app.post(
      '/paiement/:token/annulation',
      {
        config,
        bodyLimit: FORM_BYTES,
        schema: {
          produces,
          response: form,
          operationId: 'cancelOnPage',
          summary: 'Cancel the pending payment of the payment page',
          params: LinkRef,
          body: FormToken,
        },
      },
      async ({ params: { token }, body }, reply) => {
        const { late } = await cancelByForm(context, await linkOf(token), body.csrf)
        return reply.redirect(`../${token}${late ? '?annulation=tardive' : ''}`, 303)
      },
    )

    app.post(
      '/paiement/:token/cartes/:id/retrait',
      {
        config,
        bodyLimit: FORM_BYTES,
        schema: {
          produces,
          response: form,
          operationId: 'removeCardOnPage',
          summary: 'Remove a saved card that the payment page offers',
          params: CardRef,
          body: FormToken,
        },
      },
      async ({ params: { token, id }, body }, reply) => {
        await removeByForm(context, await linkOf(token), id, body.csrf)
        return reply.redirect(`../../../${token}`, 303)
      },
    )
  }
