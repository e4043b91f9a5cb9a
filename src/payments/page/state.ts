import type { Context } from '../context.ts'
import { isEnded } from '../links/refused-cards.ts'
import { findLatestOfLink, findLiveOfOrder } from '../store/transactions.ts'
import type { Link, Transaction } from '../tables.ts'

/** What the page of a link shows: a payment that is pending, made or given back, or the form, or that its time is over, or that too many cards were refused. */
export type PageState =
  | { kind: 'pending' | 'paid' | 'refunded'; payment: Transaction }
  | { kind: 'form' | 'expired' | 'ended'; payment?: Transaction | undefined }

export const isLive = ({ status, montantCents, montantRembourseCents }: Transaction) =>
  ['en_attente', 'accepte', 'paye'].includes(status) && montantRembourseCents < montantCents

const isRefunded = ({ montantCents, montantRembourseCents }: Transaction) =>
  montantRembourseCents >= montantCents

/** The link's own last payment tells; else one that its order has by another way. */
export async function stateOf(context: Context, link: Link): Promise<PageState> {
  const { db, clock } = context
  const [own, ofOrder] = await Promise.all([
    findLatestOfLink(db, link.id),
    link.orderId === null ? undefined : findLiveOfOrder(db, link.orderId),
  ])
  const live = own && isLive(own) ? own : ofOrder
  if (live) return { kind: live.status === 'en_attente' ? 'pending' : 'paid', payment: live }
  if (own && isRefunded(own)) return { kind: 'refunded', payment: own }
  if (own?.status === 'refuse' && (await isEnded(context, db, link.id)))
    return { kind: 'ended', payment: own }
  return { kind: link.expireLe <= clock.now() ? 'expired' : 'form', payment: own }
}
