import { type Known, keptCents } from './types.ts'

/** An order that was confirmed and not given back whole stands in the history with what was paid for it; any other does not. */
export function wrongHistory({
  order,
  history,
  loyal,
}: Pick<Known, 'order' | 'history' | 'loyal'>): string[] {
  const { montantTotalCents, confirmeeLe, invite } = order
  const expected = !invite && confirmeeLe !== null && (montantTotalCents === 0 || keptCents(order) > 0)
  if (!history) return expected && loyal ? ['has nothing of it'] : []
  const { situee, remboursee, lignes, montantCents, modifiees, supprimees, supprimeesCents } = history
  if (!expected) return lignes > 0 ? [`has ${lignes} rows of it, and should have none`] : []
  if (remboursee) return ['says that it was given back whole']
  // It was taken in before it was kept of which order a purchase is.
  if (!situee) return []
  if (lignes + supprimees === 0) return ['has lost its rows']
  // Staff change and delete single purchases: deleted ones still count here, of a changed one nobody knows what it was.
  const sum = montantCents + supprimeesCents
  return modifiees > 0 || sum === montantTotalCents
    ? []
    : [`makes ${sum} cents of it instead of ${montantTotalCents}`]
}
