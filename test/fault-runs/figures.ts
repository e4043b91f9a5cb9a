/** The results of a run, which docs/reliability.md shows as columns. */
export type Figures = {
  what: string
  runs: number
  kills: number
  lost: number
  doubled: number
  recoverySeconds: readonly number[]
  more?: string
}
