import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { TEST_EVENT_TYPE } from '../src/accounts/webhook.ts'
import { areas } from '../src/areas.ts'
import { settingsOf } from '../src/config.ts'
import { insertRun } from './support/fault-injection/report.ts'

const read = (path: string) => readFileSync(path, 'utf8')

test('the list of decisions contains every decision with its title', () => {
  const list = read('docs/decisions/README.md')
  const files = globSync('docs/decisions/0*.md')
  assert.ok(files.length > 30)
  for (const file of files) {
    const title = read(file)
      .split('\n', 1)[0]
      ?.replace(/^# \d+\. /, '')
    assert.ok(list.includes(`[${title}](${file.slice('docs/decisions/'.length)})`), file)
  }
})

test('every link in a document to a file leads to an existing one', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')]
  for (const document of documents)
    for (const [, target = ''] of read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g))
      assert.ok(existsSync(join(dirname(document), target)), `${document}: ${target}`)
})

/** Returns the values that docs/schema.sql allows in a column, from its check constraint. */
function allowed(table: string, column: string): string[] {
  const [, definition = ''] = read('docs/schema.sql').split(`create table ${table} (`)
  const [check = ''] = definition.match(new RegExp(`CHECK \\(\\(\\(?${column} = ANY.*`)) ?? []
  return [...check.matchAll(/'(\w+)'::text/g)].map(([, value = '']) => value)
}

test('docs/states.md lists every state that a table allows', () => {
  const states = read('docs/states.md')
  const known = [
    ...allowed('logistics.reservation', 'statut'),
    ...allowed('logistics.bordereau', 'statut'),
    ...allowed('logistics.evenement_reparation', 'event'),
    ...allowed('payments.transaction', 'status'),
    ...allowed('accounts.courriel', 'statut'),
    ...allowed('accounts.livraison_webhook', 'statut'),
  ]
  assert.ok(known.length >= 15, known.join())
  for (const state of known) assert.match(states, new RegExp(`\\b${state}\\b`), state)
})

test('the table of docs/operations.md lists exactly the settings, with their reader and default', () => {
  const readers: Record<string, string> = { platform: 'all', start: '`npm start`' }
  const { addresses: _, ...settings } = settingsOf(areas)
  const known = Object.entries(settings).flatMap(([reader, { properties }]) =>
    Object.values(properties).map(schema => ({ reader: readers[reader] ?? reader, ...schema })),
  )
  const [table = ''] = read('docs/operations.md').split('| variable')[1]?.split('\n\n') ?? []
  const rows = [...table.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|/gm)]
  const documented = new Map(
    rows.map(([, variable = '', reader, byDefault = '']) => [variable, { reader, byDefault }]),
  )

  assert.deepEqual([...documented.keys()].sort(), known.map(({ env }) => env).sort())
  for (const { env, reader, ...schema } of known) {
    const row = documented.get(env)
    assert.equal(row?.reader, reader, env)
    const byDefault = 'default' in schema ? String(schema.default) : ''
    if (byDefault === '') assert.match(row?.byDefault ?? '', /^(none|generated|the server’s address)/, env)
    // The default of a folder differs between machines, so the table shows its path in the project.
    else if (!byDefault.startsWith('/')) assert.ok(row?.byDefault.startsWith(`\`${byDefault}\``), env)
  }

  const listed = read('docs/operations.md').match(/^The areas of `COMPTOIR_<AREA>_URL` are (.*)\.$/m)?.[1]
  assert.equal(
    listed,
    areas
      .map(({ name }) => `\`${name.toUpperCase()}\``)
      .sort()
      .join(', '),
  )
})

test('docs/webhooks.md lists every event that a webhook can receive', () => {
  const announced = areas.flatMap(({ announces = [] }) => announces.map(({ queue }) => queue))
  const documented = [...read('docs/webhooks.md').matchAll(/^\| `([a-z]+\.[a-z.-]+)` \| /gm)].map(
    ([, type]) => type,
  )
  assert.deepEqual(documented.sort(), [...new Set([...announced, TEST_EVENT_TYPE])].sort())
})

test('a fault-injection run writes its own row of docs/reliability.md and leaves the others unchanged', () => {
  const before = read('docs/reliability.md')
  const shown = {
    ...{ what: 'this | that', date: '2026-11-23', commit: 'abc', command: 'npm run faults -- zz' },
    ...{ runs: 1_000, kills: 2, lost: 0, doubled: 0, recoverySeconds: [3, 1, 2.04], more: 'all' },
  }
  const once = insertRun(before, 'zz', shown)
  assert.ok(
    once.includes(
      '| `zz` | this \\| that | 2026-11-23 | abc | `npm run faults -- zz` | 1,000 | 2 | 0 | 0 | 2.0, 3.0 | all |',
    ),
  )
  const rows = (document: string) => document.split('\n').filter(line => line.startsWith('| `'))
  assert.deepEqual(rows(once).slice(0, -1), rows(before))
  const twice = insertRun(once, 'zz', { ...shown, kills: 7 })
  assert.deepEqual(rows(twice).slice(0, -1), rows(before))
  assert.match(twice, /1,000 \| 7 \|/)
})
