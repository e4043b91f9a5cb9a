import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { findUnexplainedAssertions } from './boundaries-assertions.ts'
import { findAnswerCasts } from './boundaries-casts.ts'

/** The folders of `src/` with an `area.ts`, except the platform, whose `area.ts` defines areas. */
export const areas = globSync('*/area.ts', { cwd: join(import.meta.dirname, '../../src') })
  .map(dirname)
  .filter(folder => folder !== 'platform')

export type Piece = { at: number; text: string }

/** The parts of a file that the rules check; `at` is an offset in its source. */
export type Source = {
  path: string
  area: string | undefined
  platform: boolean
  store: boolean
  imports: { at: number; from: string | undefined }[]
  sqlUses: number[]
  /** Templates tagged `sql` and the arguments of `sql.…()`. */
  tagged: Piece[]
  /** All other strings and templates: a query may be written without the tag. */
  strings: Piece[]
  clocks: Piece[]
  /** Offsets of casts of another area's response. */
  casts: number[]
  /** Offsets of `!`, `as never` and `as unknown as` without an explanation. */
  unexplained: number[]
}

/** Whether the path is `store.ts` or a file in `store/` of an area. */
export const isStore = (path: string) => areaOf(path) !== undefined && /\/store(\.ts$|\/)/.test(path)

function areaOf(path: string) {
  const [, folder, ...rest] = path.split('/')
  return rest.length > 0 ? areas.find(name => name === folder) : undefined
}

const place = (path: string) => ({
  path,
  area: areaOf(path),
  platform: path.split('/')[1] === 'platform',
  store: isStore(path),
})

export function parseSql(path: string, text: string): { errors: string[]; file: Source } {
  const nothing = { imports: [], sqlUses: [], strings: [], clocks: [], casts: [], unexplained: [] }
  return { errors: [], file: { ...place(path), ...nothing, tagged: [{ at: 0, text }] } }
}

/** Finds the parts of a file that the rules check. `errors` lists its syntax errors, which may hide some parts. */
export function parseTypeScript(path: string, text: string): { errors: string[]; file: Source } {
  const { program, module, comments, errors } = parseSync(path, text)
  const file: Source = {
    ...place(path),
    imports: [],
    sqlUses: [],
    tagged: [],
    strings: [],
    clocks: [],
    casts: findAnswerCasts(program),
    unexplained: findUnexplainedAssertions(program, comments, text),
  }
  const sqlNames = new Set(['sql'])
  const sqlSpans: { start: number; end: number }[] = []
  const importSpans = new Set<number>()
  const pieces: Piece[] = []

  for (const { moduleRequest, entries } of module.staticImports) {
    addImport(moduleRequest.start, moduleRequest.value)
    for (const { importName, localName } of entries) {
      if (importName.name === 'sql') sqlNames.add(localName.value)
    }
  }
  for (const { entries } of module.staticExports) {
    const request = entries[0]?.moduleRequest
    if (request) addImport(request.start, request.value)
  }
  new Visitor({
    ImportExpression: ({ source }) => {
      const plain = source.type === 'TemplateLiteral' && source.quasis.length === 1
      const value = plain ? source.quasis[0]?.value.raw : source.type === 'Literal' ? source.value : undefined
      addImport(source.start, typeof value === 'string' ? value : undefined)
    },
    TSImportType: ({ source }) => addImport(source.start, source.value),
    TaggedTemplateExpression: ({ start, tag, quasi }) => {
      if (sqlNames.has(nameOf(tag))) useSql(start, quasi.start, quasi.end)
    },
    CallExpression: ({ start, end, callee, arguments: given }) => {
      if (callee.type === 'MemberExpression' && sqlNames.has(nameOf(callee.object))) useSql(start, start, end)
      if (nameOf(callee) === 'Date' && given.length === 0) file.clocks.push({ at: start, text: 'Date()' })
    },
    NewExpression: ({ start, callee, arguments: given }) => {
      if (nameOf(callee) === 'Date' && given.length === 0) file.clocks.push({ at: start, text: 'new Date()' })
    },
    MemberExpression: node => {
      const name = `${nameOf(node.object)}.${nameOf(node)}`
      if (name === 'Date.now' || name === 'Temporal.Now') file.clocks.push({ at: node.start, text: name })
    },
    Literal: ({ start, value }) => {
      if (typeof value === 'string') pieces.push({ at: start + 1, text: value })
    },
    TemplateElement: ({ start, value, tail }) => {
      pieces.push({ at: start + 1, text: tail ? value.raw : `${value.raw}\${` })
    },
  }).visit(program)

  for (const piece of pieces) {
    if (importSpans.has(piece.at - 1)) continue
    const isSql = sqlSpans.some(({ start, end }) => start <= piece.at && piece.at < end)
    ;(isSql ? file.tagged : file.strings).push(piece)
  }
  return { errors: errors.map(({ message }) => message), file }

  function addImport(at: number, from: string | undefined) {
    importSpans.add(at)
    file.imports.push({ at, from })
  }
  function useSql(at: number, start: number, end: number) {
    file.sqlUses.push(at)
    sqlSpans.push({ start, end })
  }
}

/** The last part of a name: `sql` for both `sql` and `db.sql`. */
function nameOf(node: { type: string; name?: unknown; property?: unknown }): string {
  if (node.type === 'Identifier') return String(node.name)
  const property = node.property
  if (node.type !== 'MemberExpression' || typeof property !== 'object' || property === null) return ''
  if ('name' in property) return String(property.name)
  return 'value' in property ? String(property.value) : ''
}
