import { addressOf, type Caller } from '../../platform/http/caller.ts'
import { networkOf } from '../../platform/network.ts'
import { Problem } from '../../platform/problem.ts'
import { reservable } from '../basket/lines.ts'
import type { OrdersPlatform } from '../peers.ts'
import type { Line, Order } from '../tables.ts'

/** What is kept of where an order on a claim came from, to bound what strangers hold. */
export const originOf = (
  { limits, settings }: OrdersPlatform,
  request: { caller: Caller; ip: string },
  now: Date,
): Pick<Order, 'reseau' | 'prolongeableJusque'> => ({
  // A shop's back end orders for everybody from one address.
  reseau: request.caller.hasKey ? null : limits.hash(networkOf(addressOf(request))),
  prolongeableJusque: new Date(now.getTime() + settings.prolongedMs),
})

export const noOrigin = { reseau: null, prolongeableJusque: null }

/** 409 for a claim on more than a household buys: nobody who shows nothing reserves the whole shop. */
export function checkClaim({ settings }: OrdersPlatform, lines: Line[]) {
  const { claimedOfArticle, claimedUnits } = settings
  const wanted = reservable(lines)
  const much = wanted.find(({ quantite }) => quantite > claimedOfArticle)
  if (much)
    throw new Problem(
      409,
      'quantite-limitee',
      `Sans compte, une commande compte au plus ${claimedOfArticle} exemplaires d’un article (article ${much.id})`,
    )
  if (wanted.reduce((sum, { quantite }) => sum + quantite, 0) > claimedUnits)
    throw new Problem(
      409,
      'quantite-limitee',
      `Sans compte, une commande compte au plus ${claimedUnits} exemplaires en tout`,
    )
}
