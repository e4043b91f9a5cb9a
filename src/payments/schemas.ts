import Type, { type Static } from 'typebox'
import { ClosedShape, Id, Language, Nullable, Nullish, Shape } from '../platform/http/pages.ts'
import { Problem } from '../platform/problem.ts'
import { isEmail } from '../platform/text.ts'
import { STATUSES } from './tables.ts'

export const Text = (maxLength: number) => Type.String({ maxLength })

export const Name = (maxLength: number) => Type.String({ minLength: 1, maxLength })

export const OrderId = Name(100)

export const Currency = Type.String({ pattern: '^[A-Za-z]{3}$', description: 'Currency code, such as EUR' })

/** The id of an account, or its `CLI_` identifier. */
export const ClientId = Type.Union([Name(50), Id])

export const Euros = Type.Number({ description: 'Decimal euros, at most two decimals' })

/** A number from another application, within the range that both `bigint` and a JSON number represent exactly. */
export const LoyaltyNumber = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Numeric id of the loyalty customer',
})

/** The same limits as amounts in decimal euros. */
export const MinorUnits = Type.Integer({ minimum: 1, maximum: 999_999_999_999, description: 'Minor units' })

export const Status = Type.Enum([...STATUSES], { title: 'StatutPaiement' })

export const AuthorizationId = Nullable(
  Type.String({
    description: "Null for cash; for a refund made at the provider, that refund's reference",
    examples: ['AUTH_53F6CA1C769D4D462C0EC7F0'],
  }),
)

export const ProviderRef = Type.Object({
  provider: Type.String({
    maxLength: 50,
    description: 'Name of the payment provider, or `provider` for the configured one',
  }),
})

/** The contact details of a customer, validated by `checkContact`. */
export const contact = {
  email: Nullish(Text(255)),
  telephone: Nullish(Type.Union([Text(50), Type.Integer()])),
  telephoneMobile: Nullish(Type.Union([Type.Integer(), Text(50)])),
}

const SecurityCode = Type.Union([Text(10), Type.Integer({ minimum: 0, maximum: 9_999 })], {
  description: 'Passed to the payment provider and never stored',
})

export const BankCard = Shape('CarteBancaire', {
  cardNumber: Name(40),
  expirationDate: Type.String({ maxLength: 20, description: 'MM/YY or MM/YYYY' }),
  cardHolderName: Name(150),
  cvc: Nullish(SecurityCode),
  securityCode: Nullish(SecurityCode),
})

/** Returns the card as providers expect it; requests may name the security code in two ways. */
export const cardOf = ({ cvc, securityCode, ...card }: Static<typeof BankCard>) => {
  const code = cvc ?? securityCode ?? ''
  return code === '' ? card : { ...card, cvc: String(code) }
}

const TELEPHONE = /^\+?[\d\s().-]{4,}$/

/** Throws 400 for an invalid e-mail address or telephone number. */
export function checkContact({ email, telephone, telephoneMobile }: Static<Type.TObject<typeof contact>>) {
  const telephones = [telephone, telephoneMobile].filter(given => given)
  if (
    (typeof email === 'string' && !isEmail(email)) ||
    telephones.some(given => !TELEPHONE.test(String(given)))
  )
    throw new Problem(400, 'requete-invalide', 'Invalid client data: check the e-mail and telephone format')
}

const LinkClient = Shape('ClientDuLien', {
  id: Nullish(ClientId),
  nom: Nullish(Text(100)),
  prenom: Nullish(Text(100)),
  ...contact,
  adresse: Nullish(Text(500)),
  codePostal: Nullish(Text(20)),
  ville: Nullish(Text(100)),
  pays: Nullish(Text(100)),
  civilite: Nullish(Type.Union([Type.Integer(), Text(20)])),
  clientFideliseId: Nullish(LoyaltyNumber),
})

const customer = { prenom: 'Claire', nom: 'Martin', email: 'claire.martin@example.fr' }
const forOrder = { orderId: 'CMD-2026-0042', returnUrl: 'https://boutique.example/retour' }
const withCurrency = { currency: 'EUR', source: 'web', ...forOrder }
const createdLink = {
  paymentUrl: 'https://boutique.example/paiement/9f1c7a2e4d6b8c0f',
  redirectUrl: 'https://boutique.example/paiement/9f1c7a2e4d6b8c0f',
  ...{ orderId: forOrder.orderId, sessionId: '0f8a5c3e-6d0b-4f52-9b1c-7f6a2e9d4c11' },
}

/** The requests and responses of the variants A, B and C. */
const linkExamples = {
  requests: [
    { client: { id: 'CLI_11D74363', ...customer }, amount: 228.25, ...withCurrency },
    { client: customer, amount: '228.25', ...withCurrency },
    { customerEmail: customer.email, amount: 228.25, ...forOrder },
  ],
  responses: [{ ...createdLink, message: 'Redirection vers la page de paiement' }, createdLink, createdLink],
}

export const LinkRequest = ClosedShape(
  'DemandeLien',
  {
    client: Nullish(LinkClient),
    customerEmail: Nullish(Type.String({ maxLength: 255, description: 'Selects variant C' })),
    amount: Type.Union([Type.Number(), Type.String()], {
      description:
        'Decimal euros; without `customerEmail`, a string selects variant B and a number variant A',
    }),
    currency: Nullish(Currency),
    orderId: Nullish(OrderId),
    source: Nullish(Type.String({ maxLength: 100, description: 'Name of the calling application' })),
    returnUrl: Name(2000),
    langue: Nullish(
      Language('Language of the page and of the receipt; by default that of the order, else `fr`'),
    ),
  },
  { examples: linkExamples.requests },
)
export type LinkRequest = Static<typeof LinkRequest>

export const LinkAnswer = Shape(
  'LienPaiement',
  {
    paymentUrl: Type.Optional(Type.String({ description: 'Address of the payment page' })),
    redirectUrl: Type.Optional(Type.String({ description: 'Same as `paymentUrl`' })),
    orderId: Nullish(Type.String({ description: 'Order of the request; null without one' })),
    sessionId: Type.Optional(Type.String({ description: 'Identifier of the link' })),
    message: Type.Optional(Type.String({ description: 'Only in variant A' })),
  },
  { examples: linkExamples.responses },
)

export const RefundRequest = ClosedShape('DemandeRemboursement', {
  transactionId: Type.Union([Id, Type.String({ pattern: '^[1-9]\\d{0,14}$' })]),
  clientId: Nullish(ClientId),
  montant: Type.Optional(Euros),
  motif: Nullish(Text(500)),
  dejaRembourse: Nullish(
    Type.Number({
      minimum: 0,
      description:
        'Refunded amount that the caller last read, in decimal euros; answers 409 if it has increased',
    }),
  ),
  source: Nullish(Type.String({ maxLength: 100, description: 'Name of the calling application' })),
})
export type RefundRequest = Static<typeof RefundRequest>

export const RefundAnswer = Shape('Remboursement', {
  transactionId: Type.Integer(),
  refundId: Type.Integer(),
  status: Status,
  montant: Type.Number({ description: 'Decimal euros' }),
  message: Type.String(),
})
