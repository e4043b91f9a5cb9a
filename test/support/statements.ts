import type { TestPlatform } from './platform.ts'

/** Counts the statements that the database is sent, until `end`. */
export function countStatements({ platform: { db } }: TestPlatform) {
  const { pg } = db
  const query = pg.query
  let statements = 0
  pg.query = ((...args: never[]) => {
    statements++
    // The pool's own method has more forms than one type can say.
    return (query as (...all: never[]) => unknown).apply(pg, args)
  }) as typeof query
  return {
    statements: () => statements,
    end: () => {
      pg.query = query
    },
  }
}
