/** Consecutive ids of records that consecutive lines created. */
type Run = { id: number; line: number; length: number }

/** Limits the memory for files whose lines rarely follow one another. */
const MAX_RUNS = 1_000_000

/**
 * Remembers the line that created each record of an import, in little memory: batches create records with ascending ids,
 * mostly in the order of the lines.
 */
export function createCreatedLines(maxRuns = MAX_RUNS) {
  const runs: Run[] = []
  return {
    /** Adds a record whose id is greater than those before. */
    add(id: number, line: number) {
      const last = runs.at(-1)
      if (last && id === last.id + last.length && line === last.line + last.length) last.length++
      else if (runs.length < maxRuns) runs.push({ id, line, length: 1 })
    },
    /** Returns the line that created a record; undefined if none of the remembered ones did. */
    find(id: number) {
      let [low, high] = [0, runs.length]
      while (low < high) {
        const middle = (low + high) >> 1
        // `middle` is less than the length.
        if (runs[middle]!.id <= id) low = middle + 1
        else high = middle
      }
      const run = runs[low - 1]
      return run && id < run.id + run.length ? run.line + id - run.id : undefined
    },
  }
}
