import { normalizePath } from '../platform/text.ts'
import { categoriesOf } from './categories.ts'
import type { Fields } from './fields.ts'

/**
 * The filter that the query parameter of a field sets: records with this value, records whose value contains it, or
 * records with the key that `key` derives from it, in the derived column `column`.
 */
export type Filter = 'value' | 'part' | { column: string; key: (value: string) => string }

/** The side of a relation that `include` adds to records of the other side. */
export type RelationSide = 'fournisseurs' | 'produits'

/** Everything that differs between resources. */
export type Resource = {
  /** Segment of its paths and key in batches. */
  name: 'produits' | 'fournisseurs' | 'entrepots' | 'magasins'
  /** Name of its table. Relations refer to it by a column with this name and the suffix `Id`. */
  table: string
  /** Name of its schema in the OpenAPI documents. */
  shape: 'Produit' | 'Fournisseur' | 'Entrepot' | 'Magasin'
  /** English name of a record, for messages and operation names. */
  one: string
  many: string
  /** Error code for an unknown record. */
  unknownCode: string
  /** The field that identifies records in responses to batches and, without `unique`, in imports that update. */
  identifying: string
  /** The field with unique values, which identifies records in imports. */
  unique?: string
  fields: Fields
  /** Fields that everybody sees; undefined: all. The others require the right `catalogue`, `warehouse` or `peer`. */
  openFields?: readonly string[]
  /** Fields whose words are searched. */
  search: readonly string[]
  filters: Record<string, Filter>
  /** Internal columns that are derived from the fields: their types by name, and the function that derives them. */
  derived?: {
    columns: Record<string, string>
    from: (values: Record<string, unknown>) => Record<string, unknown>
  }
  /** Text fields with a separate sort column, such as `nomTri`, without case and accents. */
  sortKeys?: readonly string[]
  /** The other side of its relations, which `include` adds. */
  include?: RelationSide
  /** Other areas keep a copy, so each change is announced. */
  announced?: true
  /**
   * The groups in which its records are counted, in addition to the count of all. A function for each field returns the
   * names of the groups of a record, by key.
   */
  groups?: Record<string, (values: Record<string, unknown>) => ReadonlyMap<string, string>>
  /** Checks the business rules that concern no other records. Returns a description of a broken one. */
  breach?: (values: Record<string, unknown>) => string | undefined
}

/** Preserves the literal types of the fields, from which the types of records derive. */
const resource = <const R extends Resource>(it: R): R => it

const itself = (value: unknown) => new Map(typeof value === 'string' ? [[value, value]] : [])

const text = { kind: 'text' } as const
const url = { kind: 'text', max: 2_000 } as const
const day = { kind: 'day' } as const
const name = { kind: 'text', max: 500, required: true } as const
const address = { kind: 'text', max: 1_000 } as const
const count = { kind: 'integer', min: 0 } as const

export const produits = resource({
  name: 'produits',
  table: 'produit',
  shape: 'Produit',
  one: 'Product',
  many: 'Products',
  unknownCode: 'produit-inconnu',
  identifying: 'ean',
  unique: 'ean',
  fields: {
    ean: { kind: 'text', max: 64, required: true },
    nom: name,
    prixDeVenteCents: {
      kind: 'integer',
      required: true,
      description: 'Price in cents; a negative value answers 422',
    },
    tauxTva: {
      kind: 'decimal',
      min: 0,
      max: 100,
      default: 20,
      description:
        'VAT rate in percent, included in the price; in France 20, 10, 5.5, 2.1 or 0. Absent or null: 20',
    },
    description: text,
    photosUrls: { kind: 'texts' },
    categories: { kind: 'text', max: 500, default: 'accessoires' },
    marque: { kind: 'text', max: 255 },
    poids: text,
    couleurs: text,
    dimensions: text,
    caracteristiquesTechniques: text,
    dureeGarantie: { ...count, description: 'Days' },
    statutProduit: {
      kind: 'text',
      oneOf: ['actif', 'inactif', 'discontinue', 'en_developpement', 'obsolete'],
      default: 'actif',
    },
    documentationUrl: url,
    dateFinReapprovisionnement: day,
    dateFinDeVie: day,
    produitsComplementairesIds: { kind: 'integers', description: 'Ids of active products' },
    retractable: {
      kind: 'boolean',
      default: true,
      description: 'Whether customers may withdraw from its purchase. Absent or null: true',
    },
  },
  search: ['nom', 'description'],
  filters: {
    marque: 'value',
    categories: { column: 'categoriesCles', key: normalizePath },
    statutProduit: 'value',
    ean: 'value',
  },
  derived: {
    columns: { categoriesCles: 'text[]' },
    from: ({ categories }) => ({ categoriesCles: [...categoriesOf(String(categories)).keys()] }),
  },
  sortKeys: ['nom', 'categories', 'marque'],
  include: 'fournisseurs',
  announced: true,
  groups: {
    categoriesCles: ({ categories }) => categoriesOf(String(categories)),
    categories: ({ categories }) => itself(categories),
    marque: ({ marque }) => itself(marque),
    statutProduit: ({ statutProduit }) => itself(statutProduit),
  },
  breach: ({ prixDeVenteCents }) =>
    typeof prixDeVenteCents === 'number' && prixDeVenteCents < 0
      ? 'prixDeVenteCents must not be negative'
      : undefined,
})

