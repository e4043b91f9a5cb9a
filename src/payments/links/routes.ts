import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { publicBase } from '../../platform/http/origins.ts'
import { parseEuros } from '../../platform/money.ts'
import type { Context } from '../context.ts'
import { createPaymentLinkShort } from '../contract.ts'
import { checkContact, type LinkRequest } from '../schemas.ts'
import { type CreatedLink, createLink } from './create-link.ts'
import { parseReturnUrl } from './return-url.ts'

const newLinkOf = ({ client, customerEmail, amount, currency, orderId, source, langue }: LinkRequest) => ({
  montantCents: parseEuros(amount, 'amount'),
  devise: currency,
  orderId,
  clientId: client?.id,
  clientFideliseId: client?.clientFideliseId,
  titulaire: [client?.prenom, client?.nom].filter(Boolean).join(' '),
  courriel: customerEmail ?? client?.email,
  source,
  langue,
})

/** Variant C has `customerEmail`, variant B a textual amount. */
const isVariantA = ({ customerEmail, amount }: LinkRequest) =>
  typeof customerEmail !== 'string' && typeof amount !== 'string'

/** Every variant has all fields but `message`, so that a caller need not know which variant it sent. */
const answerOf = (request: LinkRequest, url: string, sessionId: string) => ({
  ...{ paymentUrl: url, redirectUrl: url, orderId: request.orderId ?? null, sessionId },
  ...(isVariantA(request) && { message: 'Redirection vers la page de paiement' }),
})

/** Limits the links that one address without a key creates. */
export const linkLimit = ({ settings }: Pick<Context, 'settings'>) => ({
  name: 'liens',
  most: settings.linksAMinute,
  refusal: 'Trop de liens de paiement en une minute : réessayez dans un instant',
})

export const linkRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  const { config, schema } = createPaymentLinkShort
  const limit = linkLimit(context)
  const long = {
    url: '/api/publique/paiement/interface-paiement',
    schema: { ...schema, operationId: 'createPaymentLink' },
  }
  for (const variant of [long, {}])
    app.route({
      ...createPaymentLinkShort,
      ...variant,
      config: { ...config, limit },
      handler: async (request, reply) => {
        const { body } = request
        checkContact({ email: body.customerEmail ?? null })
        checkContact(body.client ?? {})
        const returnUrl = parseReturnUrl(body.returnUrl, context.settings)
        const base = publicBase(context.config, app)
        const made = ({ link, token }: CreatedLink) => answerOf(body, `${base}/paiement/${token}`, link.id)
        const created = await createLink(
          context,
          { ...newLinkOf(body), returnUrl },
          { caller: request.caller, storeAnswer: (tx, fresh) => request.remember(tx, 201, made(fresh)) },
        )
        return reply.code(201).send(made(created))
      },
    })
}
