import Type, { type Static } from 'typebox'
import { Id, Language, Nullish, Shape, Timestamp } from '../../platform/http/pages.ts'
import { ProblemBody } from '../../platform/problem.ts'
import { MethodRef, PickupPoint } from '../delivery-schemas.ts'
import {
  Article,
  Cents,
  CODE_STATUSES,
  DELIVERY_MODES,
  NamedCodes,
  OrderId,
  OrderStatus,
  Shapeless,
} from '../schemas.ts'

const Articles = Type.Array(Article, {
  minItems: 1,
  maxItems: 200,
  description: 'Articles of the order; additional fields are stored',
})

const Delivery = Type.Object(
  {
    mode: Type.Optional(
      Type.Enum([...DELIVERY_MODES], { description: 'May be omitted with `code`, whose method has one' }),
    ),
    magasinId: Nullish({
      ...Id,
      description: 'Store where the order is collected; required for `retrait`',
    }),
    code: Nullish(MethodRef),
    pointRelais: Nullish(PickupPoint),
  },
  { title: 'ChoixLivraison', additionalProperties: false },
)
export type Delivery = Static<typeof Delivery>

export const NewOrder = Shape(
  'NouvelleCommande',
  {
    clientId: Type.Union(
      [
        Type.String({ minLength: 1, maxLength: 50 }),
        Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      ],
      {
        description: "CLI_ identifier or account id of the customer; a guest's identifier begins with INVITE",
      },
    ),
    articles: Articles,
    montantTotalCents: Cents,
    adresseLivraison: Shapeless,
    clientInfo: Shapeless,
    livraison: Nullish(Delivery),
    codes: NamedCodes,
    langue: Nullish(Language('Language of the payment page and of the mails; `fr` by default')),
  },
  // Ignoring an amount would let the caller believe that it counts.
  {
    closedSuffix: 'Cents',
    description: 'An unknown field that ends in `Cents` is refused; others are ignored',
  },
)
export type NewOrder = Static<typeof NewOrder>

/** A refusal that may be because of a promotion code, which it names. */
export const RefusedOrder = Shape('RefusCommande', {
  ...ProblemBody.properties,
  codePromotion: Type.Optional(Type.String({ description: 'The refused code' })),
  statut: Type.Optional(Type.Enum([...CODE_STATUSES], { description: 'The reason' })),
})

export const PlacedOrder = Shape('CommandePassee', {
  ordreId: OrderId,
  statut: OrderStatus,
  montantTotalCents: Type.Integer(),
  createdAt: Timestamp,
})
export type PlacedOrder = Static<typeof PlacedOrder>
