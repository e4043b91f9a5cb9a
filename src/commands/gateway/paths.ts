import type { Place } from '../../platform/http/places.ts'

/** Where a path of the bare host leads: `methods` where another area answers other methods under it. */
export type Lead = { path: string; area: string; methods: string[] | undefined }

const hasParameter = (path: string) => /[:*]/.test(path)

/** As the router prefers them: segment by segment, a word before a parameter before whatever follows. */
function byPreference(a: string, b: string): number {
  const inOrder = (path: string) => path.replaceAll(/\/:\w+/g, '/\u{fffe}').replaceAll('*', '\u{ffff}')
  const [left, right] = [inOrder(a), inOrder(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** The paths of the bare host that belong to areas, in the order in which they are to be compared. */
export function leadsOf(places: readonly Place[]): { words: Lead[]; patterns: Lead[] } {
  const owners = new Map<string, Map<string, Set<string>>>()
  for (const { area, bare, path, methods } of places) {
    if (!area || !bare) continue
    const areas = owners.get(path) ?? new Map<string, Set<string>>()
    owners.set(path, areas)
    areas.set(area, new Set([...(areas.get(area) ?? []), ...methods]))
  }
  const leads = [...owners]
    .sort(([a], [b]) => byPreference(a, b))
    .flatMap(([path, areas]) =>
      [...areas].map(([area, methods]) => ({
        path,
        area,
        methods: areas.size > 1 ? [...methods].sort() : undefined,
      })),
    )
  return {
    words: leads.filter(({ path }) => !hasParameter(path)),
    patterns: leads.filter(({ path }) => hasParameter(path)),
  }
}

const escaped = (path: string) =>
  path
    .replaceAll(/[.+?^$(){}|[\]\\]/g, '\\$&')
    .replaceAll(/\/:\w+/g, '/[^/]+')
    .replaceAll('*', '.*')

/** A path as a regular expression of the whole of it, without a slash at its end. */
export const patternOf = (path: string) => `^${escaped(path)}$`

/** The same of all paths that `wanted` picks, each once: under the address of its areas and, where it is there, on the bare host. */
export function patternsWhere(places: readonly Place[], wanted: (place: Place) => boolean): string[] {
  const picked = places.filter(wanted)
  const paths = [...new Set(picked.map(({ path }) => path))].sort()
  return paths.map(path => {
    const same = picked.filter(place => place.path === path)
    const areas = [...new Set(same.flatMap(({ area }) => area ?? []))].sort()
    const prefix =
      areas.length === 0 ? '' : `(/(${areas.join('|')}))${same.some(({ bare }) => bare) ? '?' : ''}`
    return `^${prefix}${escaped(path)}$`
  })
}
