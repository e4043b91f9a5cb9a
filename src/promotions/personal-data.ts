import { type Person, personalDataOperations } from '../accounts/contract.ts'
import { createPersonalDataRoutes } from '../platform/personal-data/routes.ts'
import type { PromotionsPlatform } from './peers.ts'
import { announcePromotion } from './promotions.ts'
import { listPromotionsTargeting, replaceTargets } from './store.ts'

const namesOf = ({ clientIds, numeros }: Person) => [...clientIds, ...numeros.map(String)]

/**
 * The targeted customers of promotions. An erasure removes the customer from the targets, or replaces a customer who is
 * the only target with a pseudonym, because a promotion without targets would apply to everybody. Orders receives the
 * change like any other.
 */
export const personalData = ({ outbox, clock }: PromotionsPlatform) =>
  createPersonalDataRoutes(personalDataOperations, {
    collect: async (db, person) => ({ promotion: await listPromotionsTargeting(db, namesOf(person)) }),
    erase: async (tx, person, pseudonym) => {
      const changed = await replaceTargets(tx, namesOf(person), pseudonym, clock.now())
      for (const promotion of changed) await announcePromotion(tx, { outbox }, promotion)
      return { promotion: changed.length }
    },
  })
