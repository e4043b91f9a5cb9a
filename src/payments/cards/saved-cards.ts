import { today } from '../../platform/clock.ts'
import { Problem } from '../../platform/problem.ts'
import type { StoredCard } from '../card-vault.ts'
import type { Context } from '../context.ts'
import { findAccount, findLoyaltyCustomer, listIdentifiers, namesOf } from '../peers.ts'
import type { CardOwner, Link, Owners, SavedCard } from '../tables.ts'
import { isExpired } from './card.ts'
import { listCards } from './store.ts'

export async function findOwnersByNumber(context: Context, clientFideliseId: number): Promise<Owners> {
  const customer = await findLoyaltyCustomer(context, clientFideliseId)
  const account = customer && (await findAccount(context, customer.idClient))
  return { clientFideliseId, clientIds: customer ? namesOf(customer.idClient, account) : [] }
}

/**
 * Returns the identifiers under which a customer's cards may be saved, by a `CLI_` identifier or an account's id. An
 * account's id is not passed to loyalty, whose numbers are unrelated.
 */
export async function findOwnersByIdentifier(context: Context, ref: string): Promise<Owners> {
  const account = await findAccount(context, ref)
  const idClient = account?.clientId ?? ref
  // The loyalty customer of an unproven e-mail address may be a different person.
  const isTheirs = idClient.startsWith('CLI_') && account?.courrielProuve !== false
  const customer = isTheirs ? await findLoyaltyCustomer(context, idClient) : undefined
  return { clientFideliseId: customer?.id ?? null, clientIds: namesOf(idClient, account) }
}

/** The owner of a card to save, and the account identifiers under which the same card may already be saved. */
export type OwnerToSave = CardOwner & { formerly: readonly string[] }

/**
 * Returns the loyalty customer with the number `fidelise`, otherwise the one with the payment's identifier,
 * otherwise the account alone; undefined if the payment names no customer.
 */
export async function findOwnerToSave(
  context: Context,
  fidelise: number | null,
  clientId: string | null,
): Promise<OwnerToSave | undefined> {
  if (fidelise !== null && fidelise > 0) return forCustomer(await findOwnersByNumber(context, fidelise))
  if (clientId === null) return undefined
  const owners = await findOwnersByIdentifier(context, clientId)
  if (owners.clientFideliseId !== null) return forCustomer(owners)
  const [present = clientId, ...formerly] = owners.clientIds
  return { clientFideliseId: null, clientId: present, formerly }
}

const forCustomer = ({ clientFideliseId, clientIds: formerly }: Owners): OwnerToSave => ({
  ...{ clientFideliseId, clientId: null, formerly },
})

/**
 * Returns the name of an owner to which the encryption and fingerprints of a saved card are bound, so that the card
 * decrypts only in rows of that owner.
 */
export const ownerName = ({ clientFideliseId, clientId }: CardOwner) =>
  clientFideliseId === null ? `client ${clientId}` : `fidelise ${clientFideliseId}`

export const decryptSavedCard = ({ vault }: Pick<Context, 'vault'>, card: SavedCard) =>
  vault.open(card.carte, ownerName(card)) as StoredCard

const hasNumber = ({ clientFideliseId }: Link) => (clientFideliseId ?? 0) > 0

/**
 * Whether the page of a link may show and save cards of its customer. With API keys, the customer must be proven;
 * without, the link must have a loyalty number.
 */
export const mayUseCards = ({ guard }: Context, link: Link) =>
  guard.on ? link.prouve && (hasNumber(link) || link.clientId !== null) : hasNumber(link)

async function ownersOfLink(context: Context, { clientFideliseId, clientId }: Link): Promise<Owners> {
  if (clientFideliseId !== null && (clientId === null || !context.guard.on))
    return findOwnersByNumber(context, clientFideliseId)
  if (clientFideliseId === null) return findOwnersByIdentifier(context, String(clientId))
  return { clientFideliseId, clientIds: await listIdentifiers(context, String(clientId)) }
}

/** A saved card as offered to its owner. */
export type OfferedCard = Omit<StoredCard, 'token'> & { id: number }

async function usableCards(context: Context, link: Link) {
  if (!mayUseCards(context, link)) return []
  const month = today(context.clock).slice(0, 7)
  const saved = await listCards(context.db, await ownersOfLink(context, link), true)
  return saved
    .filter(({ provider }) => context.providers.byName(provider))
    .map(row => ({ id: row.id, provider: row.provider, card: decryptSavedCard(context, row) }))
    .filter(({ card }) => !isExpired(card.expirationDate, month))
}

/**
 * Returns the saved cards that the page of a link offers: unexpired cards of its customer, of a configured provider,
 * paid with at least once.
 */
export const listOfferedCards = async (context: Context, link: Link): Promise<OfferedCard[]> =>
  (await usableCards(context, link)).map(({ id, card: { token: _, ...shown } }) => ({ id, ...shown }))

/** Returns a saved card as input for `createPayment`. Throws 404 if the page of this link does not offer it. */
export async function getSavedCard(context: Context, link: Link, id: number) {
  const found = (await usableCards(context, link)).find(card => card.id === id)
  if (!found) throw new Problem(404, 'carte-inconnue', 'This card is not saved, or has expired')
  return found
}
