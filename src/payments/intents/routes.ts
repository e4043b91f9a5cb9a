import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { publicBase } from '../../platform/http/origins.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { cardErrors, orderErrors } from '../contract.ts'
import type { CreatedLink } from '../links/create-link.ts'
import { findLinkById } from '../links/store.ts'
import { ProviderRef } from '../schemas.ts'
import { findLatestOfLink } from '../store.ts'
import type { Link, Transaction } from '../tables.ts'
import { createIntent, payIntent } from './intents.ts'
import { IntentAnswer, IntentPayment, IntentRequest, PaidIntent } from './schemas.ts'

const IntentRef = Type.Object({ id: Type.String({ format: 'uuid' }) })

const intentOf = ({ id, montantCents, devise }: Link, payment?: Transaction) => ({
  paymentIntentId: id,
  status: payment?.status ?? 'en_attente',
  amount: montantCents,
  currency: devise,
})

const paidOf = (link: Link, payment?: Transaction) => ({
  ...intentOf(link, payment),
  transactionId: payment?.id ?? null,
  authorizationId: payment?.authorizationId ?? null,
})

/** Routes for payment intents: amounts that the shop's own application pays with a wallet and the intent's secret. */
export const intentRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  app.post('/api/private/:provider/create-payment-intent', {
    config: {
      access: 'internal',
      rights: ['shop'],
      idempotent: true,
      errors: ['prestataire-inconnu', 'moyen-non-accepte', ...orderErrors],
    },
    schema: {
      operationId: 'createPaymentIntent',
      summary: 'Create a payment intent',
      description: 'Prepares a payment by a wallet, which must be made within 30 minutes.',
      params: ProviderRef,
      body: IntentRequest,
      response: { 201: IntentAnswer, ...problems(400, 404, 409, 422, 503) },
    },
    handler: async (request, reply) => {
      const answer = ({ link, token }: CreatedLink) => ({ ...intentOf(link), clientSecret: token })
      const returnUrl = `${publicBase(context.config, app)}/paiement/retour`
      const made = await createIntent(context, request.params.provider, request.body, {
        returnUrl,
        caller: request.caller,
        storeAnswer: (tx, fresh) => request.remember(tx, 201, answer(fresh)),
      })
      return reply.code(201).send(answer(made))
    },
  })

  app.get('/api/v1/privee/intentions-paiement/:id', {
    config: { access: 'internal', rights: ['shop'], errors: ['intention-inconnue'] },
    schema: {
      operationId: 'getPaymentIntent',
      summary: 'Read a payment intent',
      description: 'Answers with the status of the intent and its payment.',
      params: IntentRef,
      response: { 200: PaidIntent, ...problems(400, 404) },
    },
    handler: async ({ params: { id } }) => {
      const link = await findLinkById(context.db, id)
      if (!link?.intention) throw new Problem(404, 'intention-inconnue', `Payment intent ${id} not found`)
      return paidOf(link, await findLatestOfLink(context.db, id))
    },
  })

  app.patch('/api/v1/publique/intentions-paiement/:id', {
    // The secret in the body, known only to the shop's application, is the credential.
    config: {
      access: 'open',
      errors: ['intention-inconnue', 'intention-expiree', 'lien-bloque', ...cardErrors, ...orderErrors],
    },
    schema: {
      operationId: 'payIntent',
      summary: 'Pay a payment intent',
      description:
        'Pays with the card that a wallet provides. The transaction is pending until the provider has answered.',
      params: IntentRef,
      body: IntentPayment,
      response: { 200: PaidIntent, ...problems(400, 404, 409, 410, 422, 503) },
    },
    handler: async ({ params, body }) => {
      const { link, payment } = await payIntent(context, params.id, body)
      return paidOf(link, payment)
    },
  })
}
