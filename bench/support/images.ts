import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, root } from './bench.ts'
import { whyNotKept } from './results.ts'

/** Writes a picture of the documents, if the run is a whole one. */
export function writeImage({ options, shortest }: Bench, name: string, svg: string) {
  if (whyNotKept(options, shortest) === undefined) writeFileSync(join(root, `docs/images/${name}.svg`), svg)
}
