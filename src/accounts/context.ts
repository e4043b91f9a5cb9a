import type { Platform } from '../platform/area.ts'
import { createSignedLinks } from '../platform/http/signed-links.ts'
import { createCodes, createSecrets, fingerprintWith } from './credentials/secrets.ts'
import { createTokens } from './credentials/tokens.ts'
import type { AccountsSettings } from './settings.ts'
import { createKnownNetworks, createLoginLimits, UNKNOWN_SIGN_INS } from './sign-in-limits/login-limits.ts'
import { reachOf } from './webhook-addresses.ts'

/** The platform and the objects created once from the settings. */
export type Accounts = ReturnType<typeof contextOf>

export function contextOf(platform: Platform<'loyalty', AccountsSettings>) {
  const { clock, config, guarded, limits, settings } = platform
  return {
    ...platform,
    tokens: createTokens(config.tokenSecret, clock),
    fingerprint: fingerprintWith(config.tokenSecret),
    loginLimits: createLoginLimits(platform, 'connexions'),
    staffLimits: createLoginLimits(platform, 'connexions-personnel'),
    /** Limits the audit entries of strangers who try unknown e-mail addresses of staff. */
    unknownSignIns: limits.counter(UNKNOWN_SIGN_INS),
    knownNetworks: createKnownNetworks(platform),
    codes: createCodes(config.tokenSecret, 'Comptoir'),
    /** Whether customers must prove their e-mail addresses. */
    proofAsked: guarded && settings.emailProof === '1',
    /** Limits mails with a link by recipient, however many are requested. */
    linkMails: limits.counter({ name: 'courriels-avec-lien', most: 3, seconds: 3_600 }),
    mails: {
      /** The base address of links in mails. */
      base: () => config.publicUrl ?? '',
      /** Signs links, so that they give access to their page. */
      links: createSignedLinks(config.tokenSecret, clock),
      /** Notifies the sender that mails were committed. */
      wake: () => {},
    },
    webhooks: {
      reach: reachOf(settings.webhookNetworks),
      secrets: createSecrets(config.tokenSecret),
      /** Notifies the sender that deliveries were committed. */
      wake: () => {},
    },
  }
}
