import Type, { type Static } from 'typebox'
import { inParis } from '../clock.ts'
import { Nullable, Timestamp } from '../http/pages.ts'

/** A kind of work that runs later, outside a request: its name and the type of its payload. */
export type JobKind<Payload> = { readonly name: string; readonly payload?: Payload }

export const jobKind = <Payload>(name: string): JobKind<Payload> => ({ name })

/** A job runs at least once: its changes must be conditional updates, so that a second run has no effect. */
export type Job = { name: string; run: (payload: unknown) => Promise<void> }

export const job = <Payload>(kind: JobKind<Payload>, run: (payload: Payload) => Promise<unknown>): Job => ({
  name: kind.name,
  run: async payload => {
    await run(payload as Payload)
  },
})

/** Recurring work: `next` returns the first time after `now`, by the clock, at which it is due. */
export type Schedule = { name: string; next: (now: Date) => Date; run: () => Promise<unknown> }

export const every = (minutes: number) => (now: Date) => {
  const period = minutes * 60_000
  return new Date((Math.floor(now.getTime() / period) + 1) * period)
}

/** Returns the next midnight in Europe/Paris, at which the business day ends. */
export const nextMidnight = (now: Date) =>
  new Date(inParis(now).startOfDay().add({ days: 1 }).epochMilliseconds)

/** The number of jobs of a kind, by state. */
export const JobCounts = Type.Object({
  nom: Type.String(),
  enAttente: Type.Integer({ description: 'Jobs that have not started, due or not' }),
  enRetard: Type.Integer({ description: 'Jobs overdue by more than a minute that have not started' }),
  enCours: Type.Integer(),
  enEchec: Type.Integer({ description: 'Jobs that failed at least once and will be retried' }),
  abandonnees: Type.Integer({ description: 'Jobs that failed on every allowed attempt' }),
  prochaine: Nullable({
    ...Timestamp,
    description: 'Due time of the next job, in real time; null if none is waiting',
  }),
})
export type JobCounts = Static<typeof JobCounts>
