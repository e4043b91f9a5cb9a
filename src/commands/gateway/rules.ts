import type { Place } from '../../platform/http/places.ts'
import { refusal, tooLarge } from './answers.ts'
import type { Group } from './groups.ts'
import { leadsOf, patternOf, patternsWhere } from './paths.ts'

/** Bytes of a body where no route says otherwise. */
const USUAL_BODY = 1024 * 1024

/** HAProxy reads 64 words a line; a pattern a line is also what a person compares. */
export const acl = (name: string, what: string, patterns: readonly string[]) =>
  patterns.map(pattern => `  acl ${name} ${what} ${pattern}`)

/** A body that announces more than its route takes is refused before it is sent; one without a length the process refuses. */
export function bodyLimits(places: readonly Place[]): string[] {
  const limits = [...new Set(places.map(({ bodyLimit }) => bodyLimit ?? 0))]
    .filter(limit => limit > USUAL_BODY)
    .sort((a, b) => a - b)
  const over = (limit: number) => `{ req.hdr(content-length) -m int gt ${limit} }`
  const refuse = (condition: string) => `  http-request return ${refusal(tooLarge)} if ${condition}`
  const largest = limits.at(-1)
  return [
    ...limits.flatMap(limit =>
      acl(
        `takes-${limit}`,
        'var(txn.path) -m reg',
        patternsWhere(places, ({ bodyLimit }) => bodyLimit === limit),
      ),
    ),
    refuse(`${over(USUAL_BODY)} ${limits.map(limit => `!takes-${limit}`).join(' ')}`),
    // A form with a file is read while it comes, however long it is.
    ...limits.map(limit =>
      refuse(`${over(limit)} takes-${limit} !{ req.hdr(content-type) -m beg multipart/form-data }`),
    ),
    ...(largest ? [`  http-request set-var(txn.wait) str(import) if takes-${largest}`] : []),
  ]
}

/** Areas by their own address, then the bare host: words before patterns, as the router of the processes prefers them. */
export function leading(groups: readonly Group[], places: readonly Place[]): string[] {
  const groupOf = (area: string) => groups.find(({ areas }) => areas.includes(area))?.name
  const { words, patterns } = leadsOf(places)
  // The suffix chooses the connections, as `sources.ts` says.
  const to = (name: string | undefined) => `  use_backend ${name}%[var(txn.pool)]`
  const only = (methods: string[] | undefined) => (methods ? ` { method ${methods.join(' ')} }` : '')
  if (groups.length === 1) return [to(groups[0]?.name)]
  return [
    "  # An area's own address.",
    ...groups.flatMap(({ name, areas }) =>
      areas.map(area => `${to(name)} if { path /${area} } || { path_beg /${area}/ }`),
    ),
    '  # The bare host.',
    ...groups.flatMap(({ name, areas }) =>
      acl(
        `is-${name}`,
        'var(txn.path) -m str',
        words.filter(({ area, methods }) => !methods && areas.includes(area)).map(({ path }) => path),
      ),
    ),
    ...groups.map(({ name }) => `${to(name)} if is-${name}`),
    ...words
      .filter(({ methods }) => methods)
      .map(
        ({ path, area, methods }) =>
          `${to(groupOf(area))} if { var(txn.path) -m str ${path} }${only(methods)}`,
      ),
    ...patterns.map(
      ({ path, area, methods }) =>
        `${to(groupOf(area))} if { var(txn.path) -m reg ${patternOf(path)} }${only(methods)}`,
    ),
    '  # What belongs to no area, any process answers.',
    to(groups[0]?.name),
  ]
}
