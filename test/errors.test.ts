import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '../src/error-codes.ts'
import { extractCodes, readListedCodes, readSourceCodes } from './support/error-codes.ts'

const distinct = (texts: string[]) => [...new Set(texts)].sort()

test('docs/errors.md lists exactly the codes of the source, once and in order', () => {
  const { codes, unreadable } = readSourceCodes()
  assert.deepEqual(unreadable, [])
  assert.ok(codes.length > 200)
  const listed = readListedCodes().map(({ code }) => code)
  assert.deepEqual(listed, distinct(codes.map(({ code }) => code)))
})

test('docs/errors.md lists the statuses that the source uses for each code', () => {
  const { codes } = readSourceCodes()
  for (const { code, statuses } of readListedCodes()) {
    const given = codes.filter(use => use.code === code).flatMap(({ status }) => status ?? [])
    // If the source never states a status beside the code, there is nothing to compare with the page.
    if (given.length > 0) assert.deepEqual(statuses, distinct(given.map(String)), code)
  }
})

test('the API documents use the statuses and meanings of docs/errors.md for each code', () => {
  const documented = Object.entries(errorCodes).map(([code, [statuses, meaning]]) => ({
    ...{ code, statuses: [statuses].flat().map(String), meaning },
  }))
  const listed = readListedCodes().map(({ remedy: _, ...each }) => each)
  // This code can accompany any 4xx status, so no operation documents it.
  assert.deepEqual(
    documented,
    listed.filter(({ code }) => code !== 'requete-refusee'),
  )
})

test('each code of docs/errors.md is hyphenated words with a distinct meaning and a remedy', () => {
  const listed = readListedCodes()
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

test('codes are extracted from the syntax, and a code computed at run time is refused', () => {
  for (const [source, codes, unreadable] of sources) {
    const found = extractCodes('a.ts', source)
    assert.deepEqual(
      found.codes.map(({ code }) => code),
      codes,
      source,
    )
    assert.equal(found.unreadable.length, unreadable, source)
  }
})
