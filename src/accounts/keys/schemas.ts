import Type, { type Static } from 'typebox'
import { Id, LastMoment, Nullable, Nullish, Shape, Timestamp } from '../../platform/http/pages.ts'
import { RIGHTS } from '../rights.ts'

export const Rights = Type.Array(Type.Enum(RIGHTS), {
  minItems: 1,
  maxItems: RIGHTS.length,
  uniqueItems: true,
  description: 'Rights of the key; `admin` includes all others',
})

export const Stores = Nullable(
  Type.Array(Id, {
    minItems: 1,
    maxItems: 1_000,
    uniqueItems: true,
    description: 'Stores to which the rights are limited; null for all stores',
  }),
)

const key = {
  id: Id,
  nom: Type.String({ minLength: 1, maxLength: 100 }),
  droits: Rights,
  magasins: Stores,
  createdAt: Timestamp,
  expireLe: Nullable(Timestamp),
  derniereUtilisation: Nullable({ ...Timestamp, description: 'Time of the last use, to the minute' }),
  revoqueeLe: Nullable(Timestamp),
}

export const Key = Shape('Cle', key)
export type Key = Static<typeof Key>

export const NewKey = Shape('NouvelleCle', {
  nom: key.nom,
  droits: Rights,
  magasins: Type.Optional(Stores),
  expireLe: Nullish(LastMoment()),
})
export type NewKey = Static<typeof NewKey>

export const CreatedKey = Shape('CleCreee', {
  ...key,
  cle: Type.String({ description: 'The key itself, shown only in this response' }),
})

/** An API key (`cle`) or a staff session (`personnel`), by the SHA-256 of its secret. */
export const AgentRef = Type.Object({
  nature: Type.Enum(['cle', 'personnel']),
  empreinte: Type.String({ pattern: '^[\\w-]{43}$' }),
})

/** A process of version 0.2 answers without `magasins`. */
export const Agent = Shape('Agent', {
  id: Id,
  nom: Type.String(),
  droits: Rights,
  magasins: Type.Optional(Stores),
})
