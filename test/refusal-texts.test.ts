import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { REFUSAL_TEXTS } from '../examples/storefront/src/parts/refusal-texts.ts'
import { errorCodes } from '../src/error-codes.ts'

const METHOD = /\n {4}(?:get|post|put|patch|delete):\n/
const CODES = / {6}x-error-codes:\n((?: {8}- .*\n)+)/

/** The codes of all operations that shoppers may call, without those that the storefront describes by their status. */
function listShoppersCodes() {
  const document = readFileSync(new URL('../docs/openapi/comptoir.yaml', import.meta.url), 'utf8')
  const codes = document
    .split(METHOD)
    .filter(operation => / {6}x-access: (open|customer)\n/.test(operation))
    .flatMap(operation => CODES.exec(operation)?.[1]?.match(/[a-z][a-z-]+/g) ?? [])
  const isByStatus = (code: string) =>
    [errorCodes[code]?.[0] ?? []].flat().every(status => Number(status) === 429 || Number(status) >= 500)
  return [...new Set(codes)].filter(code => !isByStatus(code)).sort()
}

test('the storefront has a text in both languages for each refusal of the routes that shoppers may call', () => {
  const codes = listShoppersCodes()
  assert.ok(codes.length > 60)
  assert.deepEqual(
    codes.filter(code => !REFUSAL_TEXTS[code]?.fr || !REFUSAL_TEXTS[code]?.en),
    [],
  )
  const known = new Set([...codes, 'trop-de-commandes'])
  assert.deepEqual(
    Object.keys(REFUSAL_TEXTS).filter(code => !known.has(code)),
    [],
    'and for no other',
  )
})
