import Type, { type Static } from 'typebox'
import { Nullable, Pagination, Shape, Timestamp } from '../../platform/http/pages.ts'
import { CollectedData } from '../../platform/personal-data/operations.ts'
import { Person } from '../contract.ts'

/** A loyalty number, or a current or former `CLI_` identifier. */
export const CustomerRef = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 50, pattern: '^[A-Za-z0-9_-]+$' }),
})

export const CustomerExport = Shape('ExportClient', {
  client: Type.Omit(Person, ['ordreIds', 'emailsProuves']),
  exporteLe: Timestamp,
  domaines: Type.Record(Type.String(), CollectedData.properties.donnees, {
    description: 'Rows of each table, by area',
  }),
})
export type CustomerExport = Static<typeof CustomerExport>

export const Erasure = Shape('Effacement', {
  id: Type.Integer(),
  pseudonyme: Type.String({ description: 'Pseudonym that replaces the customer in the remaining records' }),
  statut: Type.Enum(['en_cours', 'termine']),
  demandePar: Type.String({ description: 'The key or staff member that requested the erasure' }),
  demandeLe: Timestamp,
  termineLe: Nullable(Timestamp),
  commandesInvite: Type.Integer({
    description: 'Number of guest orders with a confirmed address of the customer',
  }),
  domaines: Type.Array(
    Type.Object({
      domaine: Type.String(),
      lignes: Nullable(
        Type.Integer({ description: 'Number of rows changed or deleted; null while the area is pending' }),
      ),
      faitLe: Nullable(Timestamp),
    }),
  ),
})
export type Erasure = Static<typeof Erasure>

export const ErasureList = Shape('ListeEffacements', { data: Type.Array(Erasure), pagination: Pagination })
