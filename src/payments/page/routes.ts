import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Id } from '../../platform/http/pages.ts'
import { Problem, problems } from '../../platform/http/problem.ts'
import type { Context } from '../context.ts'
import { hashOf } from '../links/create-link.ts'
import { publicBase } from '../links/return-url.ts'
import { findLink } from '../links/store.ts'
import { type Link, STATUSES } from '../tables.ts'
import { askToCancel, cancelByForm } from './cancel.ts'
import { pageFiles } from './files.ts'
import { pageHeaders } from './headers.ts'
import { layout } from './layout.ts'
import { returned } from './outcomes.ts'
import { payByForm } from './pay.ts'
import { problemPage } from './problem-page.ts'
import { askToRemove, removeByForm } from './remove-card.ts'
import { show } from './show.ts'
import { stateOf } from './state.ts'

const LinkRef = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'The end of the payment link' }),
})
const CardRef = Type.Object({ ...LinkRef.properties, id: Id })
const Line = Type.Optional(Type.String({ maxLength: 300 }))
const FormToken = Type.Object({ csrf: Line })
const CardForm = Type.Object({
  csrf: Line,
  carte: Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,14}|nouvelle)$' })),
  cardNumber: Line,
  expirationDate: Line,
  cvc: Line,
  cardHolderName: Line,
  garder: Line,
})
/** Where one is led who asked to cancel what had been paid. */
const Late = Type.Object({ annulation: Type.Optional(Type.Literal('tardive')) })
const FORM_BYTES = 16 * 1024
const config = { access: 'open' } as const

const produces = ['text/html']
const said = (description: string) => Type.String({ description })
const page: Record<number, Type.TString> = {
  200: said('The page'),
  404: said('A page: the link is not known'),
}
/** Nothing may be left to ask. */
const question: Record<number, Type.TString | Type.TNull> = {
  ...page,
  303: Type.Null({ description: 'Go on to the page in `Location`' }),
}
/** A form is answered with another page to go to, or with itself and what is wrong. */
const form: Record<number, Type.TString | Type.TNull> = {
  303: Type.Null({ description: 'Go on to the page in `Location`' }),
  400: said('The form again, with what is wrong in it'),
  404: said('A page: the link is not known'),
  409: said('The form again: the order cannot be paid'),
  503: said('The form again: payment is not to be had now'),
}

/** The payment page: server-rendered, in French, whole without a script. */
export const pageRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    await app.register(pageFiles)
    const linkOf = finderOf(context)

    app.get(
      '/paiement/:token/statut',
      {
        config,
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
      await scope.register(showing(context))
      await scope.register(changing(context))
    })
  }

/** The link of a token; 404 when there is none. */
const finderOf =
  ({ db }: Context) =>
  async (token: string): Promise<Link> => {
    const link = await findLink(db, hashOf(token))
    if (!link) throw new Problem(404, 'This payment link is not known')
    return link
  }

const showing =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    const linkOf = finderOf(context)

    app.get(
      '/paiement/retour',
      {
        config,
        schema: {
          produces,
          response: { 200: said('The page') },
          operationId: 'showReturn',
          summary: 'Where a customer returns to whose shop named no address',
          querystring: Type.Object({
            status: Type.Optional(Type.String({ description: 'How the payment ended' })),
          }),
        },
      },
      async ({ query }) => layout({ title: 'Paiement', state: 'retour', content: returned(query.status) }),
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
      async ({ params: { token }, query }, reply) => {
        const late = query.annulation !== undefined
        const { status, page } = await show(context, token, await linkOf(token), late)
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
      async ({ params: { token } }, reply) =>
        (await askToCancel(context, token, await linkOf(token))) ?? reply.redirect(`../${token}`, 303),
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
      async ({ params: { token, id } }, reply) =>
        (await askToRemove(context, token, await linkOf(token), id)) ??
        reply.redirect(`../../../${token}`, 303),
    )
  }

const changing =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    const linkOf = finderOf(context)

    app.post(
      '/paiement/:token',
      {
        config,
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
      async ({ params: { token }, body }, reply) => {
        const refusal = await payByForm(
          context,
          token,
          await linkOf(token),
          body,
          `${publicBase(context.config, app)}/paiement/${token}`,
        )
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
