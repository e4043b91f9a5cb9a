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
  /** When the customer showed that the address is theirs. */
  courrielProuveLe: Date | null
  createdAt: Date
  updatedAt: Date
}

/** The password is hashed. */
export type NewAccount = Omit<Account, 'id' | 'createdAt' | 'updatedAt'> & { motDePasse: string }

/** Data of a loyalty customer that the account copies. */
export type Standing = Pick<Account, 'clientId' | 'prenom' | 'nom' | 'pointsFidelite' | 'niveauFidelisation'>

/** By which identifier loyalty knows the account, if it does. */
export type LoyaltyLink = Pick<
  Account,
  'clientId' | 'clientIdLocal' | 'pointsFidelite' | 'niveauFidelisation' | 'derniereSynchro'
>

/** Whether the account's e-mail address is known to be its customer's. Where no proof is asked, every one counts as such. */
export const isProven = (
  { proofAsked }: Pick<Accounts, 'proofAsked'>,
  { courrielProuveLe }: Pick<Account, 'courrielProuveLe'>,
) => !proofAsked || courrielProuveLe !== null
