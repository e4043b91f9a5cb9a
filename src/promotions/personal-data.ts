import { type Person, personalDataOf } from '../accounts/contract.ts'
import { answering } from '../platform/personal-data/routes.ts'
import { promotionChanged } from './contract.ts'
import type { PromotionsPlatform } from './peers.ts'
import { messageOf } from './promotions.ts'
import { promotionsTargeting, replaceTargets } from './store.ts'

const namesOf = ({ clientIds, numeros }: Person) => [...clientIds, ...numeros.map(String)]

/**
 * The customers that promotions are for. Where one was the only one the pseudonym takes their place, because a promotion
 * for nobody would be one for everybody. Orders hears of it as of any change.
 */
export const personalData = ({ outbox, clock }: PromotionsPlatform) =>
  answering(personalDataOf, {
    collect: async (db, person) => ({ promotion: await promotionsTargeting(db, namesOf(person)) }),
    erase: async (tx, person, pseudonym) => {
      const changed = await replaceTargets(tx, namesOf(person), pseudonym, clock.now())
      for (const promotion of changed) await outbox.publish(tx, promotionChanged, messageOf(promotion))
      return { promotion: changed.length }
    },
  })
