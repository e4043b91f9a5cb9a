import Type, { type Static } from 'typebox'
import { eventKind } from '../platform/events/event.ts'
import { Id, Nullable } from '../platform/http/pages.ts'
import { operationsOf } from '../platform/peers/operation.ts'
import { problems } from '../platform/problem.ts'
import { NewReservation, Reservation, ReservationChange, ReservationRef } from './reservation-schemas.ts'
import {
  Availability,
  AvailabilitySearch,
  StockState,
  StockStateSearch,
  StockStates,
  StoreQuantity,
} from './stock-schemas.ts'

/**
 * The status of an order by its slips. `magasins` are the stores that they are written for; it comes without a status when
 * others serve than those that had reserved. `version` is the last change of the order by hand that the slips had followed.
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

/** Products of which a store can sell something again, or nothing any more. For the catalogue; at most 1,000 in a message. */
export const stockCrossed = eventKind(
  'catalogue.stocks',
  Type.Object({ stocks: Type.Array(StockState), timestamp: Type.Optional(Type.String()) }),
)

const operation = operationsOf('logistics')

/** Asked again, each of these finds done what it asks for. */
const config = { access: 'internal', rights: ['peer', 'warehouse'], repeatable: true } as const

export const createReservation = operation({
  method: 'POST',
  url: '/api/v1/privee/reservations',
  config,
  schema: {
    operationId: 'createReservation',
    summary: 'Reserve the goods of an order, all or nothing; 200 when they are reserved already',
    body: NewReservation,
    response: { 200: Reservation, 201: Reservation, ...problems(400, 409) },
  },
})

export const changeReservation = operation({
  method: 'PATCH',
  url: '/api/v1/privee/reservations/:ordreId',
  config,
  schema: {
    operationId: 'changeReservation',
    summary: 'Hold the goods of an order longer, or give them back because it was cancelled',
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
    summary: 'Let go of the goods that an order has reserved, if it has any',
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
    summary: 'How much of products can be sold, in one store or in all; one without any stock is left out',
    querystring: AvailabilitySearch,
    response: { 200: Type.Array(Availability), ...problems(400) },
  },
})

/** Answered from the stocks alone: none for a product of which no store keeps count, whether it exists or not. */
export const listStoresSelling = operation({
  method: 'GET',
  url: '/api/v1/privee/disponibilites/:productId',
  config: { access: 'internal', rights: ['peer', 'warehouse'] },
  schema: {
    operationId: 'listStoresSelling',
    summary: 'How much of a product can be sold in each store that keeps count of it',
    params: Type.Object({ productId: Id }),
    response: { 200: Type.Array(StoreQuantity), ...problems(400) },
  },
})

/** For who keeps a copy of what was announced and has lost it. */
export const listStockStates = operation({
  method: 'GET',
  url: '/api/v1/privee/etats-stocks',
  config: { access: 'internal', rights: ['peer'], timeoutMs: 15_000, answersList: true },
  schema: {
    operationId: 'listStockStates',
    summary: 'Read which stores can sell which products, as it is announced',
    querystring: StockStateSearch,
    response: { 200: StockStates, ...problems(400) },
  },
})
