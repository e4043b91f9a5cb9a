import Type, { type Static } from 'typebox'
import { Id, Limit, Nullable, Page, Shape, Timestamp } from '../platform/http/pages.ts'
import { CARD, CASH, REFUND, REFUNDED, STATUSES } from './tables.ts'

const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema))
const Text = (maxLength: number) => Type.String({ maxLength })
const Name = (maxLength: number) => Type.String({ minLength: 1, maxLength })

export const OrderId = Name(100)
const Currency = Type.String({ pattern: '^[A-Za-z]{3}$', description: 'Currency code, such as EUR' })
/** The account's id or its `CLI_` identifier. */
export const ClientId = Type.Union([Name(50), Id])
const Euros = Type.Number({ description: 'Decimal euros, at most two decimals' })
/** A number of another application's, which a `bigint` and a JSON number both hold exactly. */
const LoyaltyNumber = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "The loyalty customer's number",
})
/** The same bounds as decimal euros have. */
const MinorUnits = Type.Integer({ minimum: 1, maximum: 999_999_999_999, description: 'Minor units' })
const Status = Type.Enum([...STATUSES], { title: 'StatutPaiement' })

const AuthorizationId = Nullable(
  Type.String({ description: 'Cash has none', examples: ['AUTH_53F6CA1C769D4D462C0EC7F0'] }),
)

/** How a customer is reached, checked by `contact.ts`. */
const contact = {
  email: optional(Text(255)),
  telephone: optional(Type.Union([Text(50), Type.Integer()])),
  telephoneMobile: optional(Type.Union([Type.Integer(), Text(50)])),
}

export const LinkClient = Shape('ClientDuLien', {
  id: optional(ClientId),
  nom: optional(Text(100)),
  prenom: optional(Text(100)),
  ...contact,
  adresse: optional(Text(500)),
  codePostal: optional(Text(20)),
  ville: optional(Text(100)),
  pays: optional(Text(100)),
  civilite: optional(Type.Union([Type.Integer(), Text(20)])),
  clientFideliseId: optional(LoyaltyNumber),
})
export type LinkClient = Static<typeof LinkClient>

export const LinkRequest = Shape('DemandeLien', {
  client: optional(LinkClient),
  customerEmail: optional(Text(255)),
  amount: Type.Union([Type.Number(), Type.String()], {
    description: 'Decimal euros; as text it asks for variant B of the answer',
  }),
  currency: optional(Currency),
  orderId: optional(OrderId),
  source: optional(Type.String({ maxLength: 100, description: 'The application that asks' })),
  returnUrl: Name(2000),
})
export type LinkRequest = Static<typeof LinkRequest>

export const LinkAnswer = Shape('LienPaiement', {
  redirectUrl: Type.Optional(Type.String({ description: 'Variant A' })),
  message: Type.Optional(Type.String({ description: 'Variant A' })),
  paymentUrl: Type.Optional(Type.String({ description: 'Variants B and C' })),
  orderId: Type.Optional(Nullable(Type.String({ description: 'Variant B' }))),
  sessionId: Type.Optional(Type.String({ description: 'Variant C' })),
})

const BankCard = Shape('CarteBancaire', {
  cardNumber: Name(40),
  expirationDate: Type.String({ maxLength: 20, description: 'MM/YY or MM/YYYY' }),
  cardHolderName: Name(150),
})

export const PaymentRequest = Shape('DemandePaiement', {
  client: Type.Object({ id: ClientId, nom: optional(Text(200)), ...contact }),
  montant: Euros,
  devise: optional(Currency),
  orderId: optional(OrderId),
  typePaiement: optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      pattern: `^(?!${REFUND}$)`,
      description: 'Any but that of a refund; `achat` by default',
    }),
  ),
  moyenPaiement: Type.Object({
    type: Type.String({
      pattern: '^([Cc][Bb]|[Cc]arte_bancaire|CARTE_BANCAIRE)$',
      description: '`carte_bancaire`, or `cb` for short; cash has a route of its own',
    }),
    cb: BankCard,
  }),
  occurence_credit: optional(
    Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647, description: 'Kept as given' }),
  ),
  differe: Type.Optional(Type.Unknown({ description: 'Kept as given' })),
  fidelise: optional(LoyaltyNumber),
  savePaymentMethod: optional(Type.Boolean({ description: 'Whether the card is kept for next time' })),
  returnUrl: optional(Name(2000)),
})
export type PaymentRequest = Static<typeof PaymentRequest>

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

export const CashRequest = Shape('DemandeEspeces', {
  clientId: ClientId,
  montant: Euros,
  devise: optional(Currency),
  orderId: optional(OrderId),
  magasinId: optional(Type.Union([Name(50), Id])),
})

export type CashRequest = Static<typeof CashRequest>

export const CashAnswer = Shape('PaiementEspeces', {
  transactionId: Type.Integer(),
  status: Status,
  message: Type.String(),
})

export const RefundRequest = Shape('DemandeRemboursement', {
  transactionId: Type.Union([Id, Type.String({ pattern: '^[1-9]\\d{0,14}$' })]),
  clientId: optional(ClientId),
  montant: optional(Euros),
  motif: optional(Text(500)),
  source: optional(Type.String({ maxLength: 100, description: 'The application that asks' })),
})
export type RefundRequest = Static<typeof RefundRequest>

export const RefundAnswer = Shape('Remboursement', {
  transactionId: Type.Integer(),
  refundId: Type.Integer(),
  status: Status,
  montant: Type.Number({ description: 'Decimal euros' }),
  message: Type.String(),
})

