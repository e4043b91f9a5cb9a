import Type, { type Static } from 'typebox'
import { eventKind } from '../platform/events/event.ts'
import { Nullable } from '../platform/http/pages.ts'

const text = Type.Optional(Nullable(Type.String()))
const integer = Type.Optional(Nullable(Type.Integer()))

/** A product after a change; what it has not is null or left out. `version` rises with each one, so that a late or repeated message can be told. */
export const ProductChange = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  supprime: Type.Boolean(),
  ean: Type.String(),
  nom: Type.String(),
  prixDeVenteCents: Type.Integer(),
  description: text,
  photosUrls: Type.Optional(Nullable(Type.Array(Type.String()))),
  categories: Type.String(),
  marque: text,
  poids: text,
  couleurs: text,
  dimensions: text,
  caracteristiquesTechniques: text,
  dureeGarantie: integer,
  statutProduit: Type.String(),
  documentationUrl: text,
  dateFinReapprovisionnement: text,
  dateFinDeVie: text,
  sku: text,
  quantiteMin: integer,
  packaging: integer,
  prixDAchatFournisseurCents: integer,
})
export type ProductChange = Static<typeof ProductChange>

/** Products were created, changed or deleted. For the catalogue; at most 500 in a message. */
export const ProductsChanged = eventKind(
  'catalogue.produits',
  Type.Object({ produits: Type.Array(ProductChange), timestamp: Type.String() }),
)
