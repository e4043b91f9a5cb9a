import { type Clock, today } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { boundsOf } from '../../platform/moment.ts'
import { STATUSES } from '../tables.ts'
import { type Outcomes, outcomesOf } from './store.ts'

const NONE = { nombre: 0, montantCents: 0 }

/** How the payments that were begun in a day have ended so far, and what was given back in it. */
export async function readOutcomes({ db, clock }: { db: Database; clock: Clock }, jour = today(clock)) {
  const { from, until } = boundsOf(jour)
  const outcomes = await outcomesOf(db, from, until)
  const count = (is: (outcome: Outcomes) => boolean) => {
    const { nombre, montantCents } = outcomes.find(is) ?? NONE
    return { nombre, montantCents }
  }
  return {
    jour,
    issues: STATUSES.map(status => ({
      status,
      ...count(outcome => outcome.status === status && !outcome.rembourse),
    })),
    // A refund is accepted as it is made.
    remboursements: count(({ rembourse }) => rembourse),
  }
}
