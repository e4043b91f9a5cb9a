import Type, { type Static } from 'typebox'
import {
  ClosedShape,
  Day,
  Limit,
  Nullable,
  Nullish,
  Page,
  PageOf,
  Shape,
  Timestamp,
} from '../platform/http/pages.ts'
import { UnknownFields } from '../platform/imports/import.ts'
import { problemFields } from '../platform/problem.ts'

export const LEVELS = ['Standard', 'Premium', 'Platine'] as const
export const TITLES = ['M', 'Mme', 'Mx'] as const

export const NewClient = Shape('NouveauClient', {
  civilite: Nullish(Type.Enum(TITLES)),
  nom: Type.String({ minLength: 1 }),
  prenom: Type.String({ minLength: 1 }),
  anniversaire: Nullish(Day),
  adresseMail: Type.String({ format: 'email' }),
  telephone: Nullish(Type.String()),
  adresse: Nullish(Type.String()),
  idClient: Nullish(Type.String()),
  niveauFidelisation: Nullish(Type.Enum(LEVELS)),
  pointsFidelite: Nullish(Type.Integer({ minimum: 0 })),
  dateDebutFidelisation: Nullish(Day),
})
export type NewClient = Static<typeof NewClient>

export const Telephone = Type.String({ pattern: '^[\\d +().-]*$', maxLength: 50 })
export const Address = Type.String({ maxLength: 2_000 })

/** Absent fields stay unchanged; null clears one that may be empty. */
export const ClientChange = Shape('ChangementClient', {
  civilite: Nullish(Type.Enum(TITLES)),
  nom: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  prenom: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  anniversaire: Nullish(Day),
  adresseMail: Type.Optional(Type.String({ format: 'email', maxLength: 255 })),
  telephone: Nullish(Telephone),
  adresse: Nullish(Address),
})
export type ClientChange = Static<typeof ClientChange>

/** A customer in a file of the console; an empty cell is null. */
export const ClientLine = Type.Object({
  ...ClientChange.properties,
  nom: Type.String({ minLength: 1, maxLength: 255 }),
  prenom: Type.String({ minLength: 1, maxLength: 255 }),
  adresseMail: Type.String({ format: 'email', maxLength: 255 }),
  niveauFidelisation: Nullish(Type.Enum(LEVELS)),
  pointsFidelite: Nullish(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  dateDebutFidelisation: Nullish(Day),
})

const created = {
  id: Type.Integer(),
  idClient: Type.String({ examples: ['CLI_11D74363'] }),
  civilite: Nullable(Type.Enum(TITLES)),
  nom: Type.String(),
  prenom: Type.String(),
  anniversaire: Nullable(Day),
  adresseMail: Type.String(),
  telephone: Nullable(Type.String()),
  adresse: Nullable(Type.String()),
  niveauFidelisation: Type.Enum(LEVELS),
  pointsFidelite: Type.Integer(),
  dateDebutFidelisation: Nullable(Day),
}

export const CreatedClient = Shape('ClientCree', created)
export const Client = Shape('Client', {
  ...created,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  deletedAt: Nullable(Timestamp),
})
export type Client = Static<typeof Client>

export const ClientSearch = Type.Object({
  page: Page(),
  limit: Limit(10),
  nom: Type.Optional(
    Type.String({ description: 'Part of the surname or first name, ignoring case and accents' }),
  ),
  email: Type.Optional(Type.String({ keepEmpty: true, description: 'Complete e-mail address' })),
})
export type ClientSearch = Static<typeof ClientSearch>

const ImportedClient = Type.Omit(NewClient, ['idClient'])

export const ClientImport = Shape('ImportClients', {
  clients: Type.Array(ImportedClient, {
    description: 'Customers, matched by e-mail address. Omitted fields remain unchanged; null clears a field',
  }),
})

export const ImportAnswer = Shape('ResultatImportClients', {
  summary: Type.Object({
    createdCount: Type.Integer(),
    updatedCount: Type.Integer(),
    reactivatedCount: Type.Integer(),
    errorCount: Type.Integer(),
    total: Type.Integer(),
  }),
  details: Type.Object({
    created: Type.Array(Client),
    updated: Type.Array(Client),
    reactivated: Type.Array(Client),
    errors: Type.Array(Type.Object({ email: Nullable(Type.String()), error: Type.String() })),
  }),
  unknownFields: UnknownFields,
})

export const EarnedPoints = Shape('PointsGagnes', {
  pointsFidelite: Type.Integer(),
  niveauFidelisation: Type.Enum(LEVELS),
})

export const PointsChange = ClosedShape('ChangementPoints', {
  points: Type.Integer({
    minimum: -1_000_000,
    maximum: 1_000_000,
    not: { const: 0 },
    description: 'Points to add, or to deduct if negative',
  }),
  motif: Type.String({ minLength: 1, maxLength: 200 }),
})
export type PointsChange = Static<typeof PointsChange>

/** Points of an order, or a change by staff. */
export const PointsEntry = Shape('MouvementPoints', {
  nature: Type.Enum(['commande', 'ajustement']),
  points: Type.Integer(),
  ordreId: Nullable(Type.String()),
  motif: Nullable(Type.String()),
  auteur: Nullable(Type.String({ description: 'Name of the API key or member of staff' })),
  createdAt: Timestamp,
})
export type PointsEntry = Static<typeof PointsEntry>

export const PointsPage = PageOf('PageMouvementsPoints', PointsEntry)

/** The numeric id, or the `CLI_` identifier. */
export const ClientRef = Type.Object({ id: Type.String({ minLength: 1, maxLength: 50 }) })

export const ValidationProblem = Shape('ErreurValidation', {
  ...problemFields,
  message: Type.Union([Type.String(), Type.Array(Type.String())]),
})
