import { Problem } from '../../platform/problem.ts'
import type { Short } from './allocate.ts'

const sentence = ({ productId, quantite, libre }: Short) =>
  `Stock insuffisant pour le produit ${productId} : ${quantite} demandé(s), ${libre} disponible(s)`

export class Shortage extends Problem {
  readonly productIds: number[]
  /** Whether some goods are held by reservations that have expired. */
  readonly overdue: boolean

  /** `magasinId`: the only store that was looked at. */
  constructor(short: readonly Short[], overdue: boolean, magasinId?: number) {
    const where = magasinId === undefined ? '' : ` (magasin ${magasinId})`
    super(409, 'stock-insuffisant', short.map(sentence).join(' ; ') + where)
    this.productIds = short.map(({ productId }) => productId)
    this.overdue = overdue
  }
}
