import type { Platform } from '../platform/area.ts'
import type { Fingerprint } from './privacy/fingerprint.ts'
import type { Tokens } from './sessions/tokens.ts'

/** Accounts speaks for a customer's rights over all of their data, so it asks every area that holds any; itself as well. */
export const calls = [
  'loyalty',
  'accounts',
  'logistics',
  'orders',
  'payments',
  'promotions',
  'purchases',
] as const

export type Accounts = Platform<(typeof calls)[number]> & { tokens: Tokens; fingerprint: Fingerprint }
