import { searchClients } from '../../src/loyalty/clients/store/search.ts'
import { topCategories, topItems } from '../../src/purchases/reading/store/habits.ts'
import { countPurchases, searchPurchases } from '../../src/purchases/reading/store/search.ts'
import { explain } from '../support/explain.ts'
import { wordOf } from './fill-history.ts'

const YEAR_MS = 365 * 86_400_000

/** What PostgreSQL does for each kind of read, as Markdown. */
export async function historyPlans(url: string) {
  const page = { page: 1, limit: 10 }
  const to = new Date()
  const period = { clientId: 4_711, from: new Date(to.getTime() - YEAR_MS), to }
  const plans = [
    await explain(url, 'History of a customer and its total', async db => {
      await searchPurchases(db, { ...page, clientId: 4_711 })
      await countPurchases(db, { ...page, clientId: 4_711 })
    }),
    await explain(url, 'Habits of a customer', async db => {
      await topCategories(db, period, 5)
      await topItems(db, period, 5)
    }),
    await explain(url, 'All purchases by part of a name', db =>
      searchPurchases(db, { ...page, articleName: wordOf(123) }),
    ),
    await explain(url, 'Customers by name', db => searchClients(db, { ...page, nom: wordOf(4_711) })),
  ]
  return plans.join('\n')
}
