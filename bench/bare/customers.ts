import { countClients, searchClients } from '../../src/loyalty/clients/store/search.ts'
import { ClientList } from '../../src/loyalty/schemas.ts'
import { realClock } from '../../src/platform/clock.ts'
import { paginationOf } from '../../src/platform/http/pages.ts'
import { readHabits, readHistory } from '../../src/purchases/reading/read-history.ts'
import { Habits, History, type HistorySearch } from '../../src/purchases/schemas.ts'
import { app, db, listen } from './server.ts'

/** The platform's own statements. Nobody asks whether the customer is one. */
const clock = realClock()
const history = { schema: { response: { 200: History } } }
type Asked = { Params: { id: string }; Querystring: Omit<HistorySearch, 'page' | 'limit'> }
const page = { page: 1, limit: 10 }

app.get<Asked>('/history/:id', history, ({ query, params }) =>
  readHistory(db, { ...query, ...page }, { clientId: Number(params.id) }),
)
app.get<Asked>('/history', history, ({ query }) => readHistory(db, { ...query, ...page }))
app.get<Asked>('/habits/:id', { schema: { response: { 200: Habits } } }, ({ params }) =>
  readHabits({ db, clock }, { clientId: Number(params.id) }, { limitItems: 5, limitCategories: 5 }),
)
app.get<{ Querystring: { nom: string } }>(
  '/clients',
  { schema: { response: { 200: ClientList } } },
  async ({ query: { nom } }) => {
    const search = { nom, ...page }
    const [data, total] = await Promise.all([searchClients(db, search), countClients(db, search)])
    return { data, pagination: paginationOf(total, search) }
  },
)

await listen()
