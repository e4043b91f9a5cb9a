import Type from 'typebox'
import { Day, Shape } from '../../platform/http/pages.ts'
import { Status } from '../schemas.ts'

export const DaySearch = Type.Object({
  jour: Type.Optional({ ...Day, description: 'The day, in Paris, today unless named' }),
})

const counts = {
  nombre: Type.Integer(),
  montantCents: Type.Integer({ description: 'Of those in euros' }),
}

export const PaymentFigures = Shape('ChiffresPaiements', {
  jour: Day,
  issues: Type.Array(Type.Object({ status: Status, ...counts }), {
    description: 'Payments that were begun in the day, by how they stand now; each status once',
  }),
  remboursements: Type.Object(counts, { description: 'Refunds that were made in the day' }),
})
