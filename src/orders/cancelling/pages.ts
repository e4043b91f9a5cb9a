import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { reportFailure } from '../../platform/http/errors.ts'
import { HtmlPage } from '../../platform/http/pages.ts'
import { LinkQuery } from '../../platform/http/signed-links.ts'
import { formatEuros } from '../../platform/money.ts'
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
      if (order.statut === 'ANNULEE')
        return messagePage('Votre commande est annulée', 'Elle n’est ni préparée ni livrée.')
      checkCancellable(order)
      return confirmationPage(order)
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
      await getOrderForCaller(context, request, ordreId)
      await cancelOrder(context, ordreId, { annuleePar: 'client' })
      return messagePage(
        'Votre commande est annulée',
        'Ce que vous avez payé vous est remboursé. Selon votre banque, il faut quelques jours pour que cela se voie sur votre compte.',
      )
    },
  })
}

const MESSAGES: Record<number, readonly [title: string, text: string]> = {
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
  const problem = reportFailure(error, request)
  const { statusCode, message } = problem
  const [title, text] =
    statusCode === 409
      ? (['La commande ne peut plus être annulée', `${message}. La boutique peut vous aider.`] as const)
      : (MESSAGES[statusCode] ??
        (['Demande impossible', 'Reprenez le lien de votre e-mail et recommencez.'] as const))
  return sendErrorPage(reply, problem, messagePage(title, text))
}

export const { base, routes: cancellingStyleRoutes } = createPageFiles('/api/v1/publique/annulations', [
  ['annulation.css', 'text/css', baseStyle],
])

/** A complete page without scripts. Its URLs are relative to the order's folder. */
const layout = (title: string, content: Html): string =>
  renderPage(
    { title, stylesheet: `../../annulations/${base}annulation.css` },
    html`<div class="counter">
${content}
</div>`,
  )

type CancellableOrder = Pick<Order, 'ordreId' | 'lignes' | 'montantTotalCents'>

/**
 * Opening the page has no effect; its button cancels the order. Names of unknown products are free text from a
 * caller, so they are not shown.
 */
const confirmationPage = ({ ordreId, lignes, montantTotalCents }: CancellableOrder) =>
  layout(
    'Annuler votre commande',
    html`<h1>Annuler votre commande ?</h1>
<p class="lead">Commande ${ordreId}</p>
<ul>${lignes.map(({ nom, connu, quantite }) => html`<li>${quantite} × ${connu ? nom : 'Article'}</li>`)}</ul>
<p>Total : <strong>${formatEuros(montantTotalCents)}</strong>. Ce que vous avez payé vous est remboursé en entier, par le même moyen.</p>
<form method="post">
<button type="submit" class="button danger">Annuler la commande</button>
</form>`,
  )

const messagePage = (title: string, text: string) =>
  layout(
    title,
    html`<h1>${title}</h1>
<p>${text}</p>`,
  )
