import type { Figures } from './figures.ts'

/**
 * A property or a race that is tried far more often than a test has time for. `run` gives what it has shown, and throws when
 * it does not hold; `Missing` where it cannot be tried here.
 */
export type FaultRun = {
  about: string
  /** How many cases are tried unless the command says otherwise. */
  cases: number
  run(options: { cases: number; seed: number; onCases: (done: number) => void }): Promise<Figures>
}
