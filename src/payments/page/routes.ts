import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { publicBase } from '../../platform/http/public-base.ts'
import { FORM_BYTES, openPageScope } from '../../platform/pages/scope.ts'
import { problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { cardLimit } from '../creating/card-trial.ts'
import { logoRoute } from '../logo.ts'
import { STATUSES } from '../tables.ts'
import { askToCancel, askToRemove, cancelByForm, removeByForm } from './confirmations.ts'
import { layout, pageFiles } from './html/layout.ts'
import { returned } from './html/outcomes.ts'
import { payByForm } from './pay.ts'
import { problemPage } from './problem-page.ts'
import {
  CardForm,
  CardRef,
  FormToken,
  form,
  Late,
  LinkRef,
  page,
  produces,
  question,
  returnPage,
} from './schemas.ts'
import { show } from './show.ts'
import { finderOf, stateOf, visitorOf, wordsFor } from './visit.ts'

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
