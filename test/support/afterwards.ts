import { after } from 'node:test'

const undoings: (() => unknown)[] = []

/** Undoes what was asked for until now. */
export async function undoAll() {
  const faults: unknown[] = []
  // All are undone, whatever becomes of one: a browser that stays open keeps the process alive.
  for (const undo of undoings.splice(0).reverse())
    try {
      await undo()
    } catch (error) {
      faults.push(error)
    }
  if (faults.length > 0) throw faults[0]
}

// An `after` asked for inside a `before` would run as soon as that `before` ends.
after(undoAll)

/** Has something undone when the tests of the file have ended, the latest first. */
export const afterwards = (undo: () => unknown) => void undoings.push(undo)
