import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { publicBase } from '../../platform/http/origins.ts'
import { ClosedShape, Id, Nullish, Shape } from '../../platform/http/pages.ts'
import { allowOnlyStores } from '../../platform/http/stores.ts'
import { parseEuros } from '../../platform/money.ts'
import { problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { cardErrors, orderErrors } from '../contract.ts'
import { createReturnUrl, parseReturnUrl } from '../links/return-url.ts'
import { findLastReturnUrl } from '../links/store.ts'
import { listStoresOfOrder } from '../peers.ts'
import {
  BankCard,
  ClientId,
  Currency,
  cardOf,
  checkContact,
  contact,
  Euros,
  LoyaltyNumber,
  Name,
  OrderId,
  Status,
  Text,
} from '../schemas.ts'
import { REFUND, type Transaction } from '../tables.ts'
import { createPayment, type NewPayment } from './create-payment.ts'

const PaymentRequest = ClosedShape('DemandePaiement', {
  client: Type.Object({ id: ClientId, nom: Nullish(Text(200)), ...contact }),
  montant: Euros,
  devise: Nullish(Currency),
  orderId: Nullish(OrderId),
  typePaiement: Nullish(
    Type.String({
      minLength: 1,
      maxLength: 50,
      pattern: `^(?!${REFUND}$)`,
      description: 'Type of the payment, except that of a refund; `achat` by default',
    }),
  ),
  moyenPaiement: Type.Object({
    type: Type.String({
      pattern: '^([Cc][Bb]|[Cc]arte_bancaire|CARTE_BANCAIRE)$',
      description: '`carte_bancaire` or its short form `cb`; cash has a separate route',
    }),
    cb: BankCard,
  }),
  occurence_credit: Nullish(
    Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647, description: 'Stored as given' }),
  ),
  differe: Type.Optional(Type.Unknown({ description: 'Stored as given' })),
  fidelise: Nullish(LoyaltyNumber),
  savePaymentMethod: Nullish(Type.Boolean({ description: 'Whether to save the card for later payments' })),
  returnUrl: Nullish(Name(2000)),
})
type PaymentRequest = Static<typeof PaymentRequest>

export const PaymentAnswer = Shape('Paiement', {
  response: Type.Object({
    transactionId: Type.Integer(),
    status: Status,
    clientId: Type.String(),
    message: Type.String(),
    authorizationId: Type.String(),
  }),
  returnUrl: Type.String(),
})

const CashRequest = ClosedShape('DemandeEspeces', {
  clientId: ClientId,
  montant: Euros,
  devise: Nullish(Currency),
  orderId: Nullish(OrderId),
  magasinId: Nullish(Type.Union([Name(50), Id])),
})
type CashRequest = Static<typeof CashRequest>

const CashAnswer = Shape('PaiementEspeces', {
  transactionId: Type.Integer(),
  status: Status,
  message: Type.String(),
})

const refusals = problems(400, 409, 422, 503)

const cardPayment = (body: PaymentRequest): Omit<NewPayment, 'proven'> => ({
  montantCents: parseEuros(body.montant, 'montant'),
  devise: (body.devise ?? 'EUR').toUpperCase(),
  orderId: body.orderId ?? null,
  clientId: String(body.client.id),
  typePaiement: body.typePaiement ?? 'achat',
  occurence_credit: body.occurence_credit ?? null,
  differe: body.differe ?? null,
  fidelise: body.fidelise ?? null,
  savePaymentMethod: body.savePaymentMethod ?? false,
  card: cardOf(body.moyenPaiement.cb),
})

const cashPayment = (body: CashRequest): Omit<NewPayment, 'proven'> => ({
  montantCents: parseEuros(body.montant, 'montant'),
  devise: (body.devise ?? 'EUR').toUpperCase(),
  orderId: body.orderId ?? null,
  clientId: String(body.clientId),
  magasinId: body.magasinId ? String(body.magasinId) : null,
})

/** Returns the response to a card payment, which has a customer and an authorization from its creation. */
const cardAnswer = (payment: Transaction, returnUrl: string) => ({
  response: {
    transactionId: payment.id,
    status: payment.status,
    clientId: payment.clientId ?? '',
    message: 'Paiement en attente de traitement',
    authorizationId: payment.authorizationId ?? '',
  },
  returnUrl: createReturnUrl(returnUrl, { orderId: payment.orderId, payment }),
})

const cashAnswer = ({ id, status }: Transaction) => ({
  transactionId: id,
  status,
  message: 'Paiement en espèces en attente de traitement',
})

export const creationRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  /** Returns the requested return URL, otherwise that of the order's last link, otherwise the platform's own page. */
  async function returnUrlOf({ returnUrl, orderId }: PaymentRequest) {
    if (returnUrl) return parseReturnUrl(returnUrl, context.settings)
    const last = orderId ? await findLastReturnUrl(context.db, orderId) : undefined
    return last ?? `${publicBase(context.config, app)}/paiement/retour`
  }

  /** Returns the stores that a cash payment concerns: those of its order, null if it has none, and the named one. */
  async function storesOf({ orderId, magasinId }: CashRequest) {
    const ofOrder = orderId ? await listStoresOfOrder(context, orderId) : []
    const unknown = orderId && ofOrder.length === 0 ? [null] : []
    return [...ofOrder, ...unknown, ...(magasinId ? [Number(magasinId)] : [])]
  }

  for (const [path, operationId] of [
    ['/api/private/create_paiement', 'createPayment'],
    ['/api/private/transactions', 'createTransaction'],
  ] as const)
    app.post(path, {
      config: {
        access: 'internal',
        rights: ['shop'],
        idempotent: true,
        errors: ['adresse-de-retour-refusee', 'montant-invalide', ...cardErrors, ...orderErrors],
      },
      schema: {
        operationId,
        summary: 'Create a card payment',
        description:
          'Stores a pending transaction, publishes its status and asks the provider after ten seconds. Read the transaction to follow its status.',
        body: PaymentRequest,
        response: { 201: PaymentAnswer, ...refusals },
      },
      handler: async (request, reply) => {
        checkContact(request.body.client)
        const returnUrl = await returnUrlOf(request.body)
        const proven = await request.caller.proves(request.body.client.id)
        const payment = await createPayment(
          context,
          { ...cardPayment(request.body), proven },
          (tx, created) => request.remember(tx, 201, cardAnswer(created, returnUrl)),
        )
        return reply.code(201).send(cardAnswer(payment, returnUrl))
      },
    })

  app.post('/api/publique/paiement/create-cash-payment', {
    config: {
      access: 'staff',
      rights: ['till'],
      stores: 'record',
      idempotent: true,
      errors: ['montant-invalide', ...orderErrors],
    },
    schema: {
      operationId: 'createCashPayment',
      summary: 'Create a cash payment',
      description:
        'Records a payment that a store received in cash. It is pending until it is processed, like a card payment.',
      body: CashRequest,
      response: { 201: CashAnswer, ...refusals },
    },
    handler: async (request, reply) => {
      if (request.caller.stores) allowOnlyStores(request, await storesOf(request.body))
      const proven = await request.caller.proves(request.body.clientId)
      const payment = await createPayment(context, { ...cashPayment(request.body), proven }, (tx, created) =>
        request.remember(tx, 201, cashAnswer(created)),
      )
      return reply.code(201).send(cashAnswer(payment))
    },
  })
}
