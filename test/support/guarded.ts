import { openMailbox } from './mailbox.ts'
import { openPlatform } from './platform.ts'

export const KEY = 'the-key-of-the-tests-alone'
export const withKey = { 'x-api-key': KEY }

type Options = Parameters<typeof openPlatform>[0]

/** A platform with keys, where addresses have to be proven, and the mails that it sends. */
export async function openGuarded({ settings, ...options }: Options = {}) {
  const mailbox = await openMailbox()
  const shop = await openPlatform({
    ...options,
    settings: {
      COMPTOIR_API_KEYS: KEY,
      COMPTOIR_SMTP_URL: mailbox.url,
      COMPTOIR_PUBLIC_URL: 'http://boutique.example',
      COMPTOIR_SHOP_NAME: 'La Boutique',
      ...settings,
    },
  })
  return { shop, mailbox }
}
