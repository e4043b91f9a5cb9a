import { GUARDED } from './guarded.ts'
import { openMailbox } from './mailbox.ts'
import { openPlatform } from './platform.ts'

type Options = Parameters<typeof openPlatform>[0]

/** Opens a platform with keys that requires proof of e-mail addresses, and a mailbox for the mails that it sends. */
export async function openProving({ settings, ...options }: Options = {}) {
  const mailbox = await openMailbox()
  const shop = await openPlatform({
    ...options,
    settings: {
      ...GUARDED,
      COMPTOIR_SMTP_URL: mailbox.url,
      COMPTOIR_PUBLIC_URL: 'http://boutique.example',
      COMPTOIR_SHOP_NAME: 'La Boutique',
      COMPTOIR_LIMIT_REGISTRATIONS: '1000',
      ...settings,
    },
  })
  return { shop, mailbox }
}
