import { type Cipher, createCipher } from '../platform/encryption.ts'

/** What is kept of a card: what the provider knows it by, and what its owner recognises it by. */
export type KeptCard = {
  token: string
  brand: string
  last4: string
  /** `MM/YYYY` */
  expirationDate: string
  cardHolderName: string
}

/** Cards at rest: encrypted, each to be opened in its own row only. */
export type CardVault = {
  seal(card: KeptCard, row: string): string
  open(sealed: string, row: string): KeptCard
}

export function openVault(keys: readonly string[]): CardVault {
  const cipher: Cipher = createCipher(keys, 'cards')
  return {
    seal: (card, row) => cipher.seal(JSON.stringify(card), row),
    open: (sealed, row) => JSON.parse(cipher.open(sealed, row)) as KeptCard,
  }
}
