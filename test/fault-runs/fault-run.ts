import type { Figures } from './figures.ts'

/**
 * A property or a race, tried far more often than a test has time for. `run` returns its figures and throws if the
 * property does not hold, or throws `Missing` if it cannot run here.
 */
export type FaultRun = {
  about: string
  /** The number of cases by default. */
  cases: number
  run(options: { cases: number; seed: number; onCases: (done: number) => void }): Promise<Figures>
}