const summary = {
  id: Type.Integer(),
  montant: Type.Number({ description: 'Decimal euros' }),
  devise: Type.String(),
  status: Status,
  typePaiement: Type.String({ examples: ['achat', REFUND] }),
  createdAt: Timestamp,
  orderId: Nullable(Type.String()),
}
export const TransactionSummary = Shape('ResumeTransaction', summary)

export const TransactionDetail = Shape('Transaction', {
  ...summary,
  clientId: Nullable(Type.String()),
  authorizationId: AuthorizationId,
  moyenPaiement: Type.Object({
    type: Type.Enum([CARD, CASH]),
    brand: Nullable(Type.String()),
    last4: Nullable(Type.String({ description: "The last digits of the card's number" })),
  }),
  montantRembourse: Type.Number({ description: 'Decimal euros' }),
  updatedAt: Timestamp,
})

export const TransactionRef = Type.Object({ id: Id })

export const TransactionStatus = Shape('StatutDeTransaction', {
  transactionId: Type.Integer(),
  authorizationId: AuthorizationId,
  status: Status,
  orderId: Nullable(Type.String()),
  updatedAt: Timestamp,
})

/** A day in Europe/Paris, whole, or a moment. */
const Moment = Type.Union([Type.String({ format: 'date' }), Type.String({ format: 'date-time' })], {
  description: 'A day in Europe/Paris, or a moment',
})

export const TransactionQuery = Type.Object({
  page: Page(),
  limit: Limit(20),
  status: Type.Optional(Status),
  orderId: Type.Optional(OrderId),
  clientId: Type.Optional(Name(50)),
  dateFrom: Type.Optional(Moment),
  dateTo: Type.Optional(Moment),
})
export type TransactionQuery = Static<typeof TransactionQuery>

export const TransactionList = Shape('ListeTransactions', {
  data: Type.Array(TransactionDetail),
  total: Type.Integer(),
  page: Type.Integer(),
  limit: Type.Integer(),
})

export const Cancellation = Shape('Annulation', {
  status: Type.Literal('annule'),
  orderId: optional(OrderId),
})

export const CardTrial = Shape('EssaiCarte', {
  cardNumber: Name(40),
  amount: MinorUnits,
  currency: Currency,
})

export const CardTrialAnswer = Shape('ResultatEssaiCarte', {
  status: Status,
  authorizationId: Type.String(),
  message: Type.String(),
})

export const IntentRequest = Shape('DemandeIntention', {
  amount: MinorUnits,
  currency: optional(Currency),
  clientId: optional(ClientId),
  orderId: optional(OrderId),
})
export type IntentRequest = Static<typeof IntentRequest>

const intent = {
  paymentIntentId: Type.String({ format: 'uuid' }),
  status: Status,
  amount: Type.Integer({ description: 'Minor units' }),
  currency: Type.String(),
}
export const IntentAnswer = Shape('IntentionCreee', {
  ...intent,
  clientSecret: Type.String({ description: 'Lets whoever has it pay the intent; shown this once' }),
})
export const PaidIntent = Shape('Intention', {
  ...intent,
  transactionId: Nullable(Type.Integer()),
  authorizationId: Nullable(Type.String()),
})
export const IntentPayment = Shape('PaiementIntention', {
  clientSecret: Type.String({ minLength: 1, maxLength: 200, description: 'As the creation answered it' }),
  cb: BankCard,
})
export type IntentPayment = Static<typeof IntentPayment>

export const ReconciliationQuery = Type.Object({
  ids: Type.Optional(
    Type.String({
      pattern: '^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,499}$',
      description: 'Up to 500 ids; else those after `after`',
    }),
  ),
  after: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 500 }),
})

export const ReconciledPayments = Shape('RapprochementPaiements', {
  data: Type.Array(
    Type.Object({
      id: Type.Integer(),
      orderId: Nullable(Type.String()),
      status: Status,
      montantCents: Type.Integer(),
      montantRembourseCents: Type.Integer(),
      remboursements: Type.Integer(),
      remboursementsCents: Type.Integer(),
      annonces: Type.Array(Type.Enum([...STATUSES, REFUNDED]), {
        description: 'Statuses announced, in order',
      }),
      createdAt: Timestamp,
      updatedAt: Timestamp,
    }),
  ),
  dernier: Type.Integer({ description: 'The highest id there is' }),
})

/** A customer as outside applications name one: loyalty's number, the account's id or the `CLI_` identifier. */
export const CardOwner = Type.String({
  maxLength: 50,
  pattern: '^([1-9]\\d{0,14}|CLI_.+)$',
  description: 'The customer: a number, or a `CLI_` identifier',
})

export const SavedCardAnswer = Shape('CarteEnregistree', {
  id: Type.Integer(),
  clientFideliseId: Type.Union([Type.Integer(), Type.String()], {
    description: 'What the card is saved under: a number, or a `CLI_` identifier',
  }),
  type: Type.String({ examples: [CARD] }),
  details: Type.Object({
    last4: Type.String(),
    expirationDate: Type.String({ description: 'MM/YYYY' }),
    cardHolderName: Type.String(),
    brand: Type.String(),
  }),
})

export const Acknowledgement = Shape('Message', { message: Type.String() })

/** A refused card: an error like any other, with what became of the try. */
export const CardTrialRefusal = Shape('RefusEssaiCarte', {
  statusCode: Type.Integer(),
  message: Type.String(),
  error: Type.String(),
  status: Status,
  authorizationId: Type.String(),
})
