import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Caller, isOf } from '../../platform/http/caller.ts'
import { publicBase } from '../../platform/http/public-base.ts'
import { parseEuros } from '../../platform/money.ts'
import { checkContact } from '../contact.ts'
import type { Context } from '../context.ts'
import { createPaymentLinkShort } from '../contract.ts'
import { isLoyaltyNumberOf } from '../peers.ts'
import { createLink, type Made } from './create-link.ts'
import { checkReturnUrl } from './return-url.ts'
import type { LinkRequest } from './schemas.ts'

const wantedOf = ({ client, amount, currency, orderId, source }: LinkRequest) => ({
  montantCents: parseEuros(amount, 'amount'),
  devise: currency,
  orderId,
  clientId: client?.id,
  titulaire: [client?.prenom, client?.nom].filter(Boolean).join(' '),
  source,
})

/** The answer in the variant that the request asks for: C with customerEmail, B with a textual amount, else A. */
const answerOf = (request: LinkRequest, url: string, sessionId: string) =>
  typeof request.customerEmail === 'string'
    ? { paymentUrl: url, sessionId }
    : typeof request.amount === 'string'
      ? { paymentUrl: url, orderId: request.orderId ?? null }
      : { redirectUrl: url, message: 'Redirection vers la page de paiement' }

export const linkRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    const { schema } = createPaymentLinkShort
    const long = {
      url: '/api/publique/paiement/interface-paiement',
      schema: { ...schema, operationId: 'createPaymentLink' },
    }
    for (const variant of [long, {}])
      app.route({
        ...createPaymentLinkShort,
        ...variant,
        handler: async (request, reply) => {
          const { body } = request
          checkContact({ email: body.customerEmail })
          checkContact(body.client ?? {})
          const returnUrl = checkReturnUrl(body.returnUrl, context.settings)
          const base = publicBase(context.config, app)
          const made = ({ link, token }: Made) => answerOf(body, `${base}/paiement/${token}`, link.id)
          const created = await createLink(
            context,
            { ...wantedOf(body), returnUrl },
            {
              ...(await identityOf(request.caller, body)),
              keep: (tx, fresh) => request.remember(tx, 201, made(fresh)),
            },
          )
          return reply.code(201).send(made(created))
        },
      })

    /**
     * Whether the link is made by its customer, or by someone with a key. A customer's word for their number in loyalty is
     * not taken: its saved cards would be shown to them.
     */
    async function identityOf(caller: Caller, { client }: LinkRequest) {
      const clientFideliseId = client?.clientFideliseId ?? null
      if (caller.hasKey) return { identifie: true, clientFideliseId }
      const customer = await caller.customer()
      if (!customer) return { identifie: false, clientFideliseId }
      const own =
        clientFideliseId !== null && (await isLoyaltyNumberOf(context, clientFideliseId, customer.names))
      return {
        identifie: client?.id ? isOf(customer, client.id) : own,
        clientFideliseId: own || !caller.guarded ? clientFideliseId : null,
      }
    }
  }
