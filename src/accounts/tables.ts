import type { Accounts } from './context.ts'

/** A row of accounts.compte, without its password. */
export type Account = {
  id: number
  email: string
  prenom: string
  nom: string
  telephone: string | null
  adresse: string | null
  clientId: string
  clientIdLocal: boolean
  pointsFidelite: number
  niveauFidelisation: string
  derniereSynchro: Date | null
  /** When the customer proved that the address is theirs. */
  courrielProuveLe: Date | null
  createdAt: Date
  updatedAt: Date
}

/** The password is hashed. */
export type NewAccount = Omit<Account, 'id' | 'createdAt' | 'updatedAt'> & { motDePasse: string }

/** Data of a loyalty customer that the account copies. */
export type Standing = Pick<Account, 'clientId' | 'prenom' | 'nom' | 'pointsFidelite' | 'niveauFidelisation'>

/** The account's identifier at loyalty, or its own while loyalty does not know it, and the values copied from loyalty. */
export type LoyaltyLink = Pick<
  Account,
  'clientId' | 'clientIdLocal' | 'pointsFidelite' | 'niveauFidelisation' | 'derniereSynchro'
>

/** Whether the account's e-mail address is proven. Without required proofs every address counts as proven. */
export const isProven = (
  { proofAsked }: Pick<Accounts, 'proofAsked'>,
  { courrielProuveLe }: Pick<Account, 'courrielProuveLe'>,
) => !proofAsked || courrielProuveLe !== null
