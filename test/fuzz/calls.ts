import fc from 'fast-check'
import { generateBodies } from './bodies.ts'
import { generateHeaders, generateOddHeaders } from './headers.ts'
import { nounOf, placeholdersOf } from './meanings.ts'
import { oddTexts } from './odd.ts'
import type { Operation, Parameter } from './operations.ts'
import { invalidValues, validValues } from './values.ts'
import { type Wire, wires } from './wires.ts'

export type Caller = 'nobody' | 'customer' | 'key'

/** A generated call; placeholders for values of a story are filled in when it is sent. */
export type Call = {
  operation: Operation
  caller: Caller
  story: number
  method: string
  path: string
  headers: [name: string, value: string][]
  /** The media type and the text, before the wire mutation. */
  body: { type: string; text: string } | undefined
  wire: Wire
  /** Whether it may reach a route other than the operation's. */
  astray: boolean
}

/** Tildes and dots are not encoded, so that placeholders can still be found. */
const encoded = (value: unknown) =>
  encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value).toWellFormed())

function pathOf({ path, parameters }: Operation, odd: boolean): fc.Arbitrary<string> {
  const parts = path.split(/(\{\w+\})/).map((part, i, all) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (!name) return fc.constant(part)
    const before = (all[i - 1] ?? '').replace(/\/$/, '')
    const schema = parameters.find(each => each.in === 'path' && each.name === name)?.schema ?? {}
    const values =
      name === 'id' && !('format' in schema)
        ? fc.constantFrom(...placeholdersOf(nounOf(before)))
        : validValues(schema, name)
    const usual = values.map(value => encoded(String(value).replace('~#', '~')))
    return odd
      ? fc.oneof(
          usual,
          oddTexts.map(encoded),
          fc.constantFrom(
            '0',
            '-1',
            '99999999999999999999',
            '1.0',
            '01',
            '%201',
            '999999999',
            '%2e%2e',
            '~other.produit~',
            'a'.repeat(600),
          ),
        )
      : usual
  })
  return fc.tuple(...parts).map(all => all.join(''))
}

const pair = (name: string, value: unknown) => `${encoded(name)}=${encoded(value)}`

const flat = (value: unknown) => (typeof value === 'string' ? value.replace('~#', '~') : value)

const sometimes = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })

function queryOf({ parameters }: Operation, odd: boolean): fc.Arbitrary<string> {
  const known = parameters.filter(each => each.in === 'query')
  const one = ({ name, schema }: Parameter, of: typeof validValues) =>
    of(schema, name).map(value => pair(name, flat(value)))
  const usual = fc
    .tuple(...known.map(each => (each.required ? one(each, validValues) : sometimes(one(each, validValues)))))
    .map(all => all.filter(each => each !== null))
  if (!odd) return usual.map(all => all.join('&'))
  const names = [...known.map(({ name }) => name), 'inconnu', '__proto__', 'utm_x', '']
  const games = fc
    .tuple(fc.constantFrom(...names), oddTexts)
    .chain(([name, text]) =>
      fc.constantFrom(
        ...[
          `${pair(name, text)}`,
          `${pair(name, text)}&${pair(name, '1')}`,
          `${name}[]=1`,
          `${name}[a]=1`,
          `${name}`,
        ],
        ...[
          `${name}=%`,
          `${name}=%zz`,
          `${name}=%00`,
          `${name}=%ff%fe`,
          `${name}==&&`,
          `${name}=${'9'.repeat(2_000)}`,
        ],
      ),
    )
  const each = known.length > 0 ? fc.oneof(games, ...known.map(each => one(each, invalidValues))) : games
  return fc.tuple(usual, each).map(([all, game]) => [...all, game].join('&'))
}

/** Mutations of a path, which write it differently or lead elsewhere. */
const detours: ((path: string) => string)[] = [
  path => `${path}/`,
  path => `${path}//`,
  path => `/${path}`,
  path => path.replaceAll('/', '//'),
  path => path.toUpperCase(),
  path => `${path}/inconnu`,
  path => `${path}%`,
  path => `${path}%c0%af`,
  path => path.replace('/api', '/api/..'),
  path => path.replace('/api', '/./api'),
  path => `/orders${path}`,
  path => path.replaceAll('/', '%2f'),
  path => `${path};a=b`,
  path => `${path}${'a'.repeat(9_000)}`,
  path => `http://evil.example${path}`,
]

const METHODS = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PUT',
  'DELETE',
  'PATCH',
  'POST',
  'GET',
  'PROPFIND',
  'PURGE',
  'MKCOL',
]

type Bend = 'nothing' | 'path' | 'query' | 'body' | 'headers' | 'wire' | 'address' | 'method'

function bendsOf({ path, parameters, body }: Operation): Record<Bend, number> {
  return {
    nothing: 6,
    path: path.includes('{') ? 2 : 0,
    query: parameters.some(each => each.in === 'query') ? 3 : 1,
    body: body ? 7 : 0,
    headers: 2,
    wire: body ? 2 : 1,
    address: 1,
    method: 0.5,
  }
}

/** Generates calls of the operation, in each of which at most one part is odd. */
export function generateCalls(
  operation: Operation,
  all: readonly Operation[],
  callers: readonly Caller[],
): fc.Arbitrary<Call> {
  const content = generateBodies(operation, all)
  const made = (bend: Bend): fc.Arbitrary<Call> =>
    fc
      .record({
        caller: fc.constantFrom(...callers),
        story: fc.nat(7),
        method: bend === 'method' ? fc.constantFrom(...METHODS) : fc.constant(operation.method),
        path: pathOf(operation, bend === 'path'),
        detour: bend === 'address' ? fc.constantFrom(...detours) : fc.constant(undefined),
        query: queryOf(operation, bend === 'query'),
        headers: bend === 'headers' ? generateOddHeaders(operation) : generateHeaders(operation),
        body: content(bend === 'body'),
        wire: bend === 'wire' ? wires : fc.constant<Wire>('plain'),
      })
      .map(({ path, detour, query, ...rest }) => ({
        ...{ operation, ...rest },
        path: `${detour ? detour(path) : path}${query ? `?${query}` : ''}`,
        astray: bend === 'address' || bend === 'path' || rest.method !== operation.method,
      }))
  return fc.oneof(
    ...Object.entries(bendsOf(operation)).map(([bend, weight]) => ({
      weight: Math.round(weight * 2),
      // The compiler types record keys as strings; these are those of `Bend`.
      arbitrary: made(bend as Bend),
    })),
  )
}
