import Type, { type Static } from 'typebox'
import { eventKind } from '../platform/events/event.ts'
import { Id, Nullable } from '../platform/http/pages.ts'
import { createOperationFactory } from '../platform/peers/operation.ts'
import { problems } from '../platform/problem.ts'
import { NewReservation, Reservation, ReservationChange, ReservationRef } from './reservation-schemas.ts'
import { Availability, AvailabilitySearch, StockState, StoreQuantity } from './stock-schemas.ts'

/**
 * The status of an order according to its slips, and their stores in `magasins`. A message without a status reports
 * only the stores, which may differ from those that reserved the goods. `version` is the number of the last manual
 * change of the order that the slips have followed, 0 if there is none; absent without a status.
 */
export const slipsMoved = eventKind(
  'commandes.bordereaux',
  Type.Object({
    ordreId: Type.String({ minLength: 1 }),
    statut: Type.Optional(Type.Enum(['EN_PREPARATION', 'EXPEDIEE', 'LIVREE'])),
    magasins: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }))),
    trackingNumber: Nullable(Type.String()),
    version: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    timestamp: Type.String(),
  }),
)
export type SlipsMoved = Static<typeof slipsMoved.schema>

export type { StockState } from './stock-schemas.ts'

/**
 * Products that became sold out or available again in a store, or are new there. For the catalogue; at most 1,000 in a
 * message.
 */
export const availabilityChanged = eventKind(
  'catalogue.stocks',
  Type.Object({ stocks: Type.Array(StockState), timestamp: Type.Optional(Type.String()) }),
)

const operation = createOperationFactory('logistics')

/** These calls are idempotent, so a failed one can be retried. */
const config = { access: 'internal', rights: ['peer', 'warehouse'], repeatable: true } as const

export const createReservation = operation({
  method: 'POST',
  url: '/api/v1/privee/reservations',
  config: { ...config, errors: ['statut-incompatible', 'stock-insuffisant'] },
  schema: {
    operationId: 'createReservation',
    summary: 'Reserve the goods of an order',
    description: 'Reserves all articles or none. Answers 200 if they are already reserved.',
    body: NewReservation,
    response: { 200: Reservation, 201: Reservation, ...problems(400, 409) },
  },
})

export const changeReservation = operation({
  method: 'PATCH',
  url: '/api/v1/privee/reservations/:ordreId',
  config: { ...config, errors: ['reservation-inconnue', 'statut-incompatible'] },
  schema: {
    operationId: 'changeReservation',
    summary: 'Change a reservation',
    description: 'Extends the reservation, or releases the goods because the order was cancelled.',
    params: ReservationRef,
    body: ReservationChange,
    response: { 200: Reservation, ...problems(400, 404, 409) },
  },
})

export const releaseReservation = operation({
  method: 'DELETE',
  url: '/api/v1/privee/reservations/:ordreId',
  config,
  schema: {
    operationId: 'releaseReservation',
    summary: 'Release a reservation',
    description: 'Releases the goods that the order has reserved, if any.',
    params: ReservationRef,
    response: { 204: Type.Null(), ...problems(400) },
  },
})

export const readAvailability = operation({
  method: 'GET',
  url: '/api/v1/privee/disponibilites',
  config: { access: 'internal', rights: ['peer', 'warehouse'] },
  schema: {
    operationId: 'readAvailability',
    summary: 'Read the availability of products',
    description:
      'Answers with the quantity that can be sold, in one store or in all. Products without stock are omitted.',
    querystring: AvailabilitySearch,
    response: { 200: Type.Array(Availability), ...problems(400) },
  },
})

/** Reads only the stocks: the list is empty for a product that no store counts, that is deleted or that is unknown. */
export const listStoresSelling = operation({
  method: 'GET',
  url: '/api/v1/privee/disponibilites/:productId',
  config: { access: 'internal', rights: ['peer', 'warehouse'] },
  schema: {
    operationId: 'listStoresSelling',
    summary: 'List the stores that sell a product',
    description: 'Answers with the quantity that can be sold in each store that counts the product.',
    params: Type.Object({ productId: Id }),
    response: { 200: Type.Array(StoreQuantity), ...problems(400) },
  },
})

/** For areas that rebuild their copy of the announced stock states. */
export const listStockStates = operation({
  method: 'GET',
  url: '/api/v1/privee/etats-stocks',
  config: { access: 'internal', rights: ['peer'], timeoutMs: 15_000, answersList: true },
  schema: {
    operationId: 'listStockStates',
    summary: 'List stock states',
    description: 'Lists whether each store can sell each product, as published to the catalogue.',
    querystring: Type.Object({
      apres: Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        description: 'Only entries after this `fin`',
      }),
      limit: Type.Integer({ minimum: 1, maximum: 5_000, default: 1_000 }),
    }),
    response: {
      200: Type.Object({
        stocks: Type.Array(StockState),
        fin: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Value of `apres` for the next page; null on the last page',
        }),
      }),
      ...problems(400),
    },
  },
})
