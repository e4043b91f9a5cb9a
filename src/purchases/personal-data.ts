import { personalDataOf } from '../accounts/contract.ts'
import type { Clock } from '../platform/clock.ts'
import { answering } from '../platform/personal-data/routes.ts'
import { forgetBuyers, forgetForeignNames, purchasesOf, renameArticles } from './store.ts'

/**
 * Purchases carry only a customer's number, articles, amounts and dates, so they stay for statistics once loyalty has erased
 * the number's owner. Names of articles that are not products may contain anything and are removed.
 */
export const personalData = (clock: Clock) =>
  answering(personalDataOf, {
    collect: async (db, { numeros }) => ({ achat: await purchasesOf(db, numeros) }),
    erase: async (tx, { numeros }) => {
      const renamed = await forgetForeignNames(tx, numeros, clock.now())
      await forgetBuyers(tx, numeros)
      await renameArticles(tx, [...new Set(renamed.map(({ articleId }) => articleId))])
      return { achat: renamed.length }
    },
  })
