import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Bench, root } from './bench.ts'
import type { Running } from './processes.ts'
import type { Page } from './results.ts'
import type { Scenario } from './scenario.ts'

/** A platform with a filled shop, and its scenarios. */
export type Shop = { platform: Running; url: string; scenarios: Scenario[] }

/** A file of `suites/`. */
export type Suite = {
  /** One line that describes the measurement. */
  about: string
  /** Duration of a complete run on two cores, in minutes. */
  minutes: number
  run(bench: Bench): Promise<Page>
  /** Opens a shop for comparing two commits. */
  open?(bench: Bench): Promise<Shop>
}

export type Suites = ReadonlyMap<string, Suite>

/** Returns the suites by name. `import` is first: it fills the database that others read. */
export async function readSuites(): Promise<Suites> {
  const files = globSync(join(root, 'bench/suites/*.ts')).sort()
  const suites = new Map<string, Suite>()
  for (const file of files) {
    const { suite }: { suite: Suite } = await import(file)
    suites.set(basename(file, '.ts'), suite)
  }
  const first = (name: string) => (name === 'import' ? 0 : 1)
  return new Map([...suites].sort(([a], [b]) => first(a) - first(b)))
}

export function getSuite(suites: Suites, name: string): Suite {
  const suite = suites.get(name)
  if (!suite) throw new Error(`There is no suite ${name}; there are ${[...suites.keys()].join(', ')}`)
  return suite
}
