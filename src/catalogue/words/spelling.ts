const SHORTEST_FORGIVEN = 4

/** The word and what is left of it when one letter is left out. Short words and numbers are taken literally. */
export function remaindersOf(word: string): string[] {
  if (word.length < SHORTEST_FORGIVEN || /\p{N}/u.test(word)) return [word]
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, i) => letters.toSpliced(i, 1).join(''))])]
}

/** Letters missing, added, replaced or swapped with their neighbour between two words. */
export function distance(a: string, b: string): number {
  const width = b.length + 1
  // One row after another; every index is inside.
  const cells = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => cells[i * width + j] ?? 0
  for (let i = 0; i <= a.length; i++) cells[i * width] = i
  for (let j = 0; j <= b.length; j++) cells[j] = j
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(i - 2, j - 2) + 1)
      cells[i * width + j] = best
    }
  }
  return at(a.length, b.length)
}
