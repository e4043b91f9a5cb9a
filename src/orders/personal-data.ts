import { type Person, personalDataOf } from '../accounts/contract.ts'
import type { Clock } from '../platform/clock.ts'
import { answering } from '../platform/personal-data/routes.ts'
import {
  anonymiseChanges,
  anonymiseOrders,
  anonymiseReturns,
  changesOf,
  openOrdersOf,
  ordersOfPerson,
  paymentsOf,
  refundsOf,
  returnedLinesOf,
  returnsOf,
} from './store/personal-data.ts'

/** An account that accounts did not know when the order was placed stands in it as digits. */
const namesOf = ({ clientIds, userIds }: Person) => [...clientIds, ...userIds.map(String)]

/** Orders with their addresses and what was written on their way. An order that still has to happen stands in the way. */
export const personalData = (clock: Clock) =>
  answering(personalDataOf, {
    collect: async (db, person) => {
      const commande = await ordersOfPerson(db, namesOf(person))
      const ids = commande.map(({ ordreId }) => ordreId)
      const [changement_statut, paiement, remboursement, retour, ligne_retour] = await Promise.all([
        changesOf(db, ids),
        paymentsOf(db, ids),
        refundsOf(db, ids),
        returnsOf(db, ids),
        returnedLinesOf(db, ids),
      ])
      return { commande, changement_statut, paiement, remboursement, retour, ligne_retour }
    },
    obstacles: async (db, person) =>
      (await openOrdersOf(db, namesOf(person), clock.now())).map(
        ({ ordreId, statut }) => `Order ${ordreId} is ${statut}`,
      ),
    erase: async (tx, person, pseudonym) => {
      const changement_statut = await anonymiseChanges(tx, namesOf(person))
      const retour = await anonymiseReturns(tx, namesOf(person))
      return {
        ...{ changement_statut, retour },
        commande: await anonymiseOrders(tx, namesOf(person), pseudonym, clock.now()),
      }
    },
  })
