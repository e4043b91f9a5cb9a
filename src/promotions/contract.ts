import Type, { type Static } from 'typebox'
import { eventKind } from '../platform/events/event.ts'
import { createOperationFactory } from '../platform/peers/operation.ts'
import { problems } from '../platform/problem.ts'
import { AnnouncedPromotion as Announced, AnnouncedReductions, type Tranche, Tranches } from './schemas.ts'

const { properties: notPriced } = Type.Partial(
  Type.Pick(Announced, [
    'dateCreation',
    'dateModification',
    'categoriePromotion',
    'description',
    'applicationCreatrice',
  ]),
)

/**
 * Sent to orders when a promotion is created, changed or deleted: its full data, with a version that increases with
 * each change. Orders also accepts messages without the fields that have no effect on prices.
 */
export const promotionChanged = eventKind(
  'commandes.promotions',
  Type.Object({ ...Announced.properties, ...notPriced }),
)
export type AnnouncedPromotion = Static<typeof promotionChanged.schema>

/** Sent to the catalogue with each change of a promotion: all periods in which it lowers prices. */
export const reductionsChanged = eventKind('catalogue.promotions', AnnouncedReductions)
export type PromotionReductions = Static<typeof reductionsChanged.schema>

export type { Tranche }

const operation = createOperationFactory('promotions')

export const listPromotionTranches = operation({
  method: 'GET',
  url: '/api/v1/privee/promotions/tranches',
  config: { access: 'internal', rights: ['peer'], answersList: true },
  schema: {
    operationId: 'listPromotionTranches',
    summary: 'Count promotions by range of ids',
    description:
      'Answers with the number of promotions in each range and the sum of their versions, to find ranges that differ.',
    response: { 200: Tranches },
  },
})

const TrancheQuery = Type.Object({
  tranche: Type.Integer({
    minimum: 0,
    maximum: 2 ** 40,
    description: 'Number of the range of 500 ids, from 0',
  }),
})

export const listPromotionsOfTranche = operation({
  method: 'GET',
  url: '/api/v1/privee/promotions',
  config: { access: 'internal', rights: ['peer'] },
  schema: {
    operationId: 'listPromotionsOfTranche',
    summary: 'List the promotions of a range of ids',
    description: 'Lists the promotions as published to orders, including deleted ones.',
    querystring: TrancheQuery,
    response: { 200: Type.Array(Announced), ...problems(400) },
  },
})

export const listReductionsOfTranche = operation({
  method: 'GET',
  url: '/api/v1/privee/promotions/reductions',
  config: { access: 'internal', rights: ['peer'], answersList: true },
  schema: {
    operationId: 'listReductionsOfTranche',
    summary: 'List the reductions of a range of promotions',
    description:
      'Lists for each promotion, deleted ones included, the periods in which it lowers prices for everybody.',
    querystring: TrancheQuery,
    response: { 200: Type.Array(AnnouncedReductions), ...problems(400) },
  },
})

/** The timeout of a comparison: a start waits for one, which an unresponsive promotions area must not delay. */
export const COMPARE_MS = 2_000

/** Returns the numbers of the ranges of ids in which a copy of the promotions lacks some, or has other versions of them. */
export function selectOutdatedTranches(tranches: readonly Tranche[], copied: readonly Tranche[]): number[] {
  const sumsOf = ({ nombre, versions }: Tranche) => `${nombre} ${versions}`
  const sums = new Map(copied.map(each => [each.tranche, sumsOf(each)]))
  return tranches.filter(each => sums.get(each.tranche) !== sumsOf(each)).map(({ tranche }) => tranche)
}
