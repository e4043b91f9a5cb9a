import { createHash, randomBytes } from 'node:crypto'

/** What a link in a mail is good for, once, and for how long. */
export const LINK_USES = ['confirmation', 'mot-de-passe'] as const
export type LinkUse = (typeof LINK_USES)[number]

export const LINK_MS: Record<LinkUse, number> = {
  confirmation: 24 * 3_600_000,
  'mot-de-passe': 3_600_000,
}

export const newLinkToken = () => randomBytes(32).toString('base64url')

/** What the store keeps of a link. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** The page that a link leads to. */
export const linkTo = (base: string, usage: LinkUse, token: string) => `${base}/compte/${usage}/${token}`
