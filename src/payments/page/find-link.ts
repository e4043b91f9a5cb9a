import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { hashOf } from '../links/create-link.ts'
import { findLink } from '../links/store.ts'
import type { Link } from '../tables.ts'

/** The link of a token; 404 when there is none. */
export const finderOf =
  ({ db }: Context) =>
  async (token: string): Promise<Link> => {
    const link = await findLink(db, hashOf(token))
    if (!link) throw new Problem(404, 'lien-inconnu', 'This payment link is not known')
    return link
  }
