import type { DatabasePool, Tx } from '../../platform/database/database.ts'
import type { Outbox } from '../../platform/events/outbox.ts'
import { promotionChanged } from '../contract.ts'
import { type PromotionsPlatform, pushToOrders } from '../peers.ts'
import type { Promotion } from '../tables.ts'

/** What orders gets: customers and products by the names that baskets have for them. */
export const messageOf = ({ clientsVises, produitsVises, ...promotion }: Promotion) => ({
  ...promotion,
  idClient: clientsVises,
  idProduit: produitsVises,
})

type Parts = { db: DatabasePool; outbox: Outbox; peers: PromotionsPlatform['peers'] }

/** Makes a change and announces the promotion as it has become, in one transaction; then tells orders at once. */
export async function changeAndAnnounce(
  { db, outbox, peers }: Parts,
  change: (tx: Tx) => Promise<Promotion>,
) {
  const promotion = await db.transaction(async tx => {
    const changed = await change(tx)
    await outbox.publish(tx, promotionChanged, messageOf(changed))
    return changed
  })
  await pushToOrders(peers, messageOf(promotion))
  return promotion
}
