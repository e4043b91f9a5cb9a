import Type, { type Static } from 'typebox'
import { Nullable, Shape, Timestamp } from '../../platform/http/pages.ts'
import { ListedOrder } from '../reading/schemas.ts'
import { StatusHistory } from '../status/schemas.ts'

const Line = Type.Object({
  articleId: Type.String(),
  nom: Type.String(),
  quantite: Type.Integer(),
  prixUnitaireCents: Type.Integer(),
  totalCents: Type.Integer({ description: 'What is to be paid for the line, promotions taken off' }),
})

const Article = Type.Object({
  articleId: Type.String(),
  nom: Type.String(),
  quantite: Type.Integer({ description: 'How many were ordered, all lines together' }),
  retournes: Type.Integer({ description: 'How many of them have come back' }),
  retournables: Type.Array(Type.Object({ quantite: Type.Integer(), prixUnitaireCents: Type.Integer() }), {
    description:
      'The units that can still come back, with what was paid for each, in the order in which they are refunded',
  }),
})

const Refund = Type.Object({
  remboursementId: Type.String(),
  transactionId: Type.String(),
  montantCents: Type.Integer(),
  createdAt: Timestamp,
})

const GoodsBack = Type.Object({
  retourId: Type.Integer(),
  motif: Nullable(Type.String()),
  remisEnStock: Type.Boolean(),
  montantCents: Type.Integer(),
  remboursementId: Nullable(Type.String()),
  articles: Type.Array(Type.Object({ articleId: Type.String(), quantite: Type.Integer() })),
  createdAt: Timestamp,
  termineLe: Nullable(Type.Unsafe<Date | string>({ ...Timestamp, description: 'When its refund was made' })),
})
export type GoodsBack = Static<typeof GoodsBack>

const Document = Type.Object({
  numero: Type.String(),
  nature: Type.Enum(['facture', 'avoir']),
  remboursementId: Nullable(Type.String()),
  montantCents: Type.Integer(),
  emiseLe: Timestamp,
})

/** All that orders knows of one order. */
export const OrderFile = Shape('DossierCommande', {
  ...ListedOrder.properties,
  prouve: Type.Boolean({ description: 'Whether its customer was more than named when it was placed' }),
  magasins: Type.Array(Type.Integer(), { description: 'The stores that serve it' }),
  confirmeeLe: Nullable(Timestamp),
  updatedAt: Timestamp,
  lignes: Type.Array(Line),
  retours: Type.Array(GoodsBack),
  articlesCommandes: Type.Array(Article),
  statuts: StatusHistory,
  remboursements: Type.Array(Refund),
  pieces: Type.Array(Document, {
    description: 'Its invoice and credit notes, in the order of their numbers',
  }),
})
