import Type, { type Static } from 'typebox'
import { LastMoment, Moment, Nullable, Nullish, Shape, Timestamp } from '../platform/http/pages.ts'

const CATEGORIES = ['EVENT', 'DESTOCKAGE', 'FIDELITE', 'PANIER', 'PRODUIT', 'PRODUIT_CATEGORIE'] as const
export const APPLICATIONS = ['FIDELITE', 'E-COMMERCE', 'MAGASIN', 'PROMOTION'] as const

const Names = (maxItems: number, description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems, description })

const of = {
  idClient: '`CLI_` identifiers or loyalty numbers of the customers concerned; null for all customers',
  idProduit: 'Ids or eans of the products concerned; null for all products',
  idMagasin: 'Ids of the stores concerned; null for all stores',
  categorieProduit: 'Category of the products concerned; null for all categories',
  autoAppliquee: 'Whether the promotion applies automatically',
  quantiteAchat: 'Minimum number of units',
  seuilMontant: 'Minimum amount, in cents',
  modesLivraison: 'Codes of the delivery methods concerned, for `LIVRAISON_OFFERTE`; null for all',
  applicationCreatrice: 'Application that created the promotion',
}

const needed = {
  categoriePromotion: Type.Enum(CATEGORIES),
  typePromotion: Type.Enum([
    'POURCENTAGE',
    'MONTANT_FIXE',
    'PRODUIT_OFFERT',
    'SEUIL_PANIER',
    'LIVRAISON_OFFERTE',
  ]),
  dateDebut: Moment(),
  dateFin: LastMoment(),
}

const VALUE = 'Decimal euros or a percentage, by uniteValeur; null for `LIVRAISON_OFFERTE`'
const uniteValeur = Type.Enum(['PERCENT', 'EURO'])

const optional = {
  valeurPromotion: Nullish(Type.Number({ minimum: 0, maximum: 10_000_000, description: VALUE })),
  uniteValeur: Nullish(uniteValeur),
  idClient: Nullish(Names(500, of.idClient)),
  idProduit: Nullish(Names(1000, of.idProduit)),
  idMagasin: Nullish(Names(500, of.idMagasin)),
  categorieProduit: Nullish(Type.String({ maxLength: 255, description: of.categorieProduit })),
  autoAppliquee: Nullish(Type.Boolean({ description: of.autoAppliquee })),
  seuilMontant: Nullish(Type.Integer({ minimum: 0, maximum: 1e12, description: of.seuilMontant })),
  modesLivraison: Nullish(
    Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
      maxItems: 500,
      description: of.modesLivraison,
    }),
  ),
  quantiteAchat: Nullish(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: of.quantiteAchat })),
  description: Nullish(Type.String({ maxLength: 5000 })),
  applicationCreatrice: Nullish(Type.String({ maxLength: 100, description: of.applicationCreatrice })),
  applicationsConcernees: Nullish(
    Type.Array(Type.String(), { maxItems: 20, description: 'Applications concerned; all if absent' }),
  ),
  applicationConcernee: Nullish(
    Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 20 })], {
      description: 'Alternative spelling of `applicationsConcernees`',
    }),
  ),
}

export const NewPromotion = Shape('NouvellePromotion', { ...needed, ...optional })
export type NewPromotion = Static<typeof NewPromotion>

export const PromotionChange = Shape('ChangementPromotion', {
  ...Type.Partial(Type.Object(needed)).properties,
  ...optional,
})
export type PromotionChange = Static<typeof PromotionChange>

const data = {
  id: Type.Integer(),
  dateCreation: Timestamp,
  dateModification: Timestamp,
  dateSuppression: Nullable(Timestamp),
  categoriePromotion: needed.categoriePromotion,
  typePromotion: needed.typePromotion,
  idProduit: Nullable(Type.Array(Type.String(), { description: of.idProduit })),
  idMagasin: Nullable(Type.Array(Type.String(), { description: of.idMagasin })),
  categorieProduit: Nullable(Type.String({ description: of.categorieProduit })),
  valeurPromotion: Nullable(Type.Number({ description: VALUE })),
  uniteValeur: Nullable(uniteValeur),
  autoAppliquee: Type.Boolean({ description: of.autoAppliquee }),
  seuilMontant: Nullable(Type.Integer({ description: of.seuilMontant })),
  quantiteAchat: Nullable(Type.Integer({ description: of.quantiteAchat })),
  modesLivraison: Type.Optional(
    Nullable(Type.Array(Type.String(), { description: `${of.modesLivraison}; absent for other types` })),
  ),
  description: Type.String(),
  dateDebut: Timestamp,
  dateFin: Timestamp,
  applicationCreatrice: Type.String({ description: of.applicationCreatrice }),
  applicationsConcernees: Type.Array(Type.Enum(APPLICATIONS)),
}

const clients = Nullable(Type.Array(Type.String(), { description: of.idClient }))

export const PromotionData = Shape('Promotion', { ...data, idClient: Type.Optional(clients) })
export type PromotionData = Static<typeof PromotionData>

/** The live promotions as a shop front shows them. */
export const LivePromotions = Shape('PromotionsEnCours', {
  promotions: Type.Array(PromotionData, {
    description: 'Automatic promotions of the online shop for every visitor, those that end first first',
  }),
  codes: Type.Boolean({ description: 'Whether a promotion of the online shop that needs a code is live' }),
})

/**
 * A promotion as published: `idClient` holds `CLI_` identifiers and `idProduit` product ids, whatever identifiers the
 * caller used.
 */
export const AnnouncedPromotion = Shape('PromotionAnnoncee', {
  ...data,
  idClient: clients,
  version: Type.Integer({ description: 'Version number, incremented by each change' }),
})

/** A period in which a promotion lowers prices for everybody; both ends are included. */
const Reduction = Shape('Reduction', {
  dateDebut: Type.String({ format: 'date-time' }),
  dateFin: Type.String({ format: 'date-time' }),
  valeurPromotion: data.valeurPromotion,
  uniteValeur: data.uniteValeur,
  idProduit: data.idProduit,
  categorieProduit: data.categorieProduit,
})
export type Reduction = Static<typeof Reduction>

/** All periods in which the versions of a promotion have lowered and will lower prices. */
export const AnnouncedReductions = Shape('ReductionsAnnoncees', {
  id: Type.Integer(),
  version: Type.Integer(),
  reductions: Type.Array(Reduction),
})

/** The number of ids in a tranche, the unit in which orders compares and fetches promotions. */
export const TRANCHE = 500

/**
 * All promotions in ranges of `taille` ids, numbered from 0. A range of a copy with the same count and sum of versions
 * is current, because versions only increase and a copy is never ahead.
 */
export const Tranches = Shape('TranchesPromotions', {
  taille: Type.Integer(),
  tranches: Type.Array(
    Type.Object({ tranche: Type.Integer(), nombre: Type.Integer(), versions: Type.Integer() }),
  ),
})
export type Tranche = Static<typeof Tranches>['tranches'][number]

/** The stored targets of a promotion: customers by `CLI_` identifier, products by id. */
export type Targets = { clientsVises: string[] | null; produitsVises: string[] | null }

/** `reductions` are those of earlier versions; null before the first change. */
export type Promotion = PromotionData &
  Targets & { idClient: string[] | null; version: number; reductions: Reduction[] | null }

/** The writable fields of a promotion. */
export type PromotionFields = Omit<
  Promotion,
  keyof Targets | 'id' | 'version' | 'reductions' | 'dateCreation' | 'dateModification' | 'dateSuppression'
>
