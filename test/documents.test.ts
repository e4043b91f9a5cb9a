import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { parse } from 'yaml'
import { documents } from '../src/commands/openapi.ts'

const checkedIn = (path: string) => readFileSync(new URL(`../docs/${path}`, import.meta.url), 'utf8')

test('the documents of the interface are those that the routes give: run `npx comptoir openapi` after a change', async () => {
  const written = await documents()
  for (const [path, text] of written) assert.equal(checkedIn(path), text, path)
  const files = readdirSync(new URL('../docs/openapi/', import.meta.url)).map(file => `openapi/${file}`)
  assert.deepEqual(files.sort(), [...written.keys()].filter(path => path.startsWith('openapi/')).sort())
})

test('redocly lint finds no error in the documents', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  for (const [path, source] of await documents()) {
    const problems = await lintFromString({ source, absoluteRef: path, config })
    const errors = problems.filter(({ severity }) => severity === 'error')
    assert.deepEqual(
      errors.map(({ message, location }) => `${path}${location[0]?.pointer}: ${message}`),
      [],
    )
  }
})

test('what has a default is not required of a caller', () => {
  type Parameter = { name: string; required: boolean; schema: { default?: unknown } }
  const { paths } = parse(checkedIn('openapi/catalogue.yaml')) as {
    paths: Record<string, { get: { parameters: Parameter[] } }>
  }
  const { parameters } = paths['/api/products']!.get
  assert.deepEqual(
    parameters.map(({ name, required, schema }) => [name, required, schema.default]),
    [
      ['page', false, 1],
      ['limit', false, 20],
      ['search', false, undefined],
      ['famille', false, undefined],
    ],
  )
})

test('every operation has an id of its own, a summary and an access class', () => {
  type Operation = { operationId?: string; summary?: string; security?: unknown }
  const { paths } = parse(checkedIn('openapi/comptoir.yaml')) as {
    paths: Record<string, Record<string, Operation>>
  }
  const ids = new Set<string>()
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { operationId, summary, security }] of Object.entries(operations)) {
      assert.ok(operationId && !ids.has(operationId), `${method} ${path} ${operationId}`)
      assert.ok(summary, `${method} ${path} has no summary`)
      assert.ok(Array.isArray(security), `${method} ${path} has no security`)
      ids.add(operationId)
    }
  assert.ok(ids.size > 60)
})
