import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { today } from '../../platform/clock.ts'
import { Day, Shape } from '../../platform/http/pages.ts'
import { boundsOf } from '../../platform/moment.ts'
import { problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { Status } from '../schemas.ts'
import { countOutcomes } from '../store.ts'
import { STATUSES } from '../tables.ts'

const DaySearch = Type.Object({
  jour: Type.Optional({ ...Day, description: 'Day in Paris; today by default' }),
})

const counts = {
  nombre: Type.Integer(),
  montantCents: Type.Integer({ description: 'Total of the transactions in euros, in cents' }),
}

const PaymentFigures = Shape('ChiffresPaiements', {
  jour: Day,
  issues: Type.Array(Type.Object({ status: Status, ...counts }), {
    description: 'Payments created on the day, by current status; each status occurs once',
  }),
  remboursements: Type.Object(counts, { description: 'Refunds made on the day' }),
})

export const figureRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  app.get('/api/v1/privee/chiffres-paiements', {
    config: { access: 'internal', rights: ['support'], answersList: true },
    schema: {
      operationId: 'readPaymentFigures',
      summary: 'Read the payment figures of a day',
      description: 'Counts the payments of a day by outcome, and its refunds.',
      querystring: DaySearch,
      response: { 200: PaymentFigures, ...problems(400) },
    },
    handler: ({ query }) => readOutcomes(context, query.jour),
  })
}

const NONE = { nombre: 0, montantCents: 0 }

/** Returns the current outcomes of the payments created on a day, and the refunds of that day. */
async function readOutcomes({ db, clock }: Context, jour = today(clock)) {
  const { from, until } = boundsOf(jour)
  const outcomes = await countOutcomes(db, from, until)
  return {
    jour,
    issues: STATUSES.map(status => ({
      ...(outcomes.find(outcome => outcome.status === status && !outcome.rembourse) ?? NONE),
      status,
    })),
    // Refunds that failed at the provider are a second row.
    remboursements: outcomes
      .filter(({ rembourse }) => rembourse)
      .reduce(
        (sum, { nombre, montantCents }) => ({
          nombre: sum.nombre + nombre,
          montantCents: sum.montantCents + montantCents,
        }),
        NONE,
      ),
  }
}
