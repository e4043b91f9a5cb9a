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
  createdAt: Date
  updatedAt: Date
}

export type NewAccount = Omit<Account, 'id' | 'createdAt' | 'updatedAt'> & { motDePasse: string }

/** What loyalty knows of a customer and the account repeats. */
export type Standing = Pick<Account, 'clientId' | 'prenom' | 'nom' | 'pointsFidelite' | 'niveauFidelisation'>
