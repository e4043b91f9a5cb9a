import Type, { type Static } from 'typebox'
import { inProduction as problem } from '../platform/production.ts'
import { List, most, setting, Url } from '../platform/settings.ts'

export const AccountsSettings = Type.Object({
  smtpUrl: setting(
    'COMPTOIR_SMTP_URL',
    Url('smtp-url', 'Server that mails are sent through; absent: none is sent'),
  ),
  smtpFrom: setting('COMPTOIR_SMTP_FROM', Url('email', 'Address that mails come from')),
  emailProof: setting(
    'COMPTOIR_EMAIL_PROOF',
    Type.Enum(['0', '1'], { default: '1', description: '0: no proof of an e-mail address is asked' }),
  ),
  registrationsAMinute: setting(
    'COMPTOIR_LIMIT_REGISTRATIONS',
    most(20, 'Accounts that one address without a key may ask for in a minute'),
  ),
  loginsAMinute: setting(
    'COMPTOIR_LIMIT_LOGINS',
    most(30, 'Logins that one address without a key may try in a minute'),
  ),
  failedLogins: setting(
    'COMPTOIR_LIMIT_FAILED_LOGINS',
    most(10, 'Logins of one e-mail and address that may fail within 15 minutes'),
  ),
  failedLoginsElsewhere: setting(
    'COMPTOIR_LIMIT_FAILED_LOGINS_ELSEWHERE',
    most(30, 'Logins of one e-mail that may fail in an hour, from addresses that have not signed in to it'),
  ),
  webhookNetworks: setting(
    'COMPTOIR_WEBHOOK_NETWORKS',
    List('Private addresses and ranges that webhooks may go to, over http too', 'ip-range'),
  ),
  webhookSeconds: setting(
    'COMPTOIR_WEBHOOK_SECONDS',
    Type.Integer({
      default: 15,
      minimum: 1,
      maximum: 60,
      description: 'Seconds that a receiver of a webhook has to answer',
    }),
  ),
})
export type AccountsSettings = Static<typeof AccountsSettings>

/** Without a mail server nobody could prove an address or reset a password. */
export const inProduction = ({ smtpUrl, emailProof }: AccountsSettings) =>
  smtpUrl !== undefined || emailProof === '0'
    ? []
    : [problem('set COMPTOIR_SMTP_URL, or COMPTOIR_EMAIL_PROOF=0 to ask no proof of an e-mail address')]
