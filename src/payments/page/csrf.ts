import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import type { Link } from '../tables.ts'

/** What a form of a link's page carries to prove that it is one. Without cookies: a frame may have none. */
export const csrfOf = ({ tokenSecret }: Context['config'], { id }: Link) =>
  createHmac('sha256', tokenSecret).update(`payment page ${id}`).digest('base64url')

/** 403 for a form that is not of this link's page. */
export function checkCsrf(config: Context['config'], link: Link, given: string | undefined) {
  const expected = Buffer.from(csrfOf(config, link))
  const actual = Buffer.from(given ?? '')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw new Problem(403, 'formulaire-perime', 'The form is not one of this page')
}
