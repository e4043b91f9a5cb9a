import type { Platform } from '../../platform/area.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { CallLimit } from '../../platform/http/call-limits.ts'
import { createAttemptLimiter } from '../../platform/limits/limits.ts'
import { networkOf } from '../../platform/network.ts'
import { TOO_MANY_CALLS, tooManyLogins } from '../messages.ts'
import type { AccountsSettings } from '../settings.ts'
import { findKnownNetwork, insertKnownNetwork } from './store.ts'

/** Returns the limit of sign-in calls without a key, per network. Customers and staff share it. */
export const loginLimitOf = ({ settings }: { settings: AccountsSettings }): CallLimit => ({
  name: 'essais-de-connexion',
  most: settings.loginsAMinute,
  refusal: TOO_MANY_CALLS,
})

/** An attempt to sign in. `isKnown`: this name signed in from this network within 30 days, or has an open session. */
type Login = { name: string; network: string; isKnown: boolean }

type Parts = Platform<never, AccountsSettings>

/** The limit of audit entries for staff sign-ins with an unknown e-mail address. */
export const UNKNOWN_SIGN_INS = { name: 'connexions-inconnues', most: 60, seconds: 3_600 }

/**
 * Returns a function that runs a login attempt, and throws 429 while the caller has to wait. Limits failed logins per name
 * and network and, if keys are configured, per name from all unknown networks together. An attacker with a thousand
 * addresses therefore cannot lock out an owner who signs in from a known network.
 */
export function createLoginLimits({ limits, guard, settings }: Parts, name: string) {
  const { failedLogins, failedLoginsElsewhere } = settings
  const perNetwork = createAttemptLimiter(limits, { name, most: failedLogins, seconds: 15 * 60 })
  const fromUnknownNetworks = createAttemptLimiter(limits, {
    name: `${name}-ailleurs`,
    most: failedLoginsElsewhere,
    seconds: 60 * 60,
  })
  return <T>({ name, network, isKnown }: Login, attempt: () => Promise<T>): Promise<T> =>
    perNetwork(
      JSON.stringify([name, network]),
      isKnown || !guard.on ? attempt : () => fromUnknownNetworks(name, attempt, tooManyLogins),
      tooManyLogins,
    )
}

/** Returns the identifier under which a known network is stored: `compte:12` for a customer, `membre:3` for staff. */
export const holderOfAccount = (id: number) => `compte:${id}`
export const holderOfMember = (id: number) => `membre:${id}`

const DAYS_MS = 30 * 86_400_000
/** Returns the time before which sign-ins are forgotten. It is real time, because the shop's clock may run faster. */
export const knownNetworkCutoff = (clock: Clock) => clock.real(-DAYS_MS)

/** The networks, as keyed hashes, from which customers and staff signed in within 30 days; none without API keys. */
export const createKnownNetworks = ({ db, clock, limits, guard }: Parts) => ({
  networkOf: (address: string) => limits.hash(networkOf(address)),
  isKnown: async (holder: string, network: string) =>
    guard.on && (await findKnownNetwork(db, holder, network, knownNetworkCutoff(clock))) !== undefined,
  remember: async (tx: Tx, holder: string, network: string) => {
    if (guard.on) await insertKnownNetwork(tx, holder, network, clock.real())
  },
})
