import { slipsMoved } from '../logistics/contract.ts'
import { paymentChanged } from '../payments/contract.ts'
import type { AreaParts } from '../platform/area.ts'
import { batchConsumer, consumer } from '../platform/events/event.ts'
import { addRoutes } from '../platform/http/add-routes.ts'
import { createSignedLinks } from '../platform/http/signed-links.ts'
import { every, job, nextMidnight } from '../platform/jobs/job.ts'
import { promotionChanged } from '../promotions/contract.ts'
import { basketRoutes } from './basket/routes.ts'
import { refundCancelled, refundCancelledJob } from './cancelling/cancel-order.ts'
import { cancellingPages, cancellingStyleRoutes } from './cancelling/pages.ts'
import { cancellingRoute } from './cancelling/routes.ts'
import { createFindCodes } from './codes/find-codes.ts'
import { codeRoutes } from './codes/routes.ts'
import { releaseOverdueUses } from './codes/take-uses.ts'
import { createConfirmOrder } from './confirming/confirm-payment.ts'
import { confirmingRoutes } from './confirming/routes.ts'
import type { Context } from './context.ts'
import { correctingRoute } from './correcting/routes.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { countSales, rebuildFigures, rebuildFiguresJob, trimFigures } from './figures/count-figures.ts'
import { figureRoutes } from './figures/routes.ts'
import { followingRoute } from './following/routes.ts'
import { sendOrderLink, sendOrderLinkJob } from './following/send-link.ts'
import { internalRoutes } from './internal-routes.ts'
import { issuesInvoices } from './invoice-settings.ts'
import {
  issueCreditNotes,
  issueCreditNotesJob,
  issueInvoices,
  issueInvoicesJob,
  pruneOldDocuments,
} from './invoices/issue-invoices.ts'
import { invoiceStyleRoutes } from './invoices/page/layout.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { followPayments, readAmounts } from './payments/follow-payments.ts'
import { remindUnpaid } from './payments/remind.ts'
import { paymentLinkRoutes } from './payments/routes.ts'
import {
  releaseReservationJob,
  releaseUnlessPaying,
  settlePayment,
  settlePaymentJob,
} from './payments/settle-payment.ts'
import type { OrdersPlatform } from './peers.ts'
import { cancelReservation } from './peers.ts'
import { createInsertOrder } from './placing/insert-orders.ts'
import { placingRoutes } from './placing/routes.ts'
import { applyPromotions, catchUpPromotions, createPromotionCache } from './promotion-copy/promotion-cache.ts'
import { readingRoutes } from './reading/routes.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { refundReturn, refundReturnJob } from './returns/refund-return.ts'
import { returnRoute } from './returns/routes.ts'
import { followSlips, restockJob } from './status/change-status.ts'
import { statusRoutes } from './status/routes.ts'
import { deleteNetworkHashes, ordersTotal } from './store/orders.ts'
import { pruneDeclarations } from './withdrawals/declare.ts'
import { withdrawalPages } from './withdrawals/page-routes.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'

export function open(platform: OrdersPlatform): AreaParts {
  const context: Context = {
    ...platform,
    promotions: createPromotionCache(platform),
    findCodes: createFindCodes(platform.db),
    unknownCodes: platform.limits.counter({
      ...{ name: 'codes-inconnus', most: platform.settings.unknownCodes, seconds: 60 },
    }),
    linkMails: platform.limits.counter({ name: 'courriels-de-suivi', most: 3, seconds: 3_600 }),
    links: createSignedLinks(platform.config.tokenSecret, platform.clock),
    insertOrder: createInsertOrder(platform),
    confirmOrder: createConfirmOrder(platform),
  }
  return {
    routes: async app => {
      // Pages are registered separately, because they have their own headers, form parser and error handler.
      await app.register(invoiceRoutes, context)
      await app.register(cancellingPages, context)
      await app.register(withdrawalPages, context)
      await addRoutes(
        app,
        context,
        basketRoutes,
        codeRoutes,
        deliveryRoutes,
        placingRoutes,
        confirmingRoutes,
        statusRoutes,
        cancellingRoute,
        correctingRoute,
        cancellingStyleRoutes,
        returnRoute,
        withdrawalRoutes,
        readingRoutes,
        followingRoute,
        invoiceStyleRoutes,
        figureRoutes,
        paymentLinkRoutes,
        internalRoutes,
        reconciliationRoutes,
      )
    },
    consumers: [
      batchConsumer(paymentChanged, {
        size: 100,
        prepare: async changes => changes.map(change => readAmounts(platform, change)),
        handle: (tx, changes) => followPayments(platform, tx, changes),
      }),
      consumer(slipsMoved, { handle: (tx, moved) => followSlips(tx, platform, moved) }),
      consumer(promotionChanged, { handle: (tx, promotion) => applyPromotions(tx, [promotion]) }),
    ],
    jobs: [
      job(settlePaymentJob, payment => settlePayment(context, payment)),
      job(releaseReservationJob, payment => releaseUnlessPaying(platform, payment)),
      job(refundCancelledJob, ({ ordreId }) => refundCancelled(platform, ordreId)),
      job(refundReturnJob, ({ retourId }) => refundReturn(platform, retourId)),
      job(sendOrderLinkJob, request => sendOrderLink(context, request)),
      job(restockJob, ({ ordreId }) => cancelReservation(platform.peers, ordreId)),
      job(issueInvoicesJob, ({ ordreIds }) => issueInvoices(platform, ordreIds)),
      job(issueCreditNotesJob, ({ ordreId }) => issueCreditNotes(platform, ordreId)),
      job(rebuildFiguresJob, () => rebuildFigures(platform)),
    ],
    schedules: [
      { name: 'orders.catch-up-promotions', next: every(1), run: () => catchUpPromotions(platform) },
      {
        name: 'orders.release-codes',
        next: every(1),
        run: () => platform.db.transaction(tx => releaseOverdueUses(tx, platform.clock.now())),
      },
      { name: 'orders.remind-unpaid', next: every(5), run: () => remindUnpaid(platform) },
      { name: 'orders.count-sales', next: every(1 / 6), run: () => countSales(platform) },
      { name: 'orders.trim-figures', next: nextMidnight, run: () => trimFigures(platform) },
      { name: 'orders.prune-invoices', next: nextMidnight, run: () => pruneOldDocuments(platform) },
      { name: 'orders.prune-withdrawals', next: every(60), run: () => pruneDeclarations(platform) },
      {
        name: 'orders.forget-networks',
        next: every(60),
        run: () => platform.db.transaction(tx => deleteNetworkHashes(tx, platform.clock.now())),
      },
    ],
    counts: [ordersTotal],
    ready: async () => {
      if (!issuesInvoices(platform.settings))
        platform.log.info('No invoices are issued: the COMPTOIR_LEGAL_ settings are missing')
      await catchUpPromotions(platform)
    },
  }
}
