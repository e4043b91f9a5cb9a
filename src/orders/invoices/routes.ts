import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { pageOrData, prefers, sendData } from '../../platform/http/accept.ts'
import { LinkQuery } from '../../platform/http/signed-links.ts'
import { openPageScope } from '../../platform/pages/serve.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { getOrderForCaller } from '../customer.ts'
import type { OrdersPlatform } from '../peers.ts'
import { OrderRef } from '../schemas.ts'
import { renderInvoicePage } from './page/invoice-page.ts'
import { sendInvoiceProblem } from './page/layout.ts'
import { Invoice } from './schemas.ts'
import { listDocuments } from './store.ts'

/** The invoice as a printable page without scripts, or as JSON, depending on the `accept` header. */
export const invoiceRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  await openPageScope(app, [])
  app.setErrorHandler(sendInvoiceProblem)

  app.get('/api/v1/publique/commandes/:ordreId/facture', {
    config: {
      access: 'customer',
      rights: ['shop', 'till', 'support'],
      stores: 'record',
      opensByLink: context.links.opens,
      errors: ['commande-inconnue', 'facture-absente', 'facture-archivee'],
    },
    schema: {
      operationId: 'readInvoice',
      summary: 'Read the invoice of an order',
      description:
        'Answers with a printable page that includes the credit notes, or with JSON where `Accept` prefers it. The link of the mail also admits the caller; 410 after the customer is erased.',
      params: OrderRef,
      querystring: LinkQuery,
      response: { 200: pageOrData(Invoice), ...problems(404, 409, 410) },
    },
    handler: async (request, reply) => {
      const invoice = await readInvoice(context, request, request.params.ordreId)
      reply.header('vary', 'accept')
      if (!prefers(request, 'application/json', 'text/html')) return reply.send(renderInvoicePage(invoice))
      return sendData(reply, invoice)
    },
  })
}

/**
 * Returns the invoice of an order with its credit notes to its customer, a caller with a right of the route, or the
 * holder of a signed link to it. Throws 401 or 403 for others, 404 for an unknown order, 409 while no invoice is
 * issued, and, after the customer's erasure, 410 for callers without such a right.
 */
export async function readInvoice(
  platform: Pick<OrdersPlatform, 'db'>,
  request: FastifyRequest,
  ordreId: string,
): Promise<Invoice> {
  await getOrderForCaller(platform, request, ordreId)
  const documents = await listDocuments(platform.db, [ordreId])
  const invoice = documents.find(document => document.nature === 'facture')
  if (!invoice) throw new Problem(409, 'facture-absente', 'Aucune facture n’a été émise pour cette commande')
  const { caller, routeOptions } = request
  if (invoice.archiveeLe && !caller.may(...(routeOptions.config.rights ?? [])))
    throw new Problem(410, 'facture-archivee', 'Cette facture est archivée : demandez-la à la boutique')
  const { numero, emiseLe, contenu } = invoice
  const avoirs = documents.filter(document => document.nature === 'avoir')
  return {
    ...{ numero, ordreId, emiseLe },
    ...contenu,
    avoirs: avoirs.map(credit => ({
      ...{ numero: credit.numero, remboursementId: credit.remboursementId, emiseLe: credit.emiseLe },
      ...credit.contenu,
    })),
  }
}
