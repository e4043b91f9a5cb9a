import { personalDataOf } from '../accounts/contract.ts'
import type { Clock } from '../platform/clock.ts'
import { answering } from '../platform/personal-data/routes.ts'
import { forgetBuyers, forgetForeignNames, purchasesOf, renameArticles } from './store.ts'

/**
 * Purchases store only a customer's number, articles, amounts and dates, so they are kept for statistics once loyalty
 * has erased the customer. Names of articles that are not products are free text and are removed.
 */
export const personalData = (clock: Clock) =>
  answering(personalDataOf, {
    collect: async (db, { numeros }) => ({ achat: await purchasesOf(db, numeros) }),
    erase: async (tx, { numeros }) => {
      const renamed = await forgetForeignNames(tx, numeros, clock.now())
      await forgetBuyers(tx, numeros)
      await renameArticles(tx, [...new Set(renamed)])
      return { achat: renamed.length }
    },
  })
