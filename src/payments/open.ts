import type { AreaParts } from '../platform/area.ts'
import { addRoutes } from '../platform/http/add-routes.ts'
import { every, job, nextMidnight } from '../platform/jobs/job.ts'
import { paymentCounts } from './announce.ts'
import { createCardVault } from './card-vault.ts'
import { ownCardRoutes } from './cards/own-routes.ts'
import { cardRoutes } from './cards/routes.ts'
import type { Context, PaymentsPlatform } from './context.ts'
import { cardTrialRoutes } from './creating/card-trial.ts'
import { closingRoute, deleteOldClosedOrders } from './creating/close-order-to-payments.ts'
import { createInsertPayment, processPaymentJob } from './creating/insert-payments.ts'
import { creationRoutes } from './creating/routes.ts'
import { figureRoutes } from './figures/routes.ts'
import { intentRoutes } from './intents/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { readLogo } from './logo.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { pageRoutes } from './page/routes.ts'
import { personalData } from './privacy/personal-data.ts'
import { createEndPayment } from './processing/end-payments.ts'
import { processPayment } from './processing/process-payment.ts'
import { expirePayments, recoverPayments } from './processing/recover-payments.ts'
import { createProviders } from './providers/configured.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { sendRefund, sendRefundJob } from './refunds/refund-payment.ts'
import { refundRoutes } from './refunds/routes.ts'
import { transactionRoutes } from './transactions/routes.ts'

export function createContext(platform: PaymentsPlatform): Context {
  const { settings } = platform
  const base = {
    ...platform,
    // Return URLs are compared by origin only.
    settings: { ...settings, returnOrigins: settings.returnOrigins.map(address => new URL(address).origin) },
    vault: createCardVault(settings.cardKeys),
    providers: createProviders(settings),
    logo: settings.shopLogo === undefined ? undefined : readLogo(settings.shopLogo),
  }
  return { ...base, insertPayment: createInsertPayment(base), endPayment: createEndPayment(base) }
}

export const openPersonalData = ({ clock, settings }: PaymentsPlatform) =>
  personalData({ clock, vault: createCardVault(settings.cardKeys) })

export function open(platform: PaymentsPlatform): AreaParts {
  const context = createContext(platform)
  return {
    routes: async app => {
      // These routes have a separate body parser, which must not apply to the others.
      await app.register(notificationRoutes, context)
      await addRoutes(
        app,
        context,
        linkRoutes,
        creationRoutes,
        closingRoute,
        refundRoutes,
        cardTrialRoutes,
        cardRoutes,
        ownCardRoutes,
        intentRoutes,
        reconciliationRoutes,
        figureRoutes,
        transactionRoutes,
        pageRoutes,
      )
    },
    jobs: [
      job(processPaymentJob, ({ id }) => processPayment(context, id)),
      job(sendRefundJob, ({ id }) => sendRefund(context, id)),
    ],
    schedules: [
      { name: 'payments.recover', next: every(5), run: () => recoverPayments(context) },
      { name: 'payments.expire', next: nextMidnight, run: () => expirePayments(context) },
      {
        name: 'payments.forget-closed-orders',
        next: nextMidnight,
        run: () => deleteOldClosedOrders(context),
      },
    ],
    counts: paymentCounts,
  }
}
