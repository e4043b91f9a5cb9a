import { type Person, personalDataOperations } from '../accounts/contract.ts'
import type { Clock } from '../platform/clock.ts'
import { createPersonalDataRoutes } from '../platform/personal-data/routes.ts'
import {
  anonymiseSheets,
  anonymiseSlips,
  listCorrectionsOfOrders,
  listOpenRepairTickets,
  listRepairEventsOfCustomer,
  listSheetsOfCustomer,
  listSlipsOfCustomer,
  recordErasedOrders,
} from './store/personal-data.ts'

const namesOf = ({ clientIds, userIds }: Person) => [...clientIds, ...userIds.map(String)]

/**
 * The personal data in slips and repairs. Goods that are still in repair prevent the erasure, which keeps goods, stores
 * and the progress of a repair.
 */
export const personalData = (clock: Clock) =>
  createPersonalDataRoutes(personalDataOperations, {
    collect: async (db, person) => {
      const names = namesOf(person)
      const [bordereau, adresse_corrigee, fiche_reparation, evenement_reparation] = await Promise.all([
        listSlipsOfCustomer(db, names),
        listCorrectionsOfOrders(db, person.ordreIds),
        listSheetsOfCustomer(db, names),
        listRepairEventsOfCustomer(db, names),
      ])
      return { bordereau, adresse_corrigee, fiche_reparation, evenement_reparation }
    },
    obstacles: async (db, person) =>
      (await listOpenRepairTickets(db, namesOf(person))).map(
        ticket => `The goods of repair ticket ${ticket} have not been sent back`,
      ),
    erase: async (tx, person, pseudonym) => {
      await recordErasedOrders(tx, person.ordreIds, pseudonym)
      return {
        bordereau: await anonymiseSlips(tx, namesOf(person), person.ordreIds, pseudonym),
        fiche_reparation: await anonymiseSheets(tx, namesOf(person), pseudonym, clock.now()),
      }
    },
  })
