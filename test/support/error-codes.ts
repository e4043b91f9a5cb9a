import { globSync, readFileSync } from 'node:fs'
import { type Argument, type Expression, parseSync, type StringLiteral, Visitor } from 'oxc-parser'

type Given = Argument | Expression | undefined

/** A code in a source file, with its status if that is a numeric literal. */
export type Use = { code: string; status: number | undefined }
/** `unreadable`: positions of codes that are computed at run time. */
export type Uses = { codes: Use[]; unreadable: string[] }

/**
 * Finds the error codes in one source file: those passed to `new Problem`, or to `super` in a subclass of it, and the
 * string values of `…Code` properties. Codes in variables or properties named `code` or `…Code` are not reported.
 */
export function extractCodes(path: string, text: string): Uses {
  const found: Uses = { codes: [], unreadable: [] }

  function collect(code: Given, status: Given, start: number) {
    if (code?.type === 'ConditionalExpression') {
      collect(code.consequent, status, start)
      collect(code.alternate, status, start)
    } else if (code && isText(code)) found.codes.push({ code: code.value, status: numberOf(status) })
    else if (!isHandedOn(code)) found.unreadable.push(`${path}:${text.slice(0, start).split('\n').length}`)
  }

  let inHeir = false
  new Visitor({
    NewExpression: ({ callee, arguments: [status, code], start }) => {
      if (callee.type === 'Identifier' && callee.name === 'Problem') collect(code, status, start)
    },
    ClassDeclaration: ({ superClass }) => {
      inHeir = superClass?.type === 'Identifier' && superClass.name === 'Problem'
    },
    'ClassDeclaration:exit': () => {
      inHeir = false
    },
    CallExpression: ({ callee, arguments: [status, code], start }) => {
      if (inHeir && callee.type === 'Super') collect(code, status, start)
    },
    Property: ({ key, value, start }) => {
      // A schema has such fields too, but their values are not texts.
      if (key.type === 'Identifier' && key.name.endsWith('Code') && isText(value))
        collect(value, undefined, start)
    },
  }).visit(parseSync(path, text).program)
  return found
}

const isText = (node: { type: string; value?: unknown }): node is StringLiteral =>
  node.type === 'Literal' && typeof node.value === 'string'

const numberOf = (node: Given) =>
  node?.type === 'Literal' && typeof node.value === 'number' ? node.value : undefined

/** Forwarded codes: `body.code` of another area, `problem.code` of a thread, `unknownCode` of a kind of records. */
function isHandedOn(node: Given) {
  const name = node?.type === 'MemberExpression' ? node.property : node
  return name?.type === 'Identifier' && (name.name === 'code' || name.name.endsWith('Code'))
}

/** Reads all codes in `src/`, except in its tests. */
export function readSourceCodes(): Uses {
  const paths = globSync('src/**/*.ts').filter(path => !path.endsWith('.test.ts'))
  const all = paths.map(path => extractCodes(path, readFileSync(path, 'utf8')))
  return {
    codes: all.flatMap(({ codes }) => codes),
    unreadable: all.flatMap(({ unreadable }) => unreadable),
  }
}

const LINE = /^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm

/** Reads the rows of the table in docs/errors.md. */
export const readListedCodes = () =>
  [...readFileSync('docs/errors.md', 'utf8').matchAll(LINE)].map(
    ([, code = '', statuses = '', meaning = '', remedy = '']) => ({
      code,
      statuses: statuses.split(', '),
      meaning,
      remedy,
    }),
  )

/** Codes that any call may receive before its route runs, whether or not its operation documents them. */
export const BEFORE_ROUTES: ReadonlySet<string> = new Set([
  'adresse-trop-longue',
  'cle-invalide',
  'corps-illisible',
  'en-tetes-trop-grands',
  'json-invalide',
  'requete-illisible',
])
