import { createPersonalDataRoutes } from '../platform/personal-data/routes.ts'
import { personalDataOperations } from './contract.ts'
import {
  deleteAccounts,
  deleteMails,
  deleteWebhookEvents,
  listAccountsOfPerson,
  listAliasesOfAccounts,
  listKnownNetworks,
  listMailsOfPerson,
  listSessions,
  listWebhookEvents,
} from './privacy/store.ts'
import type { Account } from './tables.ts'

const idsOf = (accounts: Account[]) => accounts.map(({ id }) => id)

/**
 * Accounts with their aliases, sessions and known networks, mails, and webhook events that mention the person. An
 * erasure deletes them all, because no figures depend on them.
 */
export const personalData = createPersonalDataRoutes(personalDataOperations, {
  collect: async (db, person) => {
    const compte = await listAccountsOfPerson(db, person)
    const ids = idsOf(compte)
    const [alias, jeton, reseau_connu, courriel, evenement_webhook] = await Promise.all([
      listAliasesOfAccounts(db, ids),
      listSessions(db, ids),
      listKnownNetworks(db, ids),
      listMailsOfPerson(db, person, ids),
      listWebhookEvents(db, person),
    ])
    return { compte, alias, jeton, reseau_connu, courriel, evenement_webhook }
  },
  erase: async (tx, person) => {
    const compte = await listAccountsOfPerson(tx, person)
    const courriel = await deleteMails(tx, person, idsOf(compte))
    const evenement_webhook = await deleteWebhookEvents(tx, person)
    return { courriel, evenement_webhook, ...(await deleteAccounts(tx, idsOf(compte))) }
  },
})
