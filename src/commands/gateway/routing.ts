import { areaNames } from '../../areas.ts'
import type { RouteEntry } from '../../platform/http/server.ts'
import { StartError } from '../../platform/problem.ts'

/** Processes that serve the same areas and are interchangeable. */
export type Group = {
  name: string
  areas: readonly string[]
  servers: readonly Server[]
}

/** With `copies`, the address is a host name that resolves to at most this many addresses and is resolved repeatedly. */
export type Server = { address: string; copies: number | undefined }

const ADDRESS = /^([\w.-]+|\[[\da-f:.]+\]):(\d{1,5})(?:\*(\d{1,3}))?$/i

/** Parses a group of the command line: `orders+payments=10.0.0.1:3000,10.0.0.2:3000`, or only addresses for all areas. */
function parseGroup(text: string): Group {
  const [before, after] = text.split('=', 2)
  const areas = after === undefined ? areaNames : (before ?? '').split('+')
  const servers = (after ?? text).split(',').map(server => {
    const [, host, port, copies] = ADDRESS.exec(server) ?? []
    if (!host) throw new StartError(`--to: ${server} is not an address such as 10.0.0.1:3000 or shop:3000*3`)
    return { address: `${host}:${port}`, copies: copies ? Number(copies) : undefined }
  })
  const unknown = areas.filter(area => !areaNames.includes(area))
  if (unknown.length > 0)
    throw new StartError(`--to: unknown area ${unknown.join(', ')}; one of ${areaNames.join(', ')}`)
  return { name: areas.length === areaNames.length ? 'comptoir' : areas.join('-'), areas, servers }
}

/** Parses all groups. Throws a StartError for an invalid group, or unless each area is in exactly one group. */
export function parseGroups(texts: readonly string[]): Group[] {
  const groups = texts.map(parseGroup)
  const served = groups.flatMap(({ areas }) => areas)
  const missing = areaNames.filter(area => !served.includes(area))
  const twice = areaNames.filter(area => served.indexOf(area) !== served.lastIndexOf(area))
  if (missing.length > 0) throw new StartError(`--to: no process serves ${missing.join(', ')}`)
  if (twice.length > 0)
    throw new StartError(`--to: ${twice.join(', ')} occurs twice; list all its processes in one group`)
  return groups
}

/** The area of a path on the bare host; `methods` is set if another area serves other methods of the path. */
type AreaPath = { path: string; area: string; methods: string[] | undefined }

const hasParameter = (path: string) => /[:*]/.test(path)

/** Compares paths in the order of the router: segment by segment, static text before parameters before wildcards. */
function byPreference(a: string, b: string): number {
  const inOrder = (path: string) => path.replaceAll(/\/:\w+/g, '/\u{fffe}').replaceAll('*', '\u{ffff}')
  const [left, right] = [inOrder(a), inOrder(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Returns the paths of the bare host that belong to areas, in matching order. */
export function listAreaPaths(places: readonly RouteEntry[]): { words: AreaPath[]; patterns: AreaPath[] } {
  const owned = Map.groupBy(
    places.filter(({ area, bare }) => area && bare),
    ({ path }) => path,
  )
  const leads = [...owned]
    .sort(([a], [b]) => byPreference(a, b))
    .flatMap(([path, routes]) => {
      const areas = [...Map.groupBy(routes, ({ area = '' }) => area)]
      return areas.map(([area, own]) => {
        const methods = [...new Set(own.flatMap(({ methods }) => methods))].sort()
        return { path, area, methods: areas.length > 1 ? methods : undefined }
      })
    })
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

/** Converts a path without final slash to an anchored regular expression. */
export const patternOf = (path: string) => `^${escaped(path)}$`

/**
 * Returns the patterns of all routes that `wanted` selects: with the prefix of their areas and, if they exist there, on the
 * bare host.
 */
export function selectPatterns(
  places: readonly RouteEntry[],
  wanted: (place: RouteEntry) => boolean,
): string[] {
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
