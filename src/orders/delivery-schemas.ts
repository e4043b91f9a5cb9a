import Type, { type Static } from 'typebox'
import { ClosedShape, Nullable, Nullish, Shape } from '../platform/http/pages.ts'
import type { DELIVERY_MODES } from './schemas.ts'

export const DELIVERY_TYPES = ['domicile', 'relais', 'retrait'] as const
export type DeliveryType = (typeof DELIVERY_TYPES)[number]

/** The mode of an order with a method of this type. */
export const modeOf = (type: DeliveryType): (typeof DELIVERY_MODES)[number] =>
  type === 'retrait' ? 'retrait' : 'domicile'

/** The highest amount of a tariff: with it, the total of an order remains an exact integer. */
const MAX_CENTS = 1e12
/** The highest weight of a tariff, which in micrograms is an exact integer. */
const MAX_GRAMS = 1e9

const Cents = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_CENTS, description })
const closed = { additionalProperties: false }

const Zone = Type.Object(
  {
    pays: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 code', examples: ['FR'] }),
    prefixes: Type.Array(Type.String({ pattern: '^[A-Z0-9]{1,10}$', examples: ['59'] }), {
      maxItems: 300,
      description: 'Beginnings of postcodes; empty for the whole country',
    }),
  },
  closed,
)

const Tariff = Type.Object(
  {
    aPartirDeCents: { ...Cents('Minimum total of the goods after promotions'), default: 0 },
    jusquAGrammes: {
      ...Nullable(
        Type.Integer({ minimum: 1, maximum: MAX_GRAMS, description: 'Maximum weight; null: any weight' }),
      ),
      default: null,
    },
    prixCents: Cents('Price, in cents including VAT'),
  },
  closed,
)

const days = Type.Integer({ minimum: 0, maximum: 90 })
const Days = Type.Object({ min: days, max: days }, { ...closed, description: 'Working days' })

const code = Type.String({ pattern: '^[a-z0-9-]{2,40}$', examples: ['colis-domicile'] })
const nom = Type.String({ minLength: 1, maxLength: 100, description: 'Name shown to shoppers' })
const type = Type.Enum([...DELIVERY_TYPES], {
  description: '`relais`: a pick-up point; `retrait`: collection in a store',
})
const tarifs = Type.Array(Tariff, { minItems: 1, maxItems: 50 })
const zones = Type.Array(Zone, { maxItems: 300, description: 'Empty: everywhere. Ignored for `retrait`' })
const optional = {
  description: Type.String({ maxLength: 500 }),
  offertDesCents: Cents('Total of the goods after promotions from which the price is 0'),
  delaiJours: Days,
  suiviUrl: Type.String({
    maxLength: 500,
    description: 'https address of the tracking page; `{numero}` stands for the tracking number',
    examples: ['https://suivi.example/{numero}'],
  }),
  tauxTva: Type.Number({
    minimum: 0,
    maximum: 100,
    multipleOf: 0.01,
    description: "VAT rate in percent; null: the price is spread over the goods' rates",
  }),
}
const nullish = {
  description: Nullish(optional.description),
  zones: Nullish(zones),
  offertDesCents: Nullish(optional.offertDesCents),
  delaiJours: Nullish(optional.delaiJours),
  suiviUrl: Nullish(optional.suiviUrl),
  tauxTva: Nullish(optional.tauxTva),
  actif: Nullish(Type.Boolean({ description: 'Default: true' })),
}

export const NewDeliveryMethod = ClosedShape('NouveauModeLivraison', { code, nom, type, tarifs, ...nullish })
export type NewDeliveryMethod = Static<typeof NewDeliveryMethod>

export const DeliveryMethodChange = ClosedShape('ChangementModeLivraison', {
  code: Type.Optional(Type.String({ description: 'Must be the code of the method' })),
  nom: Type.Optional(nom),
  type: Type.Optional(type),
  tarifs: Type.Optional(tarifs),
  ...nullish,
})
export type DeliveryMethodChange = Static<typeof DeliveryMethodChange>

export const DeliveryMethod = Shape('ModeLivraison', {
  code,
  nom,
  description: Nullable(optional.description),
  type,
  zones,
  tarifs,
  offertDesCents: Nullable(optional.offertDesCents),
  delaiJours: Nullable(Days),
  suiviUrl: Nullable(optional.suiviUrl),
  tauxTva: Nullable(optional.tauxTva),
  actif: Type.Boolean(),
})
export type DeliveryMethod = Static<typeof DeliveryMethod>

const { properties } = DeliveryMethod
const shown = {
  ...{ code, nom, description: properties.description, type },
  ...{ delaiJours: properties.delaiJours, offertDesCents: properties.offertDesCents },
}

export const PublicDeliveryMethod = Shape('ModeLivraisonPropose', {
  ...shown,
  prixMinCents: Type.Integer({ description: 'Lowest price of the tariffs, in cents' }),
})

const promotionId = Nullable(
  Type.Integer({ description: 'Id of the promotion that set the price to 0; null without one' }),
)
const prixCents = Type.Integer({ description: 'In cents, including VAT' })

export const DeliveryOffer = Shape('OffreLivraison', { ...shown, prixCents, promotionId })
export const ChosenOffer = Type.Object({ code, prixCents, promotionId })

/** The choice of a method in a basket or an order. A code that no method has is not offered, so it needs no pattern. */
export const MethodRef = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'Code of a delivery method',
})

/** The address of a basket. `pays` is checked by `parseAddress`, whose error names the accepted values. */
export const DeliveryAddress = Type.Object({
  codePostal: Nullish(Type.String({ maxLength: 50 })),
  pays: Nullish(
    Type.String({ maxLength: 100, description: 'ISO 3166-1 alpha-2 code in either case; `FR` if absent' }),
  ),
})

const text = Type.String({ minLength: 1, maxLength: 200 })
export const PickupPoint = Shape('PointRelais', { id: text, nom: text, adresse: text })
export type PickupPoint = Static<typeof PickupPoint>

/** The fields of `livraison` of an order with a method. */
export const orderedDelivery = {
  code: Type.Optional(code),
  nom: Type.Optional(nom),
  prixCents: Type.Optional(prixCents),
  delaiJours: Type.Optional(properties.delaiJours),
  pointRelais: Type.Optional(Nullable(PickupPoint)),
  suiviUrl: Type.Optional(
    Nullable(Type.String({ description: 'Tracking page; null until there is a tracking number' })),
  ),
  promotionId: Type.Optional(promotionId),
}
