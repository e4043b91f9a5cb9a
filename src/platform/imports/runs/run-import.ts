import { open } from 'node:fs/promises'
import type { Platform } from '../../area.ts'
import { Problem } from '../../problem.ts'
import { type LaidDown, withTemporaryFile } from '../../uploads/temporary-file.ts'
import { GIVEN_UP, type ImportOptions } from '../import.ts'
import type { ImportAnswer } from '../line-report.ts'
import { beginRun, endRun, failRun, readPart } from './store.ts'

type Parts = Pick<Platform, 'db' | 'clock' | 'log'>

/** Takes a file in, as one of an area's imports does. */
export type TakeFile = (file: LaidDown, options: ImportOptions & { upsert: boolean }) => Promise<ImportAnswer>

/** One that ends its process each time must not do so for ever. */
const MOST_TRIES = 5

/** A refusal of the file; all else may pass: the database or another area is away, the process stops. */
const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.statusCode >= 400 && error.statusCode < 499

/**
 * Takes in the file of an import that was received before. It may be begun again after a crash: a file of one transaction
 * has then left nothing, or has ended with this import (see `ImportOptions.run`), and one of many sets the same again.
 */
export async function runImport(
  parts: Parts,
  takeFileOf: (nature: string) => TakeFile | undefined,
  id: number,
  signal: AbortSignal,
) {
  const { db, clock, log } = parts
  const fail = (code: string, message: string) =>
    db.transaction(tx => failRun(tx, id, { code, message }, clock.now()))

  const begun = await db.transaction(tx => beginRun(tx, id, clock.now()))
  if (!begun) return
  const { nature, mode, dryRun, format, essais } = begun
  const takeFile = takeFileOf(nature)
  if (!takeFile) throw new Error(`There is no import of ${nature}`)
  if (essais > MOST_TRIES) return fail('erreur-interne', 'The import could not be carried out')
  try {
    const options = { signal, dryRun, upsert: mode === 'upsert', run: id }
    const answer = await withTemporaryFile(
      path => layDown(db, id, path),
      path => takeFile({ path, format }, options),
    )
    await db.transaction(tx => endRun(tx, id, answer, clock.now()))
  } catch (error) {
    if (error instanceof Problem && error.code === GIVEN_UP.code) return
    if (isRefusal(error)) return fail(error.code, error.message)
    if (!signal.aborted) log.warn({ err: error, importation: id }, 'An import failed; it is tried again')
    throw error
  }
}

async function layDown(db: Parts['db'], id: number, path: string) {
  const file = await open(path, 'w')
  try {
    for (let rang = 0; ; rang++) {
      const part = await readPart(db, id, rang)
      if (!part) return
      await file.write(part)
    }
  } finally {
    await file.close()
  }
}
