import { inParis } from '../clock.ts'

/** A kind of work that is done later, outside a request: its name and the shape of what it is given. */
export type JobKind<Payload> = { readonly name: string; readonly payload?: Payload }

export const jobKind = <Payload>(name: string): JobKind<Payload> => ({ name })

/** Runs at least once: its change is a conditional update, so that a second run finds nothing to do. */
export type Job = { name: string; run: (payload: unknown) => Promise<void> }

export const job = <Payload>(kind: JobKind<Payload>, run: (payload: Payload) => Promise<unknown>): Job => ({
  name: kind.name,
  run: async payload => {
    await run(payload as Payload)
  },
})

/** Work that comes round: `next` gives the first moment after `now`, by the clock, at which it is due. */
export type Schedule = { name: string; next: (now: Date) => Date; run: () => Promise<unknown> }

export const every = (minutes: number) => (now: Date) => {
  const period = minutes * 60_000
  return new Date((Math.floor(now.getTime() / period) + 1) * period)
}

/** The coming midnight in Europe/Paris, where the business day turns. */
export const midnight = (now: Date) => new Date(inParis(now).startOfDay().add({ days: 1 }).epochMilliseconds)
