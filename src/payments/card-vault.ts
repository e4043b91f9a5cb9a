import { createCipher, createKeyedHash } from '../platform/encryption.ts'
import type { Transaction } from './tables.ts'

/** A stored card: the provider's token, and details by which its owner recognizes it. */
export type StoredCard = {
  token: string
  brand: string
  last4: string
  /** In the format `MM/YYYY`. */
  expirationDate: string
  cardHolderName: string
}

/**
 * The card of a payment. A payment on the provider's own page has that page's URL instead of the card's details. After
 * an erasure only the token remains.
 */
export type SealedCard = Pick<StoredCard, 'token'> & Partial<StoredCard> & { redirectUrl?: string }

/** Encrypts stored cards; each can be decrypted only for the payment or owner that it was encrypted for. */
export type CardVault = ReturnType<typeof createCardVault>

/** Returns the decrypted card of a payment; undefined for a payment in cash and for a refund. */
export const decryptCard = (
  vault: CardVault,
  { carte, authorizationId }: Pick<Transaction, 'carte' | 'authorizationId'>,
): SealedCard | undefined =>
  carte === null || authorizationId === null ? undefined : vault.open(carte, authorizationId)

export function createCardVault(keys: readonly string[]) {
  const cipher = createCipher(keys, 'cards')
  const hashes = keys.map(key => createKeyedHash(key, 'card fingerprints'))
  return {
    seal: (card: SealedCard, row: string) => cipher.seal(JSON.stringify(card), row),
    open: (sealed: string, row: string) => JSON.parse(cipher.open(sealed, row)) as SealedCard,
    /** Returns keyed hashes that identify an owner's card, one per key, beginning with the first key. */
    fingerprints: (cardNumber: string, owner: string) =>
      hashes.map(hash => hash(`${owner}\n${cardNumber}`).toString('base64url')) as [string, ...string[]],
  }
}
