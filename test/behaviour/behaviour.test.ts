import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { findMissingCalls, findUndocumentedCodes, OUT_OF_REACH } from './coverage.ts'
import { openEnvironment } from './environment.ts'
import { runScript } from './run-script.ts'
import type { Step } from './script.ts'
import { type PreparedShop, prepareShop } from './shop.ts'

const isUpdate = process.execArgv.includes('--test-update-snapshots')
const splitBlocks = (text: string) => text.split(/\n\n(?=## )/)
const snapshotOf = (name: string) => new URL(`snapshots/${name}.txt`, import.meta.url)
const names = globSync('scripts/*.ts', { cwd: import.meta.dirname })
  .map(file => file.slice('scripts/'.length, -'.ts'.length))
  .sort()

let prepared: PreparedShop

before(async () => {
  prepared = await prepareShop()
})

describe('the calls of a fixed script produce the responses and events of the snapshot', {
  concurrency: 3,
}, () => {
  for (const name of names)
    test(name, async () => {
      const { default: steps } = (await import(`./scripts/${name}.ts`)) as { default: Step[] }
      const environment = await openEnvironment(prepared.template)
      const text = await runScript(environment, steps).finally(environment.close)
      if (isUpdate) return writeFileSync(snapshotOf(name), text)
      const expected = splitBlocks(readFileSync(snapshotOf(name), 'utf8'))
      const actual = splitBlocks(text)
      // Compares only the shared headers and the first call that differs: later differences often follow from it.
      const place = actual.findIndex((block, i) => i > 0 && block !== expected[i])
      const show = (blocks: string[]) => [blocks[0], blocks[place]].join('\n\n')
      assert.equal(show(actual), show(expected))
      assert.equal(actual.length, expected.length)
    })
})

const readSnapshots = () => names.map(name => readFileSync(snapshotOf(name), 'utf8'))

test('the documents list every error code of the snapshots for its operation', () => {
  assert.deepEqual(findUndocumentedCodes(prepared.documents, readSnapshots()), [])
})

test('every documented operation is called with success and with each kind of refusal, unless listed as out of reach', () => {
  assert.deepEqual(findMissingCalls(prepared.documents, readSnapshots()).sort(), OUT_OF_REACH.toSorted())
})
