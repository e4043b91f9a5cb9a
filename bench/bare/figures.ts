import Type from 'typebox'
import { openRepairs } from '../../src/logistics/repairs/ages/open-repairs.ts'
import { RepairAges } from '../../src/logistics/repairs/ages/routes.ts'
import { StoreSlips } from '../../src/logistics/slips/schemas.ts'
import { waitingByStore } from '../../src/logistics/slips/store/slips.ts'
import { readBestSellers, readPromotions, readSales } from '../../src/orders/figures/read-figures.ts'
import { BestSellers, PromotionFigures, SalesFigures } from '../../src/orders/figures/schemas.ts'
import { readOutcomes } from '../../src/payments/figures/read-outcomes.ts'
import { PaymentFigures } from '../../src/payments/figures/schemas.ts'
import { realClock } from '../../src/platform/clock.ts'
import { app, db, listen } from './server.ts'

const parts = { db, clock: realClock() }
const answers = (schema: Type.TSchema) => ({ schema: { response: { 200: schema } } })

type Query = { Querystring: { jour: string; magasinId?: string; limit?: string } }
const searchOf = ({ jour, magasinId, limit }: Query['Querystring']) => ({
  ...{ jour, limit: Number(limit) },
  ...(magasinId !== undefined && { magasinId: Number(magasinId) }),
})

app.get<Query>('/sales', answers(SalesFigures), ({ query }) => readSales(parts, searchOf(query)))
app.get<Query>('/articles', answers(BestSellers), ({ query }) => readBestSellers(parts, searchOf(query)))
app.get<Query>('/promotions', answers(PromotionFigures), ({ query }) =>
  readPromotions(parts, searchOf(query)),
)
app.get<Query>('/payments', answers(PaymentFigures), ({ query }) => readOutcomes(parts, query.jour))
app.get('/slips', answers(Type.Array(StoreSlips)), () => waitingByStore(db))
app.get<Query>('/repairs', answers(RepairAges), ({ query }) =>
  openRepairs(db, parts.clock.now(), Number(query.magasinId)),
)

await listen()
