import { type Person, personalDataOperations } from '../accounts/contract.ts'
import type { Clock } from '../platform/clock.ts'
import { createPersonalDataRoutes } from '../platform/personal-data/routes.ts'
import { releaseUses } from './codes/store/uses.ts'
import { listDocuments } from './invoices/store.ts'
import {
  anonymiseChanges,
  anonymiseOrders,
  anonymiseReturns,
  anonymiseWithdrawals,
  archiveDocuments,
  type Buyer,
  listCancelledWithCodes,
  listOpenOrders,
  listOrdersOfPerson,
  listRowsOfOrders,
  listWithdrawalsOfPerson,
} from './store/personal-data.ts'

/** An order stores the account's id as digits if accounts did not know the account when the order was placed. */
const buyerOf = ({ clientIds, userIds, ordreIds, emailsProuves = [] }: Person): Buyer => ({
  names: [...clientIds, ...userIds.map(String)],
  provenEmails: emailsProuves,
  ordreIds,
})

/**
 * The personal data of orders, with their addresses and free texts. An open order prevents the erasure. Invoices are
 * archived unchanged, as the law requires.
 */
export const personalData = (clock: Clock) =>
  createPersonalDataRoutes(personalDataOperations, {
    collect: async (db, person) => {
      const commande = await listOrdersOfPerson(db, buyerOf(person))
      const ids = commande.map(({ ordreId }) => ordreId)
      const retractation = await listWithdrawalsOfPerson(db, buyerOf(person))
      const rows = await listRowsOfOrders(db, ids)
      return { commande, ...rows, retractation, piece: await listDocuments(db, ids) }
    },
    obstacles: async (db, person) =>
      (await listOpenOrders(db, buyerOf(person), clock.now())).map(
        ({ ordreId, statut }) => `Order ${ordreId} is ${statut}`,
      ),
    erase: async (tx, person, pseudonym) => {
      const buyer = buyerOf(person)
      const changement_statut = await anonymiseChanges(tx, buyer)
      const retour = await anonymiseReturns(tx, buyer)
      await releaseUses(tx, await listCancelledWithCodes(tx, buyer))
      const retractation = await anonymiseWithdrawals(tx, buyer, person.emails, pseudonym)
      return {
        ...{ changement_statut, retour, retractation },
        piece: await archiveDocuments(tx, buyer, clock.now()),
        commande: await anonymiseOrders(tx, buyer, pseudonym, clock.now()),
      }
    },
  })
