import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { networkOf } from '../../platform/network.ts'
import { findKnownNetwork, insertKnownNetwork } from './store.ts'

type Parts = { db: Database; clock: Clock; limits: Limits; guarded: boolean }

/** Whose network it is: `compte:12`, and of the shop's staff `membre:3`. */
export const accountHolder = (id: number) => `compte:${id}`
export const memberHolder = (id: number) => `membre:${id}`

const DAYS_MS = 30 * 86_400_000
/** In real time, whatever the clock of the shop says: it slows down machines. */
export const forgottenBefore = (clock: Clock) => clock.real(-DAYS_MS)

/** The networks from which somebody has signed in within 30 days: not where strangers come from. Their hashes are kept. */
export const createKnownNetworks = ({ db, clock, limits, guarded }: Parts) => ({
  networkOf: (address: string) => limits.hash(networkOf(address)),
  isKnown: async (holder: string, network: string) =>
    guarded && (await findKnownNetwork(db, holder, network, forgottenBefore(clock))) !== undefined,
  remember: async (tx: Tx, holder: string, network: string) => {
    if (guarded) await insertKnownNetwork(tx, holder, network, clock.real())
  },
})
export type KnownNetworks = ReturnType<typeof createKnownNetworks>
