import type { Platform } from '../platform/area.ts'
import type { Tokens } from './tokens.ts'

export type Accounts = Platform<'loyalty'> & { tokens: Tokens }
