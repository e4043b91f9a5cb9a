import type { Figures } from './figures.ts'

/**
 * A property or a race, tried far more often than a test has time for. `run` returns its figures; it throws if the
 * property does not hold, and throws `Missing` if it cannot run here.
 */
export type FaultRun = {
  about: string
  /** The default number of cases. */
  cases: number
  run(options: { cases: number; seed: number; onCases: (done: number) => void }): Promise<Figures>
}
