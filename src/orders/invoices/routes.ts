import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { pageOrData, prefers, sendData } from '../../platform/http/accept.ts'
import { createSignedLinks, LinkQuery } from '../../platform/http/signed-links.ts'
import { openPageScope } from '../../platform/pages/serve.ts'
import { problems } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { OrderRef } from '../schemas.ts'
import { invoicePage } from './page/invoice-page.ts'
import { styleRoutes } from './page/layout.ts'
import { problemAsAsked } from './page/problem-page.ts'
import { readInvoice } from './read-invoice.ts'
import { Invoice } from './schemas.ts'

/** A page to print, without a script; its data for who prefers JSON. */
export const invoiceRoutes =
  (platform: OrdersPlatform): FastifyPluginAsyncTypebox =>
  async app => {
    const links = createSignedLinks(platform.config.tokenSecret, platform.clock)
    await app.register(styleRoutes)

    await app.register(async function pages(page) {
      const scope = page.withTypeProvider<TypeBoxTypeProvider>()
      await openPageScope(scope, [])
      scope.setErrorHandler(problemAsAsked)

      scope.get(
        '/api/v1/publique/commandes/:ordreId/facture',
        {
          config: {
            access: 'customer',
            rights: ['shop', 'till', 'support'],
            opensByLink: links.opens,
          },
          schema: {
            operationId: 'readInvoice',
            summary: 'The invoice of an order and its credit notes: a page to print, or its data',
            description:
              'JSON where `Accept` prefers it. The signed link of the mail that tells of it opens it as well; 410 once its customer was erased.',
            params: OrderRef,
            querystring: LinkQuery,
            response: {
              200: pageOrData(Invoice),
              ...problems(404, 409, 410),
            },
          },
        },
        async (request, reply) => {
          const invoice = await readInvoice(platform, request, request.params.ordreId)
          reply.header('vary', 'accept')
          if (!prefers(request, 'application/json', 'text/html')) return reply.send(invoicePage(invoice))
          return sendData(reply, invoice)
        },
      )
    })
  }
