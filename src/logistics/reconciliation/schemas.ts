import Type, { type Static } from 'typebox'
import { Nullable, Timestamp } from '../../platform/http/pages.ts'
import { RESERVATION_STATUSES } from '../reservation-schemas.ts'
import { Slip } from '../slips/schemas.ts'

const Units = Type.Object({ id: Type.String(), quantite: Type.Integer() })

export const ReconciledSlips = Type.Object({
  ordreId: Type.String(),
  reservation: Type.Enum(RESERVATION_STATUSES),
  changeeLe: Timestamp,
  lignes: Type.Array(Units, { description: 'Units that are reserved, or were picked and not returned' }),
  retours: Type.Array(Units, { description: 'Units returned to stock' }),
  unitesRevenues: Type.Integer({ description: 'Number of returned units, whether restocked or not' }),
  bordereaux: Type.Array(
    Type.Object({
      id: Type.Integer(),
      statut: Slip.properties.statut,
      articles: Type.Array(
        Type.Object({ id: Type.String(), quantite: Type.Integer(), storeId: Nullable(Type.Integer()) }),
      ),
    }),
  ),
})

export type ReconciledSlips = Static<typeof ReconciledSlips>

export const ReconciledStock = Type.Object({
  id: Type.Integer(),
  productId: Type.Integer(),
  storeId: Type.Integer(),
  reserve: Type.Integer(),
  promis: Type.Integer({ description: 'Units held by active reservations' }),
})
export type ReconciledStock = Static<typeof ReconciledStock>

export const ReconciledReservation = Type.Object({
  ordreId: Type.String(),
  expireLe: Timestamp,
  updatedAt: Timestamp,
})
export type ReconciledReservation = Static<typeof ReconciledReservation>
