import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '../src/error-codes.ts'
import { codesIn, codesOfSource, listedCodes } from './support/error-codes.ts'

const distinct = (texts: string[]) => [...new Set(texts)].sort()

test('docs/errors.md has every code of the source, and no other one, once and in order', () => {
  const { codes, unreadable } = codesOfSource()
  assert.deepEqual(unreadable, [])
  assert.ok(codes.length > 200)
  const listed = listedCodes().map(({ code }) => code)
  assert.deepEqual(listed, distinct(codes.map(({ code }) => code)))
})

test('docs/errors.md gives each code the statuses that the source gives it', () => {
  const { codes } = codesOfSource()
  for (const { code, statuses } of listedCodes()) {
    const given = codes.filter(use => use.code === code).flatMap(({ status }) => status ?? [])
    // Where the status is not written beside the code, the page alone says it.
    if (given.length > 0) assert.deepEqual(statuses, distinct(given.map(String)), code)
  }
})

test('the API documents give each code the statuses and the meaning of docs/errors.md', () => {
  const documented = Object.entries(errorCodes).map(([code, [statuses, meaning]]) => ({
    ...{ code, statuses: [statuses].flat().map(String), meaning },
  }))
  const listed = listedCodes().map(({ remedy: _, ...each }) => each)
  // Any status of a refused request: no operation names it.
  assert.deepEqual(
    documented,
    listed.filter(({ code }) => code !== 'requete-refusee'),
  )
})

test('each code of docs/errors.md is words with hyphens and has a meaning of its own, and what to do', () => {
  const listed = listedCodes()
  for (const { code, meaning, remedy } of listed) {
    assert.match(code, /^[a-z]+(-[a-z]+)*$/)
    assert.match(meaning, /^[A-Z`].*\.$/, code)
    assert.match(remedy, /^[A-Z`].*\.$/, code)
  }
  assert.equal(distinct(listed.map(({ meaning }) => meaning)).length, listed.length)
})

const sources: [string, string[], number][] = [
  ["new Problem(404, 'a-b', 'x')", ['a-b'], 0],
  ["new Problem(402, x ? 'a' : 'b', 'x')", ['a', 'b'], 0],
  ["class X extends Problem { constructor() { super(409, 'a', 'x') } }", ['a'], 0],
  ["class X extends Other { constructor() { super(409, 'a', 'x') } }", [], 0],
  ["const x = { unknownCode: 'a' }", ['a'], 0],
  ['new Problem(409, body.code, body.message)', [], 0],
  ['new Problem(409, unknownCode, text)', [], 0],
  ['new Problem(409, text, text)', [], 1],
  ["new Problem(409, 'a-' + b, text)", [], 1],
  ['new Problem(409)', [], 1],
]

test('codes are read from the syntax, and one that is made up at run time is refused', () => {
  for (const [source, codes, unreadable] of sources) {
    const found = codesIn('a.ts', source)
    assert.deepEqual(
      found.codes.map(({ code }) => code),
      codes,
      source,
    )
    assert.equal(found.unreadable.length, unreadable, source)
  }
})
