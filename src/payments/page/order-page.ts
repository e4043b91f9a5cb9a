import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { publicBase } from '../../platform/http/origins.ts'
import { HtmlPage } from '../../platform/http/pages.ts'
import { createSignedLinks, LinkQuery } from '../../platform/http/signed-links.ts'
import { FORM_BYTES } from '../../platform/pages/serve.ts'
import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { orderErrors } from '../contract.ts'
import { createLink } from '../links/create-link.ts'
import { linkLimit } from '../links/routes.ts'
import { findLastReturnUrl } from '../links/store.ts'
import { findOrder } from '../peers.ts'
import { OrderId } from '../schemas.ts'
import { renderLayout } from './html/layout.ts'
import { renderOrderPage } from './html/outcomes.ts'
import { selectWords } from './visit.ts'

const path = '/paiement/commandes/:orderId/payer'
const schema = {
  produces: ['text/html'],
  params: Type.Object({ orderId: OrderId }),
  querystring: LinkQuery,
  response: {
    200: HtmlPage('The page'),
    303: HtmlPage('Redirect to the payment page in `Location`'),
    400: HtmlPage('A page: the address is malformed'),
    404: HtmlPage('A page: the link is invalid or has expired, or the order is unknown'),
    409: HtmlPage('A page: the order is paid, cancelled, or its goods are sold'),
    429: HtmlPage('A page: too many payment links per minute'),
    503: HtmlPage('A page: a service is unavailable'),
  },
}

/** The page that the mail about a missing payment links to. Its button creates a payment link and leads to its page. */
export const orderPages: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  const links = createSignedLinks(context.config.tokenSecret, context.clock)

  /** Returns the order. Throws 404 without its signed link and for an unknown order. */
  async function readOrder(request: FastifyRequest<{ Params: { orderId: string } }>) {
    if (!links.opens(request)) throw new Problem(404, 'lien-inconnu', 'The link is invalid or has expired')
    const order = await findOrder(context, request.params.orderId)
    if (!order) throw new Problem(404, 'commande-inconnue', 'Unknown order')
    return { ...order, words: selectWords(request, order.langue) }
  }

  app.get(path, {
    config: { access: 'open', errors: ['lien-inconnu', 'commande-inconnue'] },
    schema: {
      ...schema,
      operationId: 'askToPayOrderOnPage',
      summary: 'Show the page that pays an order',
      description: 'The page of the link in a mail about a missing payment.',
    },
    handler: async request => {
      const { words, ordreId, statut, transactionId, montantTotalCents } = await readOrder(request)
      const isOpen = statut !== 'ANNULEE' && transactionId === null
      const amount = isOpen ? words.euros(montantTotalCents) : undefined
      const { title } = isOpen ? words.orderPage : words.orderPage.closed
      return renderLayout(
        { words, title, state: 'aucun', content: renderOrderPage(words, ordreId, amount) },
        '../../',
      )
    },
  })

  app.post(path, {
    config: {
      ...{ access: 'open', limit: linkLimit(context) },
      errors: ['lien-inconnu', 'commande-inconnue', ...orderErrors],
    },
    bodyLimit: FORM_BYTES,
    schema: {
      ...schema,
      operationId: 'payOrderOnPage',
      summary: 'Pay an order on its page',
      description: 'Creates a payment link and redirects to its page.',
      response: {
        ...schema.response,
        422: HtmlPage('A page: the order cannot be paid in this currency'),
      },
    },
    handler: async (request, reply) => {
      const { ordreId: orderId, montantTotalCents: montantCents } = await readOrder(request)
      const own = `${publicBase(context.config, app)}/paiement/retour`
      const returnUrl = (await findLastReturnUrl(context.db, orderId)) ?? own
      const { token } = await createLink(
        context,
        { orderId, montantCents, returnUrl },
        { caller: request.caller, storeAnswer: async () => {} },
      )
      return reply.redirect(`../../${token}`, 303)
    },
  })
}
