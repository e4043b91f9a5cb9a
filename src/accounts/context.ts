import type { Platform } from '../platform/area.ts'
import type { SignedLinks } from '../platform/http/signed-links.ts'
import type { Counter } from '../platform/limits/limits.ts'
import type { Codes, Fingerprint, WebhookSecrets } from './credentials/secrets.ts'
import type { Tokens } from './credentials/tokens.ts'
import type { AccountsSettings } from './settings.ts'
import type { KnownNetworks, LoginLimits } from './sign-in-limits/login-limits.ts'
import type { Reach } from './webhook-addresses.ts'

export type Accounts = Platform<'loyalty', AccountsSettings> & {
  tokens: Tokens
  fingerprint: Fingerprint
  loginLimits: LoginLimits
  staffLimits: LoginLimits
  /** Sign-ins of unknown members that are audited. */
  unknownSignIns: Counter
  knownNetworks: KnownNetworks
  codes: Codes
  /** Whether an address counts for its owner's only once that is shown. */
  proofAsked: boolean
  /** Mails with a link, by the address that they go to. */
  linkMails: Counter
  mails: Mails
  webhooks: Webhooks
}

export type Mails = {
  /** The base address of links in mails. */
  base: () => string
  /** Makes links that open what they lead to. */
  links: SignedLinks
  /** Tells the sender that mails have been committed. */
  wake: () => void
}

export type Webhooks = {
  reach: Reach
  secrets: WebhookSecrets
  /** Tells the sender that deliveries have been committed. */
  wake: () => void
}
