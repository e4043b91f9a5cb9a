/** Returns the price in cents of the first `wanted` of the units that can be returned. */
export function unitsCost(units: readonly { quantite: number; prixUnitaireCents: number }[], wanted: number) {
  let left = wanted
  return units.reduce((sum, { quantite, prixUnitaireCents }) => {
    const counted = Math.min(left, quantite)
    left -= counted
    return sum + counted * prixUnitaireCents
  }, 0)
}
