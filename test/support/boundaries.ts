import { posix } from 'node:path'
import { areas, isStore, type Piece, parseSql, parseTypeScript, type Source } from './boundaries-source.ts'
import { findCycles, groupByEntry } from './import-cycles.ts'

type Finding = { at: number; message: string }
type Sources = Map<string, Source>
type Rule = (file: Source, all: Sources) => Finding[]

const platformSchemas = ['graphile_worker', 'platform']
const aboutTime =
  /\b(?:(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\(\s*\)|(?:current_timestamp|current_date|current_time|localtimestamp|localtime)\b)/gi

/**
 * Checks the boundaries of docs/architecture.md in the sources and the SQL migrations of `src/`, by path. Tests
 * (`*.test.ts`) may cross every boundary. Returns one line per violation.
 */
export function findBoundaryViolations(files: Map<string, string>): string[] {
  const found: string[] = []
  const sources: Sources = new Map()
  const chosen = [...files].filter(([path]) => !path.endsWith('.test.ts'))
  const unreadable = new Map<string, Finding[]>()
  for (const [path, text] of chosen) {
    const { errors, file } = path.endsWith('.sql') ? parseSql(path, text) : parseTypeScript(path, text)
    sources.set(path, file)
    unreadable.set(
      path,
      errors.map(message => ({ at: 0, message: `cannot be read: ${message}` })),
    )
  }
  for (const [path, text] of chosen) {
    const file = sources.get(path)!
    const findings = (path.endsWith('.sql') ? rulesOfSql : rules).flatMap(rule => rule(file, sources))
    for (const { at, message } of [...unreadable.get(path)!, ...findings])
      found.push(`${path}:${text.slice(0, at).split('\n').length} ${message}`)
  }
  return [...found, ...cyclesOf(sources)]
}

/** Finds import cycles between files, and between the folders and files of the platform and of each area. */
function cyclesOf(sources: Sources): string[] {
  const imports = new Map(
    [...sources].map(([path, file]) => [path, file.imports.map(({ from }) => target(path, from))]),
  )
  const ofFiles = findCycles(imports)
  const ofFolders = ['platform', ...areas].flatMap(area =>
    findCycles(groupByEntry(imports, `src/${area}`)).map(group => group.map(entry => `src/${area}/${entry}`)),
  )
  return [...ofFiles, ...ofFolders].map(group => `${group.join(', ')} import one another`)
}

const contracts = areas.map(area => `src/${area}/contract.ts`)
const shapeHelpers = [
  'http/pages.ts',
  'problem.ts',
  'events/event.ts',
  'peers/operation.ts',
  'personal-data/operations.ts',
]

const areaImportsOnlyPlatformAndContracts: Rule = ({ path, area, imports }) =>
  imports
    .filter(({ from }) => area && !leadsTo(path, from, `src/${area}/`, 'src/platform/', ...contracts))
    .map(({ at, from }) => ({
      at,
      message: `imports ${target(path, from)}, outside ${area}, platform and the contracts of other areas`,
    }))

/** An area that calls another loads that area's contract, which must therefore import only shapes. */
const contractImportsOnlyShapes: Rule = ({ path, area, imports }, all) => {
  if (!contracts.includes(path)) return []
  const allowed = ['typebox', ...contracts, ...shapeHelpers.map(helper => `src/platform/${helper}`)]
  return imports
    .filter(({ from }) => leadsTo(path, from, `src/${area}/`, 'src/platform/', ...contracts))
    .map(({ at, from }) => ({ at, to: target(path, from) }))
    .filter(({ to }) => !allowed.includes(to))
    .flatMap(({ at, to }) => {
      if (!to.startsWith(`src/${area}/`)) return [{ at, message: `imports ${to}, which is no shape` }]
      const store = storeBehind(to, `src/${area}/`, all)
      return store ? [{ at, message: `imports ${to}, which is no shape: it leads to ${store}` }] : []
    })
}

/** The first store that a file of an area is or imports, directly or through other files of the area. */
function storeBehind(path: string, area: string, all: Sources): string | undefined {
  const seen = new Set([path])
  for (const file of seen) {
    if (isStore(file)) return file
    for (const { from } of all.get(file)?.imports ?? []) {
      const to = target(file, from)
      if (to.startsWith(area)) seen.add(to)
    }
  }
  return undefined
}

const answersAreNotCast: Rule = ({ casts }) =>
  casts.map(at => ({ at, message: 'casts the answer of another area, which its operation types' }))

const assertionsAreExplained: Rule = ({ unexplained }) =>
  unexplained.map(at => ({ at, message: 'asserts what the compiler cannot see, without a comment why' }))

const platformImportsNoBusiness: Rule = ({ path, platform, imports }) =>
  imports
    .filter(({ from }) => platform && !leadsTo(path, from, 'src/platform/'))
    .filter(({ from }) => target(path, from).startsWith('src/') || !from?.startsWith('.'))
    .map(({ at, from }) => ({ at, message: `imports ${target(path, from)}, which stands above platform` }))

const sqlIsInStores: Rule = ({ store, platform, sqlUses }) =>
  store || platform ? [] : sqlUses.map(at => ({ at, message: 'writes SQL outside a store' }))

const sqlNamesOnlyItsOwnTables: Rule = ({ area, platform, store, tagged, strings }) => {
  const own = area ? [area] : platformSchemas
  if (!area && !platform) return []
  const others = [...areas, ...platformSchemas].filter(schema => !own.includes(schema))
  const table = new RegExp(`(?<![\\w$])"?(${others.join('|')})"?\\s*\\.\\s*("?[a-z_]\\w*"?|\\$\\{)`, 'gi')
  return matches(store ? [...tagged, ...strings] : tagged, table).map(({ at, match }) => ({
    at,
    message: `reads ${match[1]}.${match[2]}, a table of another area`,
  }))
}

const locksAreRegistered: Rule = ({ path, tagged, strings }) =>
  path === 'src/platform/database/locks.ts'
    ? []
    : matches([...tagged, ...strings], /\bpg_(?:try_)?advisory_\w*/gi).map(({ at, match }) => ({
        at,
        message: `calls ${match[0]}; locks stand in src/platform/database/locks.ts`,
      }))

const codeAsksTheClock: Rule = ({ path, clocks }) =>
  path === 'src/platform/clock.ts'
    ? []
    : clocks.map(({ at, text }) => ({ at, message: `asks for the time with ${text}, not the clock` }))

const sqlAsksTheClock: Rule = ({ path, store, platform, tagged, strings }) =>
  path === 'src/platform/clock.ts'
    ? []
    : matches(store || platform ? [...tagged, ...strings] : tagged, aboutTime).map(({ at, match }) => ({
        at,
        message: `asks PostgreSQL for the time with ${match[0]}, not the clock`,
      }))

const rulesOfSql = [sqlNamesOnlyItsOwnTables, sqlAsksTheClock]
const rules = [
  areaImportsOnlyPlatformAndContracts,
  contractImportsOnlyShapes,
  answersAreNotCast,
  assertionsAreExplained,
  platformImportsNoBusiness,
  sqlIsInStores,
  locksAreRegistered,
  codeAsksTheClock,
  ...rulesOfSql,
]

function matches(pieces: Piece[], pattern: RegExp) {
  return pieces.flatMap(piece =>
    [...withoutSqlComments(piece.text).matchAll(pattern)].map(match => ({
      at: piece.at + match.index,
      match,
    })),
  )
}

/** Replaces comments with blanks of the same length, so that offsets and lines stay valid. */
function withoutSqlComments(text: string): string {
  return text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '))
}

/** Returns whether an import is a package or begins with an allowed path; false if the rules cannot follow the path. */
function leadsTo(path: string, from: string | undefined, ...allowed: string[]): boolean {
  if (from === undefined || /^(#|\/|file:)/.test(from)) return false
  return !from.startsWith('.') || allowed.some(start => target(path, from).startsWith(start))
}

function target(path: string, from: string | undefined): string {
  if (from === undefined) return 'a path made at run time'
  return from.startsWith('.') ? posix.join(posix.dirname(path), from) : from
}
