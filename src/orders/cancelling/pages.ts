import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { reportFailure } from '../../platform/http/errors.ts'
import { HtmlPage } from '../../platform/http/pages.ts'
import { LinkQuery } from '../../platform/http/signed-links.ts'
import { type Html, html, renderPage } from '../../platform/pages/html.ts'
import {
  baseStyle,
  createPageFiles,
  FORM_BYTES,
  openPageScope,
  sendErrorPage,
} from '../../platform/pages/serve.ts'
import type { Context } from '../context.ts'
import { getOrderForCaller } from '../customer.ts'
import { OrderRef } from '../schemas.ts'
import type { Order } from '../tables.ts'
import { cancelOrder, checkCancellable } from './cancel-order.ts'
import { type Message, selectWords, type Words, wordsFor } from './words.ts'

const schema = {
  produces: ['text/html'],
  params: OrderRef,
  querystring: LinkQuery,
  response: {
    200: HtmlPage('The page'),
    400: HtmlPage('A page: the address is malformed'),
    401: HtmlPage('A page: the link is invalid or has expired'),
    403: HtmlPage('A page: the order belongs to another customer'),
    404: HtmlPage('A page: the order does not exist'),
    409: HtmlPage('A page: the order is in preparation, or the shop has cancelled it'),
    413: HtmlPage('A page: the form is too large'),
    415: HtmlPage('A page: the body is not a form'),
    503: HtmlPage('A page: a service is unavailable'),
  },
}

/** The mail about a new order links to this page, whose form cancels the order. */
export const cancellingPages: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  const config = {
    access: 'customer',
    rights: ['shop', 'support'],
    stores: 'record',
    opensByLink: context.links.opens,
  } as const
  await openPageScope(app, [])
  app.setErrorHandler(problemPage)

  app.get('/api/v1/publique/commandes/:ordreId/annuler', {
    config,
    schema: {
      ...schema,
      operationId: 'showCancelPage',
      summary: 'Show the page that cancels an order',
      description: 'The page of the link in a mail about the order.',
    },
    handler: async request => {
      const order = await getOrderForCaller(context, request, request.params.ordreId)
      const words = selectWords(request, order)
      if (order.statut === 'ANNULEE') return messagePage(words, words.cancelled)
      checkCancellable(order)
      return confirmationPage(words, order)
    },
  })

  app.post('/api/v1/publique/commandes/:ordreId/annuler', {
    config,
    bodyLimit: FORM_BYTES,
    schema: {
      ...schema,
      operationId: 'cancelOrderOnPage',
      summary: 'Cancel an order on its page',
      description: 'Receives the form of the page, cancels the order and refunds what was paid.',
    },
    handler: async request => {
      const { ordreId } = request.params
      const words = selectWords(request, await getOrderForCaller(context, request, ordreId))
      await cancelOrder(context, ordreId, { annuleePar: 'client' })
      return messagePage(words, words.done)
    },
  })
}

function problemPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const problem = reportFailure(error, request)
  const words = wordsFor(request)
  const conflict = words.conflicts[problem.code]
  const text = conflict ? ([words.tooLate, conflict] as const) : words.problems[problem.statusCode]
  return sendErrorPage(reply, problem, messagePage(words, text ?? words.other))
}

export const { base, routes: cancellingStyleRoutes } = createPageFiles('/api/v1/publique/annulations', [
  ['annulation.css', 'text/css', baseStyle],
])

/** A complete page without scripts. Its URLs are relative to the order's folder. */
const layout = ({ language }: Words, title: string, content: Html): string =>
  renderPage(
    { title, language, stylesheet: `../../annulations/${base}annulation.css` },
    html`<div class="counter">
${content}
</div>`,
  )

type CancellableOrder = Pick<Order, 'ordreId' | 'lignes' | 'montantTotalCents'>

/**
 * Opening the page has no effect; its button cancels the order. Names of unknown products are free text from a
 * caller, so they are not shown.
 */
const confirmationPage = (words: Words, { ordreId, lignes, montantTotalCents }: CancellableOrder) =>
  layout(
    words,
    words.title,
    html`<h1>${words.question}</h1>
<div class="notice">
<p>${words.order} <strong>${ordreId}</strong></p>
<ul>${lignes.map(({ nom, connu, quantite }) => html`<li>${quantite} × ${connu ? nom : words.article}</li>`)}</ul>
<p>${words.total} <strong>${words.euros(montantTotalCents)}</strong></p>
</div>
<p class="lead">${words.refund}</p>
<form method="post">
<button type="submit" class="button danger">${words.cancel}</button>
</form>`,
  )

const messagePage = (words: Words, [title, text]: Message) =>
  layout(
    words,
    title,
    html`<h1>${title}</h1>
<p>${text}</p>`,
  )