const supplierStates = ['actif', 'inactif', 'suspendu', 'bloque', 'en_validation'] as const
const contractStates = ['valide', 'expire', 'en_negociation', 'resilie', 'suspendu'] as const

export const fournisseurs = resource({
  name: 'fournisseurs',
  table: 'fournisseur',
  shape: 'Fournisseur',
  one: 'Supplier',
  many: 'Suppliers',
  unknownCode: 'fournisseur-inconnu',
  identifying: 'nomLegal',
  unique: 'codeFournisseur',
  fields: {
    nomLegal: { ...name, personal: true },
    codeFournisseur: { kind: 'text', max: 100, required: true },
    siret: { kind: 'text', max: 100, personal: true },
    adresse: { ...address, personal: true },
    email: { kind: 'text', max: 255, personal: true },
    telephone: { kind: 'text', max: 100, personal: true },
    interlocuteurs: { kind: 'texts', personal: true },
    documentsContractuelUrls: { kind: 'texts' },
    statut: { kind: 'text', oneOf: supplierStates, default: 'en_validation' },
    statutContractuel: { kind: 'text', oneOf: contractStates, default: 'en_negociation' },
  },
  openFields: ['id', 'nomLegal'],
  search: ['nomLegal', 'adresse'],
  include: 'produits',
  filters: { codeFournisseur: 'value', statut: 'value', statutContractuel: 'value', adresse: 'part' },
})

const warehouseStates = ['operationnel', 'maintenance', 'ferme', 'en_construction'] as const
const warehouseKinds = ['informatique', 'electromenager', 'accessoires', 'multimedia', 'generaliste'] as const

export const entrepots = resource({
  name: 'entrepots',
  table: 'entrepot',
  shape: 'Entrepot',
  one: 'Warehouse',
  many: 'Warehouses',
  unknownCode: 'entrepot-inconnu',
  identifying: 'nom',
  fields: {
    nom: name,
    adresse: { ...address, required: true },
    statut: { kind: 'text', oneOf: warehouseStates, default: 'operationnel' },
    typeEntrepot: { kind: 'text', oneOf: warehouseKinds, default: 'generaliste' },
    estGrosVolume: { kind: 'boolean', default: false },
    horaires: text,
    capaciteStockage: { ...count, description: 'Units' },
    capaciteLogistique: count,
    rolesLogistiques: { kind: 'texts' },
    zoneGeographiqueDesservie: text,
    responsableLogistique: { ...text, personal: true },
  },
  // Manager and capacity are confidential.
  openFields: [
    ...(['id', 'nom', 'adresse', 'statut', 'typeEntrepot', 'estGrosVolume', 'horaires'] as const),
    ...(['rolesLogistiques', 'zoneGeographiqueDesservie', 'createdAt', 'updatedAt'] as const),
  ],
  search: ['nom', 'adresse'],
  filters: { statut: 'value', typeEntrepot: 'value', estGrosVolume: 'value' },
})

const storeStates = ['ouvert', 'ferme', 'renovation', 'fermeture_temporaire'] as const
const storeKinds = [
  ...(['megastore', 'magasin_centre_ville', 'magasin_centre_commercial', 'magasin_peripherie'] as const),
  ...(['concept_store', 'corner', 'drive', 'showroom'] as const),
]
const services = [
  ...(['click_collect', 'livraison_domicile', 'installation', 'reparation', 'reprise'] as const),
  ...(['financement', 'extension_garantie', 'formation', 'location', 'maintenance'] as const),
]

export const magasins = resource({
  name: 'magasins',
  table: 'magasin',
  shape: 'Magasin',
  one: 'Store',
  many: 'Stores',
  unknownCode: 'magasin-inconnu',
  identifying: 'nom',
  fields: {
    nom: name,
    adresse: { ...address, required: true },
    statut: { kind: 'text', oneOf: storeStates, default: 'ouvert' },
    type: { kind: 'text', oneOf: storeKinds, default: 'magasin_centre_ville' },
    servicesDisponibles: { kind: 'texts', oneOf: services, default: ['click_collect'] },
    horaires: text,
    responsable: { ...text, personal: true },
    surfaceVente: { ...count, description: 'Square metres' },
    capaciteDAccueil: { ...count, description: 'Persons' },
  },
  search: ['nom', 'adresse'],
  filters: { statut: 'value', type: 'value', servicesDisponibles: 'value' },
})

export const resources = [produits, fournisseurs, entrepots, magasins] as const

export const relationFields: Fields = {
  prixFournisseurCents: {
    kind: 'integer',
    description: 'Purchase price in cents; a negative value answers 422',
  },
  delaiLivraisonJours: { kind: 'integer', min: 0, description: 'Days' },
  quantiteMinimaleCommande: { kind: 'integer', min: 0 },
  referenceFournisseur: { kind: 'text', max: 255 },
  packaging: { kind: 'integer', min: 0, description: 'Units per carton' },
  statutRelation: {
    kind: 'text',
    max: 50,
    default: 'actif',
    description: '`prefere`: the catalogue shows the terms of this supplier for the product',
  },
}

const supplier: Fields = { fournisseurId: { kind: 'integer', min: 1, required: true } }
export const productRelationFields: Fields = { ...supplier, ...relationFields }
export const fullRelationFields: Fields = {
  produitId: { kind: 'integer', min: 1, required: true },
  ...productRelationFields,
}
