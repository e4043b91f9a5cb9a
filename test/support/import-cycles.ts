import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'

type Imports = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The groups of entries of `folder` that import one another, directly or by way of others; an entry is a file in it or a
 * folder with all that stands below. `files` are texts by path; tests may import what they like.
 */
export function importCycles(files: ReadonlyMap<string, string>, folder: string): string[][] {
  const entryOf = (path: string) => path.slice(folder.length + 1).split('/')[0] ?? ''
  const imports = new Map<string, Set<string>>()
  for (const [path, text] of files) {
    if (!path.startsWith(`${folder}/`) || !/(?<!\.test)\.ts$/.test(path)) continue
    const from = entryOf(path)
    const found = imports.get(from) ?? new Set()
    imports.set(from, found)
    for (const target of importedBy(path, text))
      if (target.startsWith(`${folder}/`) && entryOf(target) !== from) found.add(entryOf(target))
  }
  const reachable = new Map([...imports.keys()].map(entry => [entry, reachedFrom(entry, imports)]))
  const groups = new Set<string>()
  for (const [entry, reached] of reachable) {
    const group = [...reached].filter(other => reachable.get(other)?.has(entry))
    if (group.length > 0) groups.add([...new Set([entry, ...group])].sort().join(' '))
  }
  return [...groups].map(group => group.split(' '))
}

function importedBy(path: string, text: string): string[] {
  const { module } = parseSync(path, text)
  const requested = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries[0]?.moduleRequest?.value ?? []),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  return requested
    .filter(request => request.startsWith('.'))
    .map(request => posix.join(posix.dirname(path), request))
}

function reachedFrom(entry: string, imports: Imports): Set<string> {
  const reached = new Set(imports.get(entry))
  for (const each of reached) for (const next of imports.get(each) ?? []) reached.add(next)
  return reached
}
