/** The results of a run: the columns of docs/reliability.md. */
export type Figures = {
  what: string
  runs: number
  kills: number
  lost: number
  doubled: number
  recoverySeconds: readonly number[]
  more?: string
}
