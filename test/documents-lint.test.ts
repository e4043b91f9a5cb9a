import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'

/** The checked-in documents, which another test compares with the routes. */
const folder = new URL('../docs/openapi/', import.meta.url)
const sources = readdirSync(folder).map(name => [name, readFileSync(new URL(name, folder), 'utf8')] as const)

test('redocly lint reports nothing for the documents', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The interface has such paths, and the router distinguishes them.
      'no-ambiguous-paths': 'off',
      // The forms of pages redirect with 303.
      'operation-2xx-response': 'off',
    },
  })
  for (const [name, source] of sources) {
    const problems = await lintFromString({ source, absoluteRef: name, config })
    const found = problems.map(({ message, location }) => `${name}${location[0]?.pointer ?? ''}: ${message}`)
    assert.deepEqual(found, [])
  }
})
