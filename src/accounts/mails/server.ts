import { isIP } from 'node:net'
import { isEmail } from '../../platform/text.ts'
import type { Accounts } from '../context.ts'
import { readStored } from '../installation/store.ts'
import type { MailServerChange } from '../schemas.ts'

const CONTEXT = 'smtp'

/** Returns the default sender address: at the public host if that has a name, otherwise at localhost. */
function defaultSender(publicUrl: string | undefined) {
  const host = URL.parse(publicUrl ?? '')?.hostname ?? ''
  const address = `ne-pas-repondre@${host}`
  return isIP(host) === 0 && isEmail(address) ? address : 'comptoir@localhost'
}

/** Returns the sender of mails. */
export const senderOf = ({ config, settings }: Pick<Accounts, 'config' | 'settings'>) => ({
  name: config.shopName,
  address: settings.smtpFrom ?? defaultSender(config.publicUrl),
})

/**
 * Returns the address of the mail server with its password: of the environment, else as stored; undefined without one,
 * or if it was encrypted with another secret.
 */
export async function readMailUrl({ db, settings, settingsCipher }: Accounts): Promise<string | undefined> {
  if (settings.smtpUrl !== undefined) return settings.smtpUrl
  const { smtp } = await readStored(db)
  try {
    return smtp && settingsCipher.open(smtp, CONTEXT)
  } catch {
    return undefined
  }
}

/** Returns the address of a mail server without its password. */
export function describeServer(address: string) {
  const url = new URL(address)
  const avecMotDePasse = url.password !== ''
  url.password = ''
  return { adresse: url.href, avecMotDePasse }
}

/** Returns a changed mail server, encrypted. An absent password stays, but is never sent to another host or user. */
export function sealServer(
  { settingsCipher }: Accounts,
  { adresse, motDePasse }: MailServerChange,
  before: string | undefined,
) {
  const url = new URL(adresse)
  const former = before === undefined ? undefined : new URL(before)
  const isSame = former?.hostname === url.hostname && former.username === url.username
  if (motDePasse === undefined) url.password = isSame ? former.password : ''
  else url.password = encodeURIComponent(motDePasse ?? '')
  return settingsCipher.seal(url.href, CONTEXT)
}
