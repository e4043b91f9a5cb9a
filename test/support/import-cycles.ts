type Graph = ReadonlyMap<string, Iterable<string>>

/** Finds the groups of nodes that reach one another, directly or through other nodes. */
export function findCycles(graph: Graph): string[][] {
  const reachable = new Map([...graph.keys()].map(node => [node, reachedFrom(node, graph)]))
  const groups = new Set<string>()
  for (const [node, reached] of reachable)
    if (reached.has(node)) {
      const group = [...reached].filter(other => reachable.get(other)?.has(node))
      groups.add(group.sort().join(' '))
    }
  return [...groups].map(group => group.split(' '))
}

function reachedFrom(node: string, graph: Graph): Set<string> {
  const reached = new Set(graph.get(node))
  for (const each of reached) for (const next of graph.get(each) ?? []) reached.add(next)
  return reached
}

/** Returns the imports between the entries of a folder: its files, and its subfolders with everything below them. */
export function groupByEntry(imports: Graph, folder: string): Graph {
  const entryOf = (path: string) => path.slice(folder.length + 1).split('/')[0] ?? ''
  const entries = new Map<string, Set<string>>()
  for (const [path, targets] of imports) {
    if (!path.startsWith(`${folder}/`)) continue
    const from = entryOf(path)
    const found = entries.get(from) ?? new Set()
    entries.set(from, found)
    for (const target of targets)
      if (target.startsWith(`${folder}/`) && entryOf(target) !== from) found.add(entryOf(target))
  }
  return entries
}
