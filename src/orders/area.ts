import { defineArea } from '../platform/area.ts'
import { consumer } from '../platform/events/event.ts'
import { job } from '../platform/jobs/job.ts'
import { givingBack } from './change-status.ts'
import { OrderDelivered, OrderPlaced, OrderToPrepare, PaymentChanged, PromotionChanged } from './events.ts'
import { internalRoutes } from './internal-routes.ts'
import { paymentLinkRoute } from './payment-link.ts'
import { calls, giveBack } from './peers.ts'
import { personalData } from './personal-data.ts'
import { createPromotionBook, takeInPromotion } from './promotion-book.ts'
import { shopRoutes } from './routes.ts'
import { followPayment, releaseUnlessPaying, releasing, settlement, settlePayment } from './settle-payment.ts'

/** Orders: baskets, orders, their confirmation and their status. */
export const orders = defineArea({
  name: 'orders',
  migrations: new URL('./migrations/', import.meta.url),
  calls,
  announces: [OrderToPrepare, OrderPlaced, OrderDelivered],
  open: platform => {
    const book = createPromotionBook(platform)
    return {
      routes: async app => {
        await app.register(shopRoutes(platform, book))
        await app.register(paymentLinkRoute(platform))
        await app.register(internalRoutes(platform))
      },
      personalData: personalData(platform.clock),
      consumers: [
        consumer(PaymentChanged, { handle: (tx, change) => followPayment(platform, tx, change) }),
        consumer(PromotionChanged, { handle: takeInPromotion }),
      ],
      jobs: [
        job(settlement, payment => settlePayment(platform, payment)),
        job(releasing, payment => releaseUnlessPaying(platform, payment)),
        job(givingBack, ({ ordreId }) => giveBack(platform.peers, ordreId)),
      ],
    }
  },
})
