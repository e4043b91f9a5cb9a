import type { Person, PersonalData } from '../platform/personal-data.ts'
import { anonymiseSlips, rememberErasedOrders, slipsOf } from './store/personal-data.ts'

const namesOf = ({ clientIds, userIds }: Person) => [...clientIds, ...userIds.map(String)]

/** Delivery slips: where goods went. What went, and out of which store, stays. */
export const personalData: PersonalData = {
  collect: async (db, person) => ({ bordereau: await slipsOf(db, namesOf(person)) }),
  erase: async (tx, person, pseudonym) => {
    await rememberErasedOrders(tx, person.ordreIds, pseudonym)
    return { bordereau: await anonymiseSlips(tx, namesOf(person), person.ordreIds, pseudonym) }
  },
}
