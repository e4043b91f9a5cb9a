import Type, { type Static } from 'typebox'
import { setting, Url } from '../platform/settings.ts'

export const AccountsSettings = Type.Object({
  smtpUrl: setting(
    'COMPTOIR_SMTP_URL',
    Url('smtp-url', 'Server that mails are sent through; absent: none is sent'),
  ),
  smtpFrom: setting('COMPTOIR_SMTP_FROM', Url('email', 'Address that mails come from')),
  shopName: setting(
    'COMPTOIR_SHOP_NAME',
    Type.String({
      default: 'Comptoir',
      maxLength: 100,
      description: 'Name of the shop, as customers know it',
    }),
  ),
  emailProof: setting(
    'COMPTOIR_EMAIL_PROOF',
    Type.Enum(['0', '1'], { default: '1', description: '0: no proof of an e-mail address is asked' }),
  ),
})
export type AccountsSettings = Static<typeof AccountsSettings>
