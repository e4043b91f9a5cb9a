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
  /** The time at which the customer proved to own the address; null until then. */
  courrielProuveLe: Date | null
  createdAt: Date
  updatedAt: Date
}

/** `motDePasse` is the hash of the password. */
export type NewAccount = Omit<Account, 'id' | 'createdAt' | 'updatedAt'> & { motDePasse: string }

/** The data that an account copies from its loyalty customer. */
export type Standing = Pick<Account, 'clientId' | 'prenom' | 'nom' | 'pointsFidelite' | 'niveauFidelisation'>

/** The account's identifier at loyalty, or its own one (`clientIdLocal`), and the points and level that it shows. */
export type LoyaltyLink = Pick<
  Account,
  'clientId' | 'clientIdLocal' | 'pointsFidelite' | 'niveauFidelisation' | 'derniereSynchro'
>

/** Whether the account's e-mail address is proven. Without required proofs every address counts as proven. */
export const isProven = (
  { proofAsked }: Pick<Accounts, 'proofAsked'>,
  { courrielProuveLe }: Pick<Account, 'courrielProuveLe'>,
) => !proofAsked || courrielProuveLe !== null
