import { personalDataOperations } from '../accounts/contract.ts'
import type { Clock } from '../platform/clock.ts'
import { createPersonalDataRoutes } from '../platform/personal-data/routes.ts'
import { clearBuyers, listPurchasesOfClients, renameArticles, replaceNonProductNames } from './store.ts'

/**
 * Purchases are kept for statistics: once loyalty has erased the customer, the customer's number in them identifies
 * nobody. The identifiers under which articles were ordered, and names of articles that are not products, which are
 * free text, are removed.
 */
export const personalData = (clock: Clock) =>
  createPersonalDataRoutes(personalDataOperations, {
    collect: async (db, { numeros }) => ({ achat: await listPurchasesOfClients(db, numeros) }),
    erase: async (tx, { numeros }) => {
      const renamed = await replaceNonProductNames(tx, numeros, clock.now())
      await clearBuyers(tx, numeros)
      await renameArticles(tx, [...new Set(renamed)])
      return { achat: renamed.length }
    },
  })
