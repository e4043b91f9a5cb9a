import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Problem, ProblemBody } from '../../platform/http/problem.ts'
import type { Context } from '../context.ts'
import { hashOf } from '../create-link.ts'
import { findLink } from '../store/links.ts'
import { askToCancel, cancelByForm } from './cancel.ts'
import { pageFiles } from './files.ts'
import { pageHeaders } from './headers.ts'
import { layout } from './layout.ts'
import { returned } from './outcomes.ts'
import { payByForm } from './pay.ts'
import { problemPage } from './problem-page.ts'
import { show } from './show.ts'
import { stateOf } from './state.ts'

const LinkRef = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) })
const Line = Type.Optional(Type.String({ maxLength: 300 }))
const FormToken = Type.Object({ csrf: Line })
const CardForm = Type.Object({
  csrf: Line,
  cardNumber: Line,
  expirationDate: Line,
  cvc: Line,
  cardHolderName: Line,
})
/** Where one is led who asked to cancel what had been paid. */
const Late = Type.Object({ annulation: Type.Optional(Type.Literal('tardive')) })
const FORM_BYTES = 16 * 1024

/** The payment page: server-rendered, in French, whole without a script. */
export const pageRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    await app.register(pageFiles)

    async function linkOf(token: string) {
      const link = await findLink(context.db, hashOf(token))
      if (!link) throw new Problem(404, 'This payment link is not known')
      return link
    }

    app.get(
      '/paiement/:token/statut',
      {
        config: { access: 'open' },
        schema: {
          operationId: 'getPaymentPageState',
          summary: 'What the page of a payment link shows now',
          params: LinkRef,
          response: { 200: Type.Object({ status: Type.String() }), 404: ProblemBody },
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
      scope.addHook('onRequest', async (_request, reply) => {
        reply.headers({ ...pageHeaders(context.config), 'content-type': 'text/html; charset=utf-8' })
      })
      scope.setErrorHandler(problemPage)

      scope.get(
        '/paiement/retour',
        {
          config: { access: 'open' },
          schema: {
            operationId: 'showReturn',
            summary: 'Where a customer returns to whose shop named no address',
            querystring: Type.Object({ status: Type.Optional(Type.String()) }),
          },
        },
        async ({ query }) => layout({ title: 'Paiement', state: 'retour', content: returned(query.status) }),
      )

      scope.get(
        '/paiement/:token',
        {
          config: { access: 'open' },
          schema: {
            operationId: 'showPaymentPage',
            summary: 'The payment page',
            params: LinkRef,
            querystring: Late,
          },
        },
        async ({ params, query }, reply) => {
          const link = await linkOf(params.token)
          const { status, page } = await show(context, params.token, link, query.annulation !== undefined)
          return reply.code(status).send(page)
        },
      )

      scope.post(
        '/paiement/:token',
        {
          config: { access: 'open' },
          bodyLimit: FORM_BYTES,
          schema: {
            operationId: 'payOnPage',
            summary: 'Pay with the card typed on the payment page',
            params: LinkRef,
            body: CardForm,
          },
        },
        async ({ params, body }, reply) => {
          const refusal = await payByForm(context, params.token, await linkOf(params.token), body)
          if (!refusal) return reply.redirect(params.token, 303)
          return reply.code(refusal.status).send(refusal.page)
        },
      )

      scope.get(
        '/paiement/:token/annulation',
        {
          config: { access: 'open' },
          schema: {
            operationId: 'askToCancelOnPage',
            summary: 'Ask whether the pending payment of the payment page is to be cancelled',
            params: LinkRef,
          },
        },
        async ({ params: { token } }, reply) => {
          const page = await askToCancel(context, token, await linkOf(token))
          return page ?? reply.redirect(`../${token}`, 303)
        },
      )

      scope.post(
        '/paiement/:token/annulation',
        {
          config: { access: 'open' },
          bodyLimit: FORM_BYTES,
          schema: {
            operationId: 'cancelOnPage',
            summary: 'Cancel the pending payment of the payment page',
            params: LinkRef,
            body: FormToken,
          },
        },
        async ({ params, body }, reply) => {
          const { late } = await cancelByForm(context, await linkOf(params.token), body.csrf)
          return reply.redirect(`../${params.token}${late ? '?annulation=tardive' : ''}`, 303)
        },
      )
    })
  }
