import { personalDataOf } from '../accounts/contract.ts'
import type { Clock } from '../platform/clock.ts'
import { answering } from '../platform/personal-data/routes.ts'
import { forgetBuyers, forgetForeignNames, purchasesOf, renameArticles } from './store.ts'

/**
 * What the customer bought. Rows say no more than a number, articles, amounts and dates; once loyalty has forgotten whose
 * number it was they stay for the shop's figures. The name of what is no product of ours may be anything, and goes.
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
