import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { publicBase } from '../../platform/http/origins.ts'
import { HtmlPage, Id } from '../../platform/http/pages.ts'
import { FORM_BYTES, openPageScope } from '../../platform/pages/serve.ts'
import { problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { cardLimit } from '../creating/card-trial.ts'
import { logoRoute } from '../logo.ts'
import { STATUSES } from '../tables.ts'
import { cancelByForm, removeByForm, renderCancellationPage, renderRemovalPage } from './confirmations.ts'
import { pageFiles, renderLayout } from './html/layout.ts'
import { renderReturned } from './html/outcomes.ts'
import { orderPages } from './order-page.ts'
import { CardForm, payByForm, settleOnReturn } from './pay.ts'
import { sendProblemPage } from './problem-page.ts'
import { renderCurrentPage } from './show.ts'
import { findVisit, readPageState, wordsFor } from './visit.ts'

const config = { access: 'open' } as const

const LinkRef = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'Token at the end of the payment link' }),
})
const CardRef = Type.Object({ ...LinkRef.properties, id: Id })
const FormToken = Type.Object({ csrf: CardForm.properties.csrf })
/** The query after an attempt to cancel a completed payment, and after the provider's page. */
const PageQuery = Type.Object({
  annulation: Type.Optional(Type.Literal('tardive')),
  retour: Type.Optional(Type.Literal('paiement')),
})
const produces = ['text/html']
const unreadable = { 400: HtmlPage('A page: the address is malformed') }
const returnPage = { 200: HtmlPage('The page'), ...unreadable }
const page: Record<number, Type.TString> = {
  ...returnPage,
  404: HtmlPage('A page: the link is unknown'),
  410: HtmlPage('A page: the link has expired, or too many cards were refused'),
}
/** The answers of a page that may redirect: with nothing left to confirm, or after the provider's page. */
const question: Record<number, Type.TString | Type.TNull> = {
  ...page,
  303: Type.Null({ description: 'Redirect to the page in `Location`' }),
}
/** The answers of a form: a redirect, the form with its errors, or a page that explains an error. */
const form: Record<number, Type.TString | Type.TNull> = {
  303: Type.Null({ description: 'Redirect to the page in `Location`' }),
  400: HtmlPage('The form again, with its errors'),
  403: HtmlPage('A page: the form was outdated'),
  404: HtmlPage('A page: the link is unknown'),
  409: HtmlPage('The form again: the order cannot be paid'),
  410: HtmlPage('A page: the link has expired, or too many cards were refused'),
  413: HtmlPage('A page: the form is too large'),
  415: HtmlPage('A page: the body is not a form'),
  429: HtmlPage('A page: too many card attempts per minute'),
  503: HtmlPage('The form again: payment is currently unavailable'),
}

/** The payment page: server-rendered, in the language of its link, fully usable without scripts. */
export const pageRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  await pageFiles(app, {})
  if (context.logo) await logoRoute(app, context.logo)

  app.get('/paiement/:token/statut', {
    config: { ...config, errors: ['lien-inconnu'] },
    schema: {
      operationId: 'getPaymentPageState',
      summary: 'Read the state of the payment page',
      description: 'Answers with the state that the page of the payment link shows.',
      params: LinkRef,
      response: { 200: Type.Object({ status: Type.Enum([...STATUSES, 'aucun']) }), ...problems(404) },
    },
    handler: async (request, reply) => {
      const { link } = await findVisit(context, request)
      const { payment } = await readPageState(context, link)
      return reply.headers({ 'cache-control': 'no-store' }).send({ status: payment?.status ?? 'aucun' })
    },
  })

  await app.register(async function pages(page) {
    const scope = page.withTypeProvider<TypeBoxTypeProvider>()
    await openPageScope(scope, ["'self'", ...context.settings.returnOrigins])
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('vary', 'accept-language')
    })
    scope.setErrorHandler(sendProblemPage)
    await showingRoutes(scope, context)
    await formRoutes(scope, context)
    await orderPages(scope, context)
  })
}

const showingRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  app.get('/paiement/retour', {
    config,
    schema: {
      ...{ produces, response: returnPage, operationId: 'showReturn' },
      summary: 'Show the page after a payment',
      description: 'The page to which customers return if the shop gave no `returnUrl`.',
    },
    handler: request => {
      const words = wordsFor(request)
      return renderLayout({ words, title: words.page, state: 'retour', content: renderReturned(words) })
    },
  })

  app.get('/paiement/:token', {
    config,
    schema: {
      ...{ produces, response: question, operationId: 'showPaymentPage' },
      ...{ params: LinkRef, querystring: PageQuery },
      summary: 'Show the payment page',
      description: 'The page on which a customer pays by card.',
    },
    handler: async (request, reply) => {
      const visit = await findVisit(context, request)
      const { annulation, retour } = request.query
      if (retour !== undefined) {
        await settleOnReturn(context, visit)
        return reply.redirect(visit.token, 303)
      }
      const { status, page } = await renderCurrentPage(context, visit, annulation !== undefined)
      return reply.code(status).send(page)
    },
  })

  app.get('/paiement/:token/annulation', {
    config,
    schema: {
      ...{ produces, response: question, operationId: 'askToCancelOnPage', params: LinkRef },
      summary: 'Ask before a payment is cancelled',
      description: 'The page that asks whether to cancel the pending payment.',
    },
    handler: async (request, reply) => {
      const page = await renderCancellationPage(context, await findVisit(context, request))
      return page ?? reply.redirect(`../${request.params.token}`, 303)
    },
  })

  app.get('/paiement/:token/cartes/:id/retrait', {
    config,
    schema: {
      ...{ produces, response: question, operationId: 'askToRemoveCardOnPage', params: CardRef },
      summary: 'Ask before a saved card is removed',
      description: 'The page that asks whether to remove a saved card.',
    },
    handler: async (request, reply) => {
      const { token, id } = request.params
      const page = await renderRemovalPage(context, await findVisit(context, request), id)
      return page ?? reply.redirect(`../../../${token}`, 303)
    },
  })
}

/** Each form is answered with a redirect, with itself and the errors, or with a page that explains an error. */
const formRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  app.post('/paiement/:token', {
    config: { ...config, limit: cardLimit(context) },
    bodyLimit: FORM_BYTES,
    schema: {
      ...{ produces, response: form, operationId: 'payOnPage', params: LinkRef, body: CardForm },
      summary: 'Pay on the payment page',
      description: 'Pays with the card that the customer enters or chooses.',
    },
    handler: async (request, reply) => {
      const { token } = request.params
      const address = `${publicBase(context.config, app)}/paiement/${token}`
      const refusal = await payByForm(context, await findVisit(context, request), request.body, address)
      if (!refusal) return reply.redirect(token, 303)
      return reply.code(refusal.status).send(refusal.page)
    },
  })

  app.post('/paiement/:token/annulation', {
    config,
    bodyLimit: FORM_BYTES,
    schema: {
      ...{ produces, response: form, operationId: 'cancelOnPage', params: LinkRef, body: FormToken },
      summary: 'Cancel a payment on the payment page',
      description: 'Cancels the payment if it is still pending.',
    },
    handler: async (request, reply) => {
      const { token, link } = await findVisit(context, request)
      const { late } = await cancelByForm(context, link, request.body.csrf)
      return reply.redirect(`../${token}${late ? '?annulation=tardive' : ''}`, 303)
    },
  })

  app.post('/paiement/:token/cartes/:id/retrait', {
    config,
    bodyLimit: FORM_BYTES,
    schema: {
      ...{ produces, response: form, operationId: 'removeCardOnPage', params: CardRef, body: FormToken },
      summary: 'Remove a saved card on the payment page',
      description: 'The card is no longer offered on the payment page.',
    },
    handler: async (request, reply) => {
      const { token, link } = await findVisit(context, request)
      await removeByForm(context, link, request.params.id, request.body.csrf)
      return reply.redirect(`../../../${token}`, 303)
    },
  })
}
