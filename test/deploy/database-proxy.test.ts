import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ofDatabase } from '../shapes/database-proxy.ts'

const DOCUMENT = 'docs/deploy.md'

/** What a proxy does, without its addresses and what is said about it. */
const doing = (lines: readonly string[]) =>
  lines.map(line => line.trim()).filter(line => line !== '' && !/^(#|bind |server )/.test(line))

test(`the proxy before PostgreSQL that ${DOCUMENT} shows asks and cuts off as the one that the fault runs try`, () => {
  const shown = /listen primary\n[\s\S]*?(?=\n *```)/.exec(readFileSync(DOCUMENT, 'utf8'))?.[0] ?? ''
  const lines = ofDatabase({ port: 1, readPort: 2, sockets: ['a', 'b'] })
  const primary = lines.slice(0, lines.indexOf('listen replica'))
  assert.ok(shown.includes('server postgres2'))
  assert.deepEqual(doing(shown.split('\n')), doing(primary))
})
