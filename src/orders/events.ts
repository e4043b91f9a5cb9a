import Type, { type Static } from 'typebox'
import { eventKind } from '../platform/events/event.ts'
import { Nullable, Timestamp } from '../platform/http/pages.ts'
import { Shapeless } from './schemas.ts'

const text = Type.String()

/** An order has been paid: its goods are to be prepared. Once an order, to logistics. */
export const OrderToPrepare = eventKind(
  'logistique.ordre-preparation',
  Type.Object({
    ordreId: text,
    clientId: text,
    articles: Type.Array(Type.Object({ id: text, nom: text, quantite: Type.Integer() })),
    adresseLivraison: Shapeless,
    timestamp: text,
  }),
)

/** An order has been paid: what was bought. Once an order, to the purchase history. */
export const OrderPlaced = eventKind(
  'fidelite.historique-commande',
  Type.Object({
    ordreId: text,
    clientId: text,
    transactionId: Nullable(text),
    montantTotalCents: Type.Integer(),
    articles: Type.Array(
      Type.Object({
        articleId: text,
        articleName: text,
        quantity: Type.Integer(),
        unitPrice: Type.Integer(),
        category: Nullable(text),
      }),
    ),
    purchaseDate: text,
    timestamp: text,
  }),
)

/** An order has been delivered for the first time. Once an order, to loyalty. */
export const OrderDelivered = eventKind(
  'fidelite.commande-livree',
  Type.Object({
    ordreId: text,
    clientId: text,
    montantTotalCents: Type.Integer(),
    timestamp: text,
  }),
)

const names = Nullable(Type.Array(text))

/** A promotion, whole, with a version that rises with each change. From promotions. */
export const PromotionChanged = eventKind(
  'commandes.promotions',
  Type.Object({
    id: Type.Integer(),
    version: Type.Integer(),
    typePromotion: Type.Enum(['POURCENTAGE', 'MONTANT_FIXE', 'PRODUIT_OFFERT', 'SEUIL_PANIER']),
    idClient: names,
    idProduit: names,
    idMagasin: names,
    categorieProduit: Nullable(text),
    valeurPromotion: Type.Number(),
    uniteValeur: Type.Enum(['PERCENT', 'EURO']),
    autoAppliquee: Type.Boolean(),
    seuilMontant: Nullable(Type.Integer()),
    quantiteAchat: Nullable(Type.Integer()),
    dateDebut: Timestamp,
    dateFin: Timestamp,
    dateSuppression: Nullable(Timestamp),
    applicationsConcernees: Type.Array(text),
  }),
)
export type AnnouncedPromotion = Static<typeof PromotionChanged.schema>
