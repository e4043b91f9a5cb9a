import type { AreaParts, Platform } from '../platform/area.ts'
import { deleteInBatches } from '../platform/database/database.ts'
import { batchConsumer } from '../platform/events/event.ts'
import { addRoutes } from '../platform/http/add-routes.ts'
import { publicBase } from '../platform/http/origins.ts'
import { every, job } from '../platform/jobs/job.ts'
import { createAccountsContext } from './context.ts'
import { mailWanted } from './contract.ts'
import { installationRoutes } from './installation/routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { mailRoutes } from './mails/routes.ts'
import { RETENTION_MS } from './mails/schemas.ts'
import { startMailSender } from './mails/send-mails.ts'
import { countWaiting, pruneMails } from './mails/store.ts'
import { writeWantedMails } from './mails/write-mails.ts'
import { ownAccountRoutes } from './own-account.ts'
import { pageRoutes } from './pages/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { continueErasure, erasureJob } from './privacy/run-erasure.ts'
import { profileRoutes } from './profile.ts'
import { provingRoutes } from './proving/routes.ts'
import { sendLink, sendLinkJob, sendOrderMail, sendOrderMailJob } from './proving/send-links.ts'
import { accountRoutes } from './routes.ts'
import type { AccountsSettings } from './settings.ts'
import { shopSettingsRoutes } from './shop-settings/routes.ts'
import { knownNetworkCutoff } from './sign-in-limits/login-limits.ts'
import { pruneKnownNetworks } from './sign-in-limits/store.ts'
import { ownStaffRoutes } from './staff/own-routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { staffSessionRoutes } from './staff/session-routes.ts'
import { pruneSessions } from './staff/store.ts'
import { pruneTokens } from './store/accounts.ts'
import { pruneLinks } from './store/links.ts'
import { trailRoutes } from './trail.ts'
import { deliveryRoutes } from './webhooks/delivery-routes.ts'
import { createWebhookConsumer, createWebhookGauges } from './webhooks/record-events.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { startWebhookSender } from './webhooks/send-webhooks.ts'
import { pruneEvents } from './webhooks/store/deliveries.ts'

export function open(platform: Platform<'loyalty', AccountsSettings>): AreaParts {
  const { db, clock, config } = platform
  const context = createAccountsContext(platform)
  return {
    routes: async app => {
      context.mails.base = () => publicBase(config, app)
      await addRoutes(
        app,
        context,
        accountRoutes,
        profileRoutes,
        ownAccountRoutes,
        provingRoutes,
        mailRoutes,
        pageRoutes,
        privacyRoutes,
        keyRoutes,
        installationRoutes,
        shopSettingsRoutes,
        staffSessionRoutes,
        ownStaffRoutes,
        staffRoutes,
        trailRoutes,
        webhookRoutes,
        deliveryRoutes,
      )
    },
    consumers: [
      batchConsumer(mailWanted, {
        size: 100,
        unhurried: true,
        key: ({ modele, objet }) => `${modele} ${objet}`,
        handle: (tx, messages) =>
          writeWantedMails(
            tx,
            context,
            messages.map(({ body }) => body),
          ),
      }),
      createWebhookConsumer(context),
    ],
    jobs: [
      job(erasureJob, ({ id }) => continueErasure(context, id)),
      job(sendLinkJob, asked => sendLink(context, asked)),
      job(sendOrderMailJob, ({ ordreId }) => sendOrderMail(context, ordreId)),
    ],
    schedules: [
      {
        name: 'accounts.prune',
        next: every(60),
        run: async () => {
          for (const prune of [pruneTokens, pruneSessions, pruneLinks])
            await db.transaction(tx => prune(tx, clock.now()))
          await db.transaction(tx => pruneKnownNetworks(tx, knownNetworkCutoff(clock)))
          const before = clock.after(-RETENTION_MS)
          await deleteInBatches(db, (tx, limit) => pruneMails(tx, before, limit))
          await deleteInBatches(db, (tx, limit) => pruneEvents(tx, before, limit))
        },
      },
    ],
    gauges: [
      {
        name: 'comptoir_mails_waiting',
        help: 'Unsent mails, counted up to 10000',
        value: () => countWaiting(db),
      },
      ...createWebhookGauges(db),
    ],
    background: () => {
      const sending = [startWebhookSender(context), startMailSender(context)]
      return {
        async stop() {
          await Promise.all(sending.map(each => each.stop()))
        },
      }
    },
  }
}
