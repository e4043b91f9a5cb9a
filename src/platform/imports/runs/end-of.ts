import type { Clock } from '../../clock.ts'
import type { Tx } from '../../database/database.ts'
import { GIVEN_UP, type ImportOptions } from '../import.ts'
import type { ImportAnswer } from '../line-report.ts'
import { endRun } from './store.ts'

/**
 * Ends an import that goes on by itself in the transaction of its rows: a crash between the two would take the file in
 * twice, and one that was given up in the last moment keeps nothing.
 */
export const endOf = (clock: Clock, { run, dryRun }: ImportOptions) =>
  run === undefined || dryRun
    ? undefined
    : async (tx: Tx, answer: ImportAnswer) => {
        if (!(await endRun(tx, run, answer, clock.now()))) throw GIVEN_UP
      }
