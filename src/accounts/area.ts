import { defineArea } from '../platform/area.ts'
import { every, job } from '../platform/jobs/job.ts'
import { personalData } from './personal-data.ts'
import { erasing, goOnErasing } from './privacy/carry-out.ts'
import { fingerprintWith } from './privacy/fingerprint.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { accountRoutes } from './routes.ts'
import { pruneTokens } from './sessions/store.ts'
import { createTokens } from './sessions/tokens.ts'
import { loginAttempts } from './signing-in/login.ts'

/** The customers' accounts of the online shop, and the customers' rights over their data in every area. */
export const accounts = defineArea({
  name: 'accounts',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['loyalty'],
  asksHolders: true,
  neverLogged: ['motDePasse'],
  personalData: { open: () => personalData },
  open: platform => {
    const { db, clock, config } = platform
    const context = {
      ...platform,
      tokens: createTokens(config.tokenSecret, clock),
      fingerprint: fingerprintWith(config.tokenSecret),
      loginAttempts: loginAttempts(platform.limits),
    }
    return {
      routes: async app => {
        await app.register(accountRoutes(context))
        await app.register(privacyRoutes(context))
      },
      jobs: [job(erasing, ({ id }) => goOnErasing(context, id))],
      schedules: [
        {
          name: 'accounts.prune',
          next: every(60),
          run: () => db.transaction(tx => pruneTokens(tx, clock.now())),
        },
      ],
    }
  },
})
