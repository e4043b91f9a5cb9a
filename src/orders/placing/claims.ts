import { addressOf, type Caller } from '../../platform/http/caller.ts'
import { Problem } from '../../platform/http/problem.ts'
import { networkOf } from '../../platform/limits/network.ts'
import { reservable } from '../basket/lines.ts'
import type { OrdersPlatform } from '../peers.ts'
import type { Line, Order } from '../tables.ts'

type Origin = { caller: Caller; ip: string }

/** Whether the customer is merely named: no key, and no token, which would have to be that customer's own. */
const isClaim = ({ guarded, hasKey, token }: Caller) => guarded && !hasKey && token === undefined

/** What of an order's origin is kept to bound what strangers hold; nothing of others. */
export function originOf(
  { limits, settings }: OrdersPlatform,
  origin: Origin,
  now: Date,
): Pick<Order, 'reseau' | 'prolongeableJusque'> {
  if (!isClaim(origin.caller)) return { reseau: null, prolongeableJusque: null }
  return {
    reseau: limits.hash(networkOf(addressOf(origin))),
    prolongeableJusque: new Date(now.getTime() + settings.prolongedMs),
  }
}

/** 409 for a claim on more than a household buys: nobody who shows nothing reserves the whole shop. */
export function checkClaim({ settings }: OrdersPlatform, { caller }: Origin, lines: Line[]) {
  if (!isClaim(caller)) return
  const { claimedOfArticle, claimedUnits } = settings
  const wanted = reservable(lines)
  const much = wanted.find(({ quantite }) => quantite > claimedOfArticle)
  if (much)
    throw new Problem(
      409,
      `Sans compte, une commande compte au plus ${claimedOfArticle} exemplaires d’un article (article ${much.id})`,
    )
  if (wanted.reduce((sum, { quantite }) => sum + quantite, 0) > claimedUnits)
    throw new Problem(409, `Sans compte, une commande compte au plus ${claimedUnits} exemplaires en tout`)
}
