/** Price in cents of the first `wanted` units of a line that can be returned. */
export function unitsCost(units: readonly { quantite: number; prixUnitaireCents: number }[], wanted: number) {
  let left = wanted
  return units.reduce((sum, { quantite, prixUnitaireCents }) => {
    const counted = Math.min(left, quantite)
    left -= counted
    return sum + counted * prixUnitaireCents
  }, 0)
}
