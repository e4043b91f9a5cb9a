import type { CallLimit } from '../../platform/http/call-limits.ts'
import { createAttempts, type Limits } from '../../platform/limits/limits.ts'
import type { Problem } from '../../platform/problem.ts'
import { tooManyCalls } from '../messages.ts'
import type { AccountsSettings } from '../settings.ts'

/** Logins of customers and staff that one address may try in a minute. */
export const loginLimit = ({ settings }: { settings: AccountsSettings }): CallLimit => ({
  name: 'essais-de-connexion',
  most: settings.loginsAMinute,
  refusal: tooManyCalls,
})

/** Who tries to sign in. `isKnown`: somebody has signed in under this name from this network lately. */
export type Login = { name: string; network: string; isKnown: boolean }

/** Tries a login; `refuse` makes the error of who has to wait. */
export type LoginLimits = <T>(
  login: Login,
  attempt: () => Promise<T>,
  refuse: (retryAfterSeconds: number) => Problem,
) => Promise<T>

type Parts = { limits: Limits; guarded: boolean; settings: AccountsSettings }

/**
 * Lets so many logins fail of one name from one network, and, with keys configured, of one name from all networks that
 * strangers may come from: who guesses from a thousand addresses locks out no owner at home.
 */
export function createLoginLimits({ limits, guarded, settings }: Parts, name: string): LoginLimits {
  const { failedLogins, failedLoginsElsewhere } = settings
  const fromThere = createAttempts(limits, { name, most: failedLogins, seconds: 15 * 60 })
  const fromAnywhere = createAttempts(limits, {
    name: `${name}-ailleurs`,
    most: failedLoginsElsewhere,
    seconds: 60 * 60,
  })
  return ({ name, network, isKnown }, attempt, refuse) =>
    fromThere(
      JSON.stringify([name, network]),
      isKnown || !guarded ? attempt : () => fromAnywhere(name, attempt, refuse),
      refuse,
    )
}
