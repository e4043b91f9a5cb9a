import { defineArea } from '../platform/area.ts'
import { every, job } from '../platform/jobs/job.ts'
import { keyRoutes } from './keys/routes.ts'
import { personalData } from './personal-data.ts'
import { erasing, goOnErasing } from './privacy/carry-out.ts'
import { fingerprintWith } from './privacy/fingerprint.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { accountRoutes } from './routes.ts'
import { pruneTokens } from './sessions/store.ts'
import { createTokens } from './sessions/tokens.ts'
import { AccountsSettings } from './settings.ts'
import { createKnownNetworks, forgottenBefore } from './signing-in/known-networks.ts'
import { createLoginLimits } from './signing-in/login-limits.ts'
import { pruneKnownNetworks } from './signing-in/store.ts'
import { createCodes } from './staff/codes.ts'
import { ownStaffRoutes } from './staff/own-routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { staffSessionRoutes } from './staff/session-routes.ts'
import { pruneSessions } from './staff/store/sessions.ts'
import { trailRoutes } from './trail/routes.ts'

/** The customers' accounts of the online shop, and the customers' rights over their data in every area. */
export const accounts = defineArea({
  name: 'accounts',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['loyalty'],
  asksHolders: true,
  settings: AccountsSettings,
  neverLogged: ['motDePasse', 'motDePasseActuel', 'cle', 'secret', 'uri', 'code'],
  personalData: { open: () => personalData },
  open: platform => {
    const { db, clock, config } = platform
    const context = {
      ...platform,
      tokens: createTokens(config.tokenSecret, clock),
      fingerprint: fingerprintWith(config.tokenSecret),
      loginLimits: createLoginLimits(platform, 'connexions'),
      staffLimits: createLoginLimits(platform, 'connexions-personnel'),
      knownNetworks: createKnownNetworks(platform),
      codes: createCodes(config.tokenSecret, 'Comptoir'),
    }
    return {
      routes: async app => {
        await app.register(accountRoutes(context))
        await app.register(privacyRoutes(context))
        await app.register(keyRoutes(context))
        await app.register(staffSessionRoutes(context))
        await app.register(ownStaffRoutes(context))
        await app.register(staffRoutes(context))
        await app.register(trailRoutes(context))
      },
      jobs: [job(erasing, ({ id }) => goOnErasing(context, id))],
      schedules: [
        {
          name: 'accounts.prune',
          next: every(60),
          run: () =>
            db.transaction(async tx => {
              await pruneTokens(tx, clock.now())
              await pruneKnownNetworks(tx, forgottenBefore(clock))
              await pruneSessions(tx, clock.now())
            }),
        },
      ],
    }
  },
})
