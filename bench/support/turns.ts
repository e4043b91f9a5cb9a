import { type Figures, figuresOf } from './measure.ts'
import { median } from './statistics.ts'

/**
 * Combines the turns of a round: rates are weighted by duration, processor times by the number of responses, and
 * response times are the medians of the turns.
 */
export function combineTurns(turns: readonly Figures[]): Figures {
  const [only] = turns
  if (only && turns.length === 1) return only
  const sum = (of: (turn: Figures) => number) => turns.reduce((total, turn) => total + of(turn), 0)
  const answers = ({ perSecond, seconds }: Figures) => perSecond * seconds
  const figures = figuresOf(
    sum(answers),
    sum(({ seconds }) => seconds),
  )
  const times = turns.flatMap(turn => turn.times ?? [])
  const middle = (key: 'medianMs' | 'p95Ms' | 'p99Ms') => median(times.map(each => each[key]))
  if (times.length > 0)
    figures.times = { medianMs: middle('medianMs'), p95Ms: middle('p95Ms'), p99Ms: middle('p99Ms') }
  if (turns.every(({ processorMs }) => processorMs !== undefined))
    figures.processorMs = sum(turn => (turn.processorMs ?? 0) * answers(turn)) / sum(answers)
  return figures
}
