import type { Platform } from '../platform/area.ts'
import { createCipher } from '../platform/encryption.ts'
import { createSignedLinks } from '../platform/http/signed-links.ts'
import { createCodes, createFingerprinter, createSecretCipher } from './credentials/secrets.ts'
import { createTokenSigner } from './credentials/tokens.ts'
import type { AccountsSettings } from './settings.ts'
import { createKnownNetworks, createLoginLimits, UNKNOWN_SIGN_INS } from './sign-in-limits/login-limits.ts'
import { createAddressRules } from './webhook-addresses.ts'

/** The platform, and the objects that are created from its settings when the area opens. */
export type Accounts = ReturnType<typeof createAccountsContext>

export function createAccountsContext(platform: Platform<'loyalty', AccountsSettings>) {
  const { clock, config, guard, limits, settings } = platform
  return {
    ...platform,
    tokens: createTokenSigner(config.tokenSecret, clock),
    fingerprint: createFingerprinter(config.tokenSecret),
    loginLimits: createLoginLimits(platform, 'connexions'),
    staffLimits: createLoginLimits(platform, 'connexions-personnel'),
    /** Limits the audit entries of staff sign-ins with an unknown e-mail address. */
    unknownSignIns: limits.counter(UNKNOWN_SIGN_INS),
    knownNetworks: createKnownNetworks(platform),
    codes: createCodes(config.tokenSecret, 'Comptoir'),
    /** Whether customers must prove their e-mail addresses; always false while callers need no keys. */
    asksProof: () => guard.on && settings.emailProof === '1',
    /** Limits the mails with a link that anyone can request to three per recipient and hour. */
    linkMails: limits.counter({ name: 'courriels-avec-lien', most: 3, seconds: 3_600 }),
    mails: {
      /**
       * Returns the base address of links in mails. `open.ts` replaces it once the server exists, because without a
       * public URL it is the listening address.
       */
      base: () => config.publicUrl ?? '',
      /** Signs links to an order, which then give access to its pages without a session. */
      links: createSignedLinks(config.tokenSecret, clock),
      /** Notifies the sender that mails were committed; does nothing in a process that sends none. */
      wake: () => {},
    },
    /** Encrypts the stored address of the mail server. */
    settingsCipher: createCipher([config.tokenSecret], 'settings of the shop'),
    webhooks: {
      rules: createAddressRules(settings.webhookNetworks),
      secrets: createSecretCipher(config.tokenSecret),
      /** Notifies the sender that deliveries were committed; does nothing in a process that sends none. */
      wake: () => {},
    },
  }
}
