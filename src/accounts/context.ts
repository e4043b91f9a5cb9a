import type { Platform } from '../platform/area.ts'
import type { Attempts } from '../platform/limits/attempts.ts'
import type { Fingerprint } from './privacy/fingerprint.ts'
import type { Tokens } from './sessions/tokens.ts'
import type { Codes } from './staff/codes.ts'

export type Accounts = Platform<'loyalty'> & {
  tokens: Tokens
  fingerprint: Fingerprint
  loginAttempts: Attempts
  staffAttempts: Attempts
  codes: Codes
}
