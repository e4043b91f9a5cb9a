import { answering } from '../platform/personal-data/routes.ts'
import { personalDataOf } from './contract.ts'
import {
  accountsOf,
  aliasesOfAccounts,
  deleteAccounts,
  networksOf,
  sessionsOf,
} from './store/personal-data.ts'

const idsOf = (accounts: { id: number }[]) => accounts.map(({ id }) => id)

/** The account with its sessions. Nothing of it is an amount: an erasure leaves none. */
export const personalData = answering(personalDataOf, {
  collect: async (db, person) => {
    const compte = await accountsOf(db, person)
    const [alias, jeton, reseau_connu] = await Promise.all([
      aliasesOfAccounts(db, idsOf(compte)),
      sessionsOf(db, idsOf(compte)),
      networksOf(db, idsOf(compte)),
    ])
    return { compte, alias, jeton, reseau_connu }
  },
  erase: async (tx, person) => {
    const compte = await accountsOf(tx, person)
    return deleteAccounts(tx, idsOf(compte))
  },
})
