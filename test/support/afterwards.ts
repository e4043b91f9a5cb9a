import { after } from 'node:test'

const undoings: (() => unknown)[] = []

/** Runs all registered cleanups, the last one first, and then throws the first error, if any. */
export async function undoAll() {
  const faults: unknown[] = []
  // One failed cleanup must not stop the others: a browser that stays open keeps the process alive.
  for (const undo of undoings.splice(0).reverse())
    try {
      await undo()
    } catch (error) {
      faults.push(error)
    }
  if (faults.length > 0) throw faults[0]
}

// An `after` registered inside a `before` would run as soon as that `before` ends.
after(undoAll)

/** Registers a cleanup to run after the tests of the file, in reverse order of registration. */
export const afterwards = (undo: () => unknown) => void undoings.push(undo)
