import { defineArea } from '../platform/area.ts'
import { every } from '../platform/jobs/job.ts'
import { WINDOW_MS } from './attempts.ts'
import { accountRoutes } from './routes.ts'
import { pruneAttempts } from './store/attempts.ts'
import { pruneTokens } from './store/tokens.ts'
import { createTokens } from './tokens.ts'

/** The customers' accounts of the online shop: registering, signing in and out, profiles. */
export const accounts = defineArea({
  name: 'accounts',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['loyalty'],
  open: platform => {
    const { db, clock, secrets } = platform
    return {
      routes: accountRoutes({ ...platform, tokens: createTokens(secrets.tokenSecret, clock) }),
      schedules: [
        {
          name: 'accounts.prune',
          next: every(60),
          run: () =>
            db.transaction(async tx => {
              await pruneTokens(tx, clock.now())
              await pruneAttempts(tx, new Date(clock.now().getTime() - WINDOW_MS))
            }),
        },
      ],
    }
  },
})
