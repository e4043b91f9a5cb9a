import { SingleBar } from 'cli-progress'

export type Progress = {
  /** Adds expected steps. */
  expect(steps: number): void
  /** Shows the current step. */
  now(what: string): void
  step(): void
  stop(): void
}

/** A progress line on a terminal, removed at the end; without a terminal it prints nothing. */
export function createProgress(title: string): Progress {
  const bar = new SingleBar({
    format: `${title} {bar} {value}/{total} {what}`,
    barsize: 20,
    emptyOnZero: true,
    noTTYOutput: false,
    clearOnComplete: true,
  })
  bar.start(0, 0, { what: 'starting' })
  return {
    expect: steps => bar.setTotal(bar.getTotal() + steps),
    now: what => bar.update({ what }),
    step: () => bar.increment(),
    stop: () => bar.stop(),
  }
}
