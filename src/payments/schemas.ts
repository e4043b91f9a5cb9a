import Type, { type Static } from 'typebox'
import { Id, Nullable, Shape } from '../platform/http/pages.ts'
import { STATUSES } from './tables.ts'

export const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) =>
  Type.Optional(Nullable(schema))

export const Text = (maxLength: number) => Type.String({ maxLength })

export const Name = (maxLength: number) => Type.String({ minLength: 1, maxLength })

export const OrderId = Name(100)

export const Currency = Type.String({ pattern: '^[A-Za-z]{3}$', description: 'Currency code, such as EUR' })

/** The account's id or its `CLI_` identifier. */
export const ClientId = Type.Union([Name(50), Id])

export const Euros = Type.Number({ description: 'Decimal euros, at most two decimals' })

/** A number of another application's, which a `bigint` and a JSON number both hold exactly. */
export const LoyaltyNumber = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "The loyalty customer's number",
})

/** The same bounds as decimal euros have. */
export const MinorUnits = Type.Integer({ minimum: 1, maximum: 999_999_999_999, description: 'Minor units' })

export const Status = Type.Enum([...STATUSES], { title: 'StatutPaiement' })

export const AuthorizationId = Nullable(
  Type.String({ description: 'Cash has none', examples: ['AUTH_53F6CA1C769D4D462C0EC7F0'] }),
)

/** How a customer is reached, checked by `contact.ts`. */
export const contact = {
  email: optional(Text(255)),
  telephone: optional(Type.Union([Text(50), Type.Integer()])),
  telephoneMobile: optional(Type.Union([Type.Integer(), Text(50)])),
}

const SecurityCode = Type.Union([Text(10), Type.Integer({ minimum: 0, maximum: 9_999 })], {
  description: 'Handed to the payment provider, and never kept',
})

export const BankCard = Shape('CarteBancaire', {
  cardNumber: Name(40),
  expirationDate: Type.String({ maxLength: 20, description: 'MM/YY or MM/YYYY' }),
  cardHolderName: Name(150),
  cvc: optional(SecurityCode),
  securityCode: optional(SecurityCode),
})

/** The card as providers know it: the security code has two names outside. */
export const cardOf = ({ cvc, securityCode, ...card }: Static<typeof BankCard>) => {
  const code = cvc ?? securityCode ?? ''
  return code === '' ? card : { ...card, cvc: String(code) }
}
