/** What a run has shown: the columns of docs/reliability.md. */
export type Figures = {
  what: string
  runs: number
  kills: number
  lost: number
  doubled: number
  recoverySeconds: readonly number[]
  more?: string
}
