import Type, { type Static } from 'typebox'
import { productionMessage as problem } from '../platform/production.ts'
import { List, Maximum, setting, Url } from '../platform/settings.ts'

export const AccountsSettings = Type.Object({
  smtpUrl: setting(
    'COMPTOIR_SMTP_URL',
    Url('smtp-url', 'SMTP server for outgoing mail; without it, no mail is sent'),
  ),
  smtpFrom: setting('COMPTOIR_SMTP_FROM', Url('email', 'Sender address of mails')),
  shopUrl: setting(
    'COMPTOIR_SHOP_URL',
    Url('http-url', "Address of the shop's pages in mails; by default /boutique of this server"),
  ),
  emailProof: setting(
    'COMPTOIR_EMAIL_PROOF',
    Type.Enum(['0', '1'], { default: '1', description: '0: no proof of an e-mail address is asked' }),
  ),
  registrationsAMinute: setting(
    'COMPTOIR_LIMIT_REGISTRATIONS',
    Maximum(20, 'Maximum account creations per minute from one address without a key'),
  ),
  loginsAMinute: setting(
    'COMPTOIR_LIMIT_LOGINS',
    Maximum(30, 'Maximum sign-in attempts per minute from one address without a key'),
  ),
  failedLogins: setting(
    'COMPTOIR_LIMIT_FAILED_LOGINS',
    Maximum(10, 'Maximum failed sign-ins within 15 minutes per e-mail address and network address'),
  ),
  failedLoginsElsewhere: setting(
    'COMPTOIR_LIMIT_FAILED_LOGINS_ELSEWHERE',
    Maximum(
      30,
      'Maximum failed sign-ins per hour for one e-mail address from network addresses that have never signed in to it',
    ),
  ),
  webhookNetworks: setting(
    'COMPTOIR_WEBHOOK_NETWORKS',
    List('Private addresses and ranges to which webhooks may be sent, also over http', 'ip-range'),
  ),
  webhookSeconds: setting(
    'COMPTOIR_WEBHOOK_SECONDS',
    Type.Integer({
      default: 15,
      minimum: 1,
      maximum: 60,
      description: 'Timeout of a webhook delivery, in seconds',
    }),
  ),
})
export type AccountsSettings = Static<typeof AccountsSettings>

/** Returns the errors of these settings in production: without a mail server nobody could prove a required address. */
export const validateProductionSettings = ({ smtpUrl, emailProof }: AccountsSettings) =>
  smtpUrl !== undefined || emailProof === '0'
    ? []
    : [problem('set COMPTOIR_SMTP_URL, or COMPTOIR_EMAIL_PROOF=0 to accept unverified e-mail addresses')]
