import { today } from '../../platform/clock.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Context } from '../context.ts'
import { identifiersOf } from '../peers.ts'
import type { CardOwner, Link, SavedCard } from '../tables.ts'
import { isExpired } from './card.ts'
import type { KeptCard } from './card-vault.ts'
import { listProvenCards, type Owners } from './store.ts'

/** A card is saved under loyalty's number when there is one, else under the identifier that the payment carries. */
export function ownerOf(fidelise: number | null, clientId: string | null): CardOwner | undefined {
  if (fidelise !== null && fidelise > 0) return { clientFideliseId: fidelise, clientId: null }
  return clientId === null ? undefined : { clientFideliseId: null, clientId }
}

/** Names an owner: what a saved card is sealed for, so that it opens in its owner's rows only. */
export const ownerName = ({ clientFideliseId, clientId }: CardOwner) =>
  clientFideliseId === null ? `client ${clientId}` : `fidelise ${clientFideliseId}`

export const openSaved = ({ vault }: Pick<Context, 'vault'>, card: SavedCard) =>
  vault.open(card.carte, ownerName(card)) as KeptCard

/** A reference as outside applications give it: loyalty's number, or any identifier of the customer. */
export const ownersNamed = async (context: Context, ref: string): Promise<Owners> => ({
  clientFideliseId: /^[1-9]\d{0,14}$/.test(ref) ? Number(ref) : null,
  clientIds: await identifiersOf(context, ref),
})

/** Whether the page of a link may show the saved cards of its customer, and save one. */
export const mayUseCards = ({ guarded }: Context, link: Link) =>
  guarded ? link.identifie : (link.clientFideliseId ?? 0) > 0

/** The owner that a card typed on the page of a link is saved under; undefined when it may not be saved. */
export const ownerOfLink = (context: Context, link: Link) =>
  mayUseCards(context, link) ? ownerOf(link.clientFideliseId, link.clientId) : undefined

async function ownersOfLink(context: Context, { clientFideliseId, clientId }: Link): Promise<Owners> {
  if (!context.guarded) return ownersNamed(context, String(clientFideliseId))
  return { clientFideliseId, clientIds: clientId === null ? [] : await identifiersOf(context, clientId) }
}

/** A saved card as its owner chooses it. */
export type OfferedCard = Omit<KeptCard, 'token'> & { id: number }

async function usable(context: Context, link: Link) {
  if (!mayUseCards(context, link)) return []
  const month = today(context.clock).slice(0, 7)
  const saved = await listProvenCards(context.db, await ownersOfLink(context, link))
  return saved
    .filter(({ provider }) => context.providers.named(provider))
    .map(({ id, provider, ...card }) => ({
      id,
      provider,
      card: openSaved(context, { id, provider, ...card }),
    }))
    .filter(({ card }) => !isExpired(card.expirationDate, month))
}

/** The saved cards that the page of a link offers: none but its customer's own, none that has expired. */
export const cardsOffered = async (context: Context, link: Link): Promise<OfferedCard[]> =>
  (await usable(context, link)).map(({ id, card: { token: _, ...shown } }) => ({ id, ...shown }))

/** What `createPayment` takes to pay with a card that the page of this link offers. 404 when it offers no such card (any more). */
export async function savedCardOf(context: Context, link: Link, id: number) {
  const found = (await usable(context, link)).find(card => card.id === id)
  if (!found) throw new Problem(404, 'This card is not saved, or has expired')
  return { provider: found.provider, card: found.card }
}
