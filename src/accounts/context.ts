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
  /** Limits the audit entries of strangers who try unknown e-mail addresses of staff. */
  unknownSignIns: Counter
  knownNetworks: KnownNetworks
  codes: Codes
  /** Whether customers must prove their e-mail addresses. */
  proofAsked: boolean
  /** Limits mails with a link by recipient, however many are requested. */
  linkMails: Counter
  mails: Mails
  webhooks: Webhooks
}

export type Mails = {
  /** The base address of links in mails. */
  base: () => string
  /** Signs links, so that they give access to their page. */
  links: SignedLinks
  /** Notifies the sender that mails were committed. */
  wake: () => void
}

export type Webhooks = {
  reach: Reach
  secrets: WebhookSecrets
  /** Notifies the sender that deliveries were committed. */
  wake: () => void
}
