import Type, { type Static } from 'typebox'
import { Id, Limit, Page, Shape } from '../platform/http/pages.ts'

export const RESTOCKING_STATUSES = ['PENDING', 'COMPLETED', 'CANCELLED', 'ACCEPTED'] as const

const Moment = Type.String({ description: 'ISO 8601 date' })

export const Restocking = Shape('Reapprovisionnement', {
  id: Type.Integer(),
  name: Type.String(),
  createdAt: Type.Optional(Moment),
  createdBy: Type.Optional(Type.String()),
  status: Type.Optional(
    Type.Enum([...RESTOCKING_STATUSES], {
      description: 'Status of the request; absent if the purchasing application sent an unknown one',
    }),
  ),
  category: Type.Optional(Type.String()),
  shop: Type.Integer({ description: 'Id of the store, always 1' }),
  deliveryDate: Type.Optional(Moment),
})
export type Restocking = Static<typeof Restocking>

export const RestockingList = Shape('ListeReapprovisionnements', {
  data: Type.Array(Restocking),
  totalItems: Type.Integer(),
})

export const RestockingSearch = Type.Object({ store_id: Id, page: Page(), limit: Limit(10) })

export const RestockingRef = Type.Object({
  id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
})
