import { after } from 'node:test'

// An `after` asked for inside a `before` would run as soon as that `before` ends.
const undoings: (() => unknown)[] = []
after(async () => {
  const faults: unknown[] = []
  // All are undone, whatever becomes of one: a browser that stays open keeps the process alive.
  for (const undo of undoings.reverse())
    try {
      await undo()
    } catch (error) {
      faults.push(error)
    }
  if (faults.length > 0) throw faults[0]
})

/** Has something undone when the tests of the file have ended, the latest first. */
export const afterwards = (undo: () => unknown) => void undoings.push(undo)
