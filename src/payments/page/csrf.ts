import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'
import type { Link } from '../tables.ts'

/** What a form of a link's page carries to prove that it is one. Without cookies: a frame may have none. */
export const csrfOf = ({ tokenSecret }: Secrets, { id }: Link) =>
  createHmac('sha256', tokenSecret).update(`payment page ${id}`).digest('base64url')

export function isCsrf(secrets: Secrets, link: Link, given: string | undefined) {
  const expected = Buffer.from(csrfOf(secrets, link))
  const actual = Buffer.from(given ?? '')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
