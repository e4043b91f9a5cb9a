import { after } from 'node:test'

// An `after` asked for inside a `before` would run as soon as that `before` ends.
const undoings: (() => unknown)[] = []
after(async () => {
  for (const undo of undoings.reverse()) await undo()
})

/** Has something undone when the tests of the file have ended, the latest first. */
export const afterwards = (undo: () => unknown) => void undoings.push(undo)
