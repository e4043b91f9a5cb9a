import { isIP } from 'node:net'
import { Problem } from '../../platform/http/problem.ts'
import type { Reach } from './addresses.ts'

export const hostIn = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * The address of a webhook, as it is kept; 422 when nothing will ever be sent there. What its name stands for is looked up, and
 * checked, when something is sent: it may be another address by then.
 */
export function addressOf(text: string, reach: Reach): string {
  const refuse = (why: string) => new Problem(422, 'adresse-refusee', `url ${why}`)
  const url = URL.parse(text)
  if (!url) throw refuse('is not an address')
  const secure = url.protocol === 'https:'
  if (!secure && !(reach.plain && url.protocol === 'http:')) throw refuse('must begin with https://')
  if (url.username || url.password) throw refuse('must hold no name and no password')
  url.hash = ''
  const host = hostIn(url)
  if (isIP(host) && !reach.allows(host, secure)) throw refuse('names an address that webhooks may not go to')
  return url.href
}
