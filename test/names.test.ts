import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'oxc-parser'

const ROOT = join(import.meta.dirname, '..')

const HOOK = /^use(?=[A-Z])/

/** Verbs that are too vague; use `get`, `insert`, `report`, `return`, `find` or `lock`. */
const VAGUE = ['take', 'keep', 'tell', 'give', 'look', 'hold', 'untake']

/** Nonstandard words, each with the standard one. */
const WORDS: Record<string, string> = {
  told: 'reported',
  untold: 'pending',
  teller: 'caller',
  sought: 'searchTerms',
  seek: 'search',
  kept: 'stored',
  aisle: 'listing',
  reviving: 'restarting',
  leaving: 'draining',
  poison: 'invalid',
  pressing: 'bundling',
  together: 'batch',
  faults: 'errors',
  refusedMessage: 'deadLetter',
  refusedMessages: 'deadLetters',
  messagesRefused: 'deadLetters',
  handedOn: 'forwarded',
  giveBack: 'release',
  letGo: 'release',
  laidDown: 'written',
  lookingFor: 'search',
}

/** Exported names that the rule would refuse, and the reason to keep each. */
const EXCEPTIONS: Record<string, string> = {
  messagesRefused: 'The counter of the metric, named as the route of the interface is: messages-refuses',
}

const partsOf = (name: string) =>
  name
    .replace(HOOK, '')
    .split(/_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter(Boolean)
    .map(part => part.toLowerCase())

/** Explains why an exported name is not standard; undefined if it is. */
function objectionTo(name: string): string | undefined {
  const parts = partsOf(name)
  const [verb = ''] = parts
  if (VAGUE.includes(verb)) return `begins with ${verb}`
  const joined = `-${parts.join('-')}-`
  const word = Object.keys(WORDS).find(each => joined.includes(`-${partsOf(each).join('-')}-`))
  return word && `contains ${word}: use ${WORDS[word]}`
}

const paths = globSync(['src/**/*.ts', 'console/src/**/*.{ts,tsx}', 'clients/typescript/src/*.ts'], {
  cwd: ROOT,
})
const exported = paths
  .filter(path => !/\.(test|d)\.tsx?$/.test(path) && !path.endsWith('/interface.ts'))
  .flatMap(path => {
    const { module } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'))
    const names = module.staticExports.flatMap(({ entries }) => entries.map(entry => entry.exportName.name))
    return names.filter(name => name !== null).map(name => ({ path, name }))
  })

test('exported names use standard verbs and words', () => {
  assert.ok(exported.length > 1000, String(exported.length))
  const objections = exported
    .filter(({ name }) => !(name in EXCEPTIONS))
    .flatMap(({ path, name }) => {
      const objection = objectionTo(name)
      return objection ? [`${path}: ${name} ${objection}`] : []
    })
  assert.deepEqual(objections, [])
})

test('each exception is an exported name that the rule would refuse', () => {
  const names = new Set(exported.map(({ name }) => name))
  for (const name of Object.keys(EXCEPTIONS))
    assert.ok(names.has(name) && objectionTo(name), `${name} needs no exception`)
})

test('the rule recognizes vague verbs and words inside names', () => {
  for (const name of [
    'takeOrder',
    'keep',
    'useTell',
    'LOOK_FOR_DUE_MS',
    'ordersTold',
    'RefusedMessages',
    'isPoison',
  ])
    assert.ok(objectionTo(name), name)
  for (const name of ['takenAt', 'keeper', 'listOrders', 'Household', 'retold', 'givenName'])
    assert.equal(objectionTo(name), undefined, name)
})
