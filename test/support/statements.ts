import type { TestPlatform } from './platform.ts'

/** Counts the statements sent by the pool's own `query`, and those still unanswered, until `end`. */
export function countStatements({ platform: { db } }: TestPlatform) {
  const { pg } = db
  const query = pg.query
  let statements = 0
  let running = 0
  pg.query = ((...args: never[]) => {
    statements++
    running++
    // The pool's own method has more overloads than one type can express.
    const answered = (query as (...all: never[]) => Promise<unknown>).apply(pg, args)
    const ended = () => void running--
    answered.then(ended, ended)
    return answered
  }) as typeof query
  return {
    statements: () => statements,
    running: () => running,
    end: () => {
      pg.query = query
    },
  }
}
