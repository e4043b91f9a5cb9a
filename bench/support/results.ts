import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Options = { products: number; seconds: number; rounds: number }

/** Result of a suite: its tables, and the plans of its statements for a separate file. */
export type Page = { text: string; plans?: string }

export const WHOLE: Options = { products: 1_000_000, seconds: 5, rounds: 3 }

/**
 * Returns the reason why a result is only printed; undefined if it may be stored. `shortest` is the duration in seconds of
 * the shortest round.
 */
export function findShortfall(
  { products, seconds, rounds }: Options,
  shortest: number,
  whole = WHOLE,
): string | undefined {
  if (rounds < whole.rounds) return `${rounds} of at least ${whole.rounds} rounds`
  if (seconds < whole.seconds) return `rounds of ${seconds} s instead of at least ${whole.seconds}`
  if (products < whole.products) return `${products} of at least ${whole.products} products`
  const took = shortest.toFixed(1)
  if (Number(took) < whole.seconds) return `a round of ${took} s instead of at least ${whole.seconds}`
  return undefined
}

export const describeMachine = () =>
  `Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'a processor'}, shared by client, server and PostgreSQL`

export function writeResult(name: string, text: string) {
  const file = fileURLToPath(new URL(`../results/${name}.md`, import.meta.url))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
