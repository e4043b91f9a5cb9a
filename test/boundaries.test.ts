// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources under test are written as text

import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { findBoundaryViolations } from './support/boundaries.ts'
import { areas } from './support/boundaries-source.ts'
import { findBusinessWords } from './support/business-words.ts'
import { findForgottenHolders } from './support/personal-data-rule.ts'
import { findFixedWaits } from './support/timers-rule.ts'

const root = join(import.meta.dirname, '..')

const broken: [rule: string, path: string, source: string, expected: string][] = [
  [
    'imports of an area',
    'src/orders/a.ts',
    "import { x } from '../loyalty/b.ts'",
    ':1 imports src/loyalty/b.ts',
  ],
  ['a type', 'src/orders/a.ts', "\nimport type { X } from '../loyalty/b.ts'", ':2 imports src/loyalty/b.ts'],
  [
    'an inline type',
    'src/orders/a.ts',
    "type A = import('../loyalty/b.ts').B",
    ':1 imports src/loyalty/b.ts',
  ],
  ['a re-export', 'src/orders/a.ts', "export { x } from '../loyalty/b.ts'", ':1 imports src/loyalty/b.ts'],
  ['a re-export of all', 'src/orders/a.ts', "export * from '../loyalty/b.ts'", ':1 imports src/loyalty/b.ts'],
  ['a bare import', 'src/orders/a.ts', "import '../loyalty/b.ts'", ':1 imports src/loyalty/b.ts'],
  ['a dynamic import', 'src/orders/a.ts', "await import('../loyalty/b.ts')", ':1 imports src/loyalty/b.ts'],
  ['a dynamic template', 'src/orders/a.ts', 'await import(`../loyalty/b.ts`)', ':1 imports src/loyalty/b.ts'],
  [
    'an import path computed at run time',
    'src/orders/a.ts',
    'await import(`../${x}.ts`)',
    'a path made at run time',
  ],
  [
    'an import from a subfolder',
    'src/orders/store/a.ts',
    "import '../../loyalty/b.ts'",
    'imports src/loyalty/b.ts',
  ],
  ['an indirect path', 'src/orders/a.ts', "import '../platform/../loyalty/b.ts'", 'imports src/loyalty/b.ts'],
  ['a URL', 'src/orders/a.ts', "import 'file:///loyalty/b.ts'", 'imports file:///loyalty/b.ts'],
  ['an alias', 'src/orders/a.ts', "import '#loyalty/b.ts'", 'imports #loyalty/b.ts'],
  ['the list of areas', 'src/orders/a.ts', "import '../areas.ts'", 'imports src/areas.ts'],
  ['the application', 'src/orders/a.ts', "import '../app.ts'", 'imports src/app.ts'],
  ['the command line', 'src/orders/a.ts', "import '../cli.ts'", 'imports src/cli.ts'],
  ['the tests', 'src/orders/a.ts', "import '../../test/support/x.ts'", 'imports test/support/x.ts'],

  ['the store of an area', 'src/orders/a.ts', "import '../loyalty/store.ts'", 'imports src/loyalty/store.ts'],
  [
    'a nested file named contract.ts',
    'src/orders/a.ts',
    "import '../loyalty/x/contract.ts'",
    'outside orders',
  ],
  ['a contract of no area', 'src/orders/a.ts', "import '../gifts/contract.ts'", 'outside orders'],
  [
    'contract: the area’s own store',
    'src/orders/contract.ts',
    "import { find } from './store/orders.ts'",
    ':1 imports src/orders/store/orders.ts, which is no shape',
  ],
  ['contract: a package', 'src/orders/contract.ts', "import pg from 'pg'", 'imports pg, which is no shape'],
  [
    'contract: the database',
    'src/orders/contract.ts',
    "import type { Tx } from '../platform/database/database.ts'",
    'imports src/platform/database/database.ts, which is no shape',
  ],
  ['contract: another area', 'src/orders/contract.ts', "import '../loyalty/a.ts'", 'outside orders'],

  ['a cast response', 'src/orders/a.ts', 'const x = (await peers.ask(y, {})) as X', ':1 casts the answer'],
  ['a cast body', 'src/orders/a.ts', '\nf((await peers.ask(y, {})).body as X)', ':2 casts the answer'],
  [
    'a cast in angle brackets',
    'src/orders/a.ts',
    'const x = <X>(await peers.ask(y, {})).body',
    'casts the answer',
  ],
  [
    'a cast after a non-null assertion',
    'src/orders/a.ts',
    '(await platform.peers.ask(y, {})).body!.x as unknown // why',
    'casts the answer',
  ],
  ['a type argument', 'src/orders/a.ts', 'peers.ask<X>(y, {})', 'casts the answer'],
  [
    'a cast variable',
    'src/orders/a.ts',
    'async () => {\n  const answer = await peers.ask(y, {})\n  return answer.body.z as X\n}',
    ':3 casts the answer',
  ],
  [
    'a cast after destructuring',
    'src/orders/a.ts',
    'async () => {\n  const { body: [first] } = await peers.ask(y, {})\n  list.map(() => first as X)\n}',
    ':3 casts the answer',
  ],

  [
    'platform: all settings',
    'src/platform/a.ts',
    "import type { Config } from '../config.ts'",
    'src/config.ts',
  ],
  ['platform: an area', 'src/platform/a.ts', "import '../orders/a.ts'", 'imports src/orders/a.ts'],
  [
    'platform: an import from a subfolder',
    'src/platform/http/a.ts',
    "import type { A } from '../../areas.ts'",
    'src/areas.ts',
  ],

  ['SQL in a use case', 'src/orders/pay.ts', 'run(sql`select 1`)', ':1 writes SQL outside a store'],
  ['typed SQL', 'src/orders/pay.ts', '\nrun(sql<Row>`select 1`)', ':2 writes SQL outside a store'],
  ['SQL of a transaction handle', 'src/orders/pay.ts', 'db.sql`select 1`', 'writes SQL outside a store'],
  ['raw SQL', 'src/orders/pay.ts', "sql.raw('select 1')", 'writes SQL outside a store'],
  ['SQL renamed', 'src/orders/pay.ts', "import { sql as q } from 'x'\nq`select 1`", ':2 writes SQL outside'],
  ['SQL outside the areas', 'src/cli.ts', 'sql`select 1`', 'src/cli.ts:1 writes SQL outside a store'],
  [
    'SQL in a folder that only looks like a store',
    'src/shop/store.ts',
    'sql`select 1`',
    'writes SQL outside a store',
  ],

  [
    'a foreign table',
    'src/orders/store.ts',
    'sql`\nselect * from loyalty.client`',
    ':2 reads loyalty.client',
  ],
  [
    'a quoted name',
    'src/orders/store.ts',
    'sql`select * from "loyalty" . "client"`',
    'reads loyalty."client"',
  ],
  ['a name in capitals', 'src/orders/store.ts', 'sql`SELECT * FROM Loyalty.Client`', 'reads Loyalty.Client'],
  ['an interpolated name', 'src/orders/store.ts', 'sql`select * from loyalty.${x}`', 'reads loyalty.${'],
  [
    'a table between parameters',
    'src/orders/store.ts',
    'sql`select ${a} from loyalty.client where ${b}`',
    'loyalty.client',
  ],
  [
    'jobs',
    'src/orders/store.ts',
    "sql`select graphile_worker.add_job('x')`",
    'reads graphile_worker.add_job',
  ],
  ['the outbox', 'src/orders/store/read.ts', 'sql`insert into platform.outbox`', 'reads platform.outbox'],
  [
    'a table in raw SQL',
    'src/orders/store.ts',
    "sql.raw('select * from loyalty.client')",
    'reads loyalty.client',
  ],
  [
    'a table in untagged SQL',
    'src/orders/store.ts',
    "tx.query('select * from loyalty.client')",
    'reads loyalty.client',
  ],
  ['platform SQL', 'src/platform/outbox.ts', 'sql`select * from orders.commande`', 'reads orders.commande'],
  [
    'a migration',
    'src/orders/migrations/001.sql',
    'create table orders.a (\n  client bigint references loyalty.client\n);',
    ':2 reads loyalty.client',
  ],

  [
    'a lock',
    'src/orders/store.ts',
    'sql`\nselect pg_advisory_xact_lock(1)`',
    ':2 calls pg_advisory_xact_lock',
  ],
  [
    'a lock in untagged SQL',
    'src/embedded/a.ts',
    "query('select pg_try_advisory_lock($1)')",
    'calls pg_try_',
  ],
  ['a lock in the platform', 'src/platform/jobs/store.ts', 'sql`select PG_ADVISORY_LOCK(1)`', 'calls PG_ADV'],

  ['Date.now', 'src/orders/a.ts', 'const x = Date.now()', ':1 asks for the time with Date.now'],
  [
    'Date.now passed as a function',
    'src/platform/a.ts',
    'start(Date.now)',
    'asks for the time with Date.now',
  ],
  ['new Date', 'src/orders/a.ts', '\n\nconst x = new Date()', ':3 asks for the time with new Date()'],
  ['new Date, bare', 'src/app.ts', 'const x = new Date', 'asks for the time with new Date()'],
  ['Date called as a function', 'src/orders/a.ts', 'const x = Date()', 'asks for the time with Date()'],
  ['Date of globalThis', 'src/orders/a.ts', 'new globalThis.Date()', 'asks for the time with new Date()'],
  ['Temporal', 'src/orders/a.ts', 'Temporal.Now.instant()', 'asks for the time with Temporal.Now'],
  ...['now()', 'CURRENT_TIMESTAMP', 'current_date', 'localtimestamp', 'Now ( )'].map(mixedTime),
  ...['clock_timestamp()', 'statement_timestamp()', 'transaction_timestamp()'].map(mixedTime),
  ['SQL time in platform', 'src/platform/jobs.ts', "query('select now()')", 'for the time with now()'],
  [
    'a default',
    'src/orders/migrations/001.sql',
    'create table orders.a (\n  x timestamptz default now()\n);',
    ':2 asks',
  ],
  ['an assertion', 'src/orders/a.ts', '// list\n\nconst x = list[0]!', ':3 asserts what'],
  ['as never', 'src/platform/a.ts', 'f(\n  x as never,\n)', ':2 asserts what'],
  ['as unknown as', 'src/orders/a.ts', 'const x = y as unknown as Z', 'asserts what'],
  ['a comment too far above', 'src/orders/a.ts', '// why\nf()\ng(x!)', ':3 asserts what'],
  ['a syntax error', 'src/orders/a.ts', 'const = 1', 'cannot be read'],
]

function mixedTime(word: string): [string, string, string, string] {
  return [
    word,
    'src/orders/store.ts',
    `sql\`select \${x}, ${word}\``,
    `asks PostgreSQL for the time with ${word}`,
  ]
}

const sound: [path: string, source: string][] = [
  [
    'src/orders/a.ts',
    "import { x } from '../platform/http/server.ts'\nimport './b.ts'\nimport '../orders/c.ts'",
  ],
  ['src/orders/a.ts', "import { x } from '../loyalty/contract.ts'\nimport './store/orders.ts'"],
  [
    'src/orders/contract.ts',
    "import Type from 'typebox'\nimport { ProblemBody } from '../platform/problem.ts'\nimport './schemas.ts'",
  ],
  ['src/orders/contract.ts', "import '../loyalty/contract.ts'\nimport './repairs/repair-schemas.ts'"],
  [
    'src/orders/a.ts',
    'const f = async () => {\n  const { body } = await peers.ask(y, {})\n  return body\n}\nconst g = body => body as X',
  ],
  ['src/orders/a.ts', "const x = await peers.ask(y, { expect: [404] as const }), z = text as 'a'"],
  ['src/orders/a.ts', "import fs from 'node:fs'\nimport pg from 'pg'\nawait import('loyalty')"],
  ['src/orders/a.ts', '// imports ../loyalty/store.ts, reads loyalty.client and calls Date.now()'],
  ['src/orders/a.ts', 'const x = request.loyalty.client + peers.payments.url'],
  ['src/orders/a.ts', "const text = 'loyalty.client is not SQL here'"],
  [
    'src/orders/a.ts',
    'const a = new Date(value), b = Date.parse(value), c = performance.now(), d = clock.now()',
  ],
  ['src/orders/a.ts', 'type When = Date\nconst f = (x: Date) => x instanceof Date'],
  ['src/orders/a.ts', 'const x = y!.z // why\n// why\nconst a = b as never'],
  ['src/orders/a.ts', '/** Why. */\nexport const f = (\n  x: X,\n) =>\n  x as unknown as Y'],
  ['src/orders/a.ts', 'const a = b as unknown, c = d !== e'],
  ['src/orders/a.ts', 'const list = html`select ${x} from loyalty.client`'],
  ['src/orders/store.ts', "import { x } from './loyalty.ts'\nsql`select * from orders.commande`"],
  ['src/orders/store.ts', 'sql`select 1 -- not loyalty.client, not now()\n/* nor platform.outbox */`'],
  ['src/orders/store.ts', 'sql`select known(), myloyalty.client, loyalty from orders.commande`'],
  ['src/orders/store/read.ts', 'sql`select * from orders.commande`'],
  ['src/reference/produits/store.ts', 'sql`select * from reference.produit`'],
  ['src/platform/outbox.ts', "import { c } from './own-settings.ts'\nsql`select * from platform.outbox`"],
  ['src/platform/version.ts', "import json from '../../package.json' with { type: 'json' }"],
  ['src/platform/clock.ts', 'const x = Date.now() + Number(new Date())\nsql`select now()`'],
  ['src/platform/database/locks.ts', 'sql`select pg_advisory_xact_lock(${x})`'],
  ['src/orders/store.ts', "acquireLock(tx, 'relay') // pg_advisory_lock"],
  ['src/areas.ts', "import './orders/area.ts'\nimport './loyalty/area.ts'"],
  ['src/orders/orders.test.ts', "import '../loyalty/store.ts'\nsql`select now() from loyalty.client`"],
  ['src/orders/migrations/001.sql', '-- as in loyalty.client, without now()\ncreate schema orders;'],
]

describe('the rules detect', () => {
  for (const [name, path, source, expected] of broken) {
    test(name, () => {
      const found = findBoundaryViolations(new Map([[path, source]]))
      assert.equal(found.length, 1, found.join('\n') || `nothing reported in: ${source}`)
      const [line = ''] = found
      assert.ok(line.startsWith(path) && line.includes(expected), line)
    })
  }
  for (const [path, source] of sound) {
    test(`nothing in ${path}: ${source}`, () => {
      assert.deepEqual(findBoundaryViolations(new Map([[path, source]])), [])
    })
  }
})

describe('a business word in the platform is detected', () => {
  for (const [what, source, expected] of [
    ['a provider', "const base = 'https://api.stripe.com'", 'stripe'],
    ['a setting', 'secrets: { cardKeys: string[] }', 'card'],
    ['a customer identifier', 'type Person = { clientIds: string[] }', 'client Ids'],
    ['a French word', "url: '/api/commandes/:ordreId'", 'commandes, ordre'],
    ['an accented word', '// la fidélité', 'fidelite'],
    ['an area', "peers('loyalty')", 'loyalty'],
    ['a table', 'sql`select * from refund_request`', 'refund'],
    ['a comment', '\n/** As an order with two products. */', 'products'],
    ['a name in capitals', "setting('COMPTOIR_PAYMENT_DELAY_MS')", 'PAYMENT'],
  ] as const)
    test(what, () => {
      const [line = '', ...more] = findBusinessWords('src/platform/a.ts', source)
      assert.equal(line, `src/platform/a.ts:${source.split('\n').length} says ${expected}`)
      assert.deepEqual(more, [])
    })

  test('in a migration, but not in its comments, which must not change', () => {
    const path = 'src/platform/migrations/0001-a.sql'
    assert.equal(findBusinessWords(path, 'create table platform.payment ();').length, 1)
    assert.deepEqual(findBusinessWords(path, '-- as for payments\ncreate table platform.a ();'), [])
  })

  test('but not in the platform’s own words, in an area or in a test', () => {
    const own =
      'const client = await pool.connect() // in the order of the list, discarded; order by id; pointsAt(restore)'
    assert.deepEqual(findBusinessWords('src/platform/a.ts', own), [])
    for (const path of ['src/payments/a.ts', 'src/platform/a.test.ts', 'src/config.ts'])
      assert.deepEqual(findBusinessWords(path, 'stripe'), [])
    assert.deepEqual(findBusinessWords('src/platform/http/access.ts', "access === 'customer'"), [])
    assert.equal(
      findBusinessWords('src/platform/http/access.ts', "access === 'customer' && payment").length,
      1,
    )
  })
})

test('a contract that imports a store through another file is detected', () => {
  const found = findBoundaryViolations(
    new Map([
      ['src/orders/contract.ts', "import { x } from './schemas.ts'\nimport { y } from './placing/place.ts'"],
      ['src/orders/schemas.ts', "import './placing/numbers.ts'"],
      ['src/orders/placing/numbers.ts', "import './place.test.ts'"],
      ['src/orders/placing/place.ts', "import '../work.ts'"],
      ['src/orders/work.ts', "import './placing/place.ts'\nimport './placing/store.ts'"],
    ]),
  )
  assert.deepEqual(found, [
    'src/orders/contract.ts:2 imports src/orders/placing/place.ts, which is no shape: it leads to src/orders/placing/store.ts',
    'src/orders/placing/place.ts, src/orders/work.ts import one another',
    'src/orders/placing, src/orders/work.ts import one another',
  ])
})

describe('a wait for a duration is detected', () => {
  const wait = 'await new Promise(resolve => setTimeout(resolve, 20))'
  for (const [what, path, source] of [
    ['in a test', 'src/orders/a.test.ts', wait],
    ['by interval', 'test/platform/a.test.ts', 'setInterval(() => {}, 1)'],
    ['imported', 'test/scenarios/a.test.ts', "import { setTimeout as later } from 'node:timers/promises'"],
    ['by a sleep function', 'test/support/a.ts', 'while (waits) await sleep(5)'],
    ['through the timers module', 'test/servers/a.ts', 'await timers.setTimeout(5)'],
    ['in a program', 'test/fault-runs/a.ts', wait],
    ['by a pause in a test', 'test/faults/a.test.ts', "import { pause } from '../support/pause.ts'"],
    [
      'by a pause in a test beside programs',
      'test/shapes/a.test.ts',
      "import { pause } from '../support/pause.ts'",
    ],
  ] as const)
    test(what, () => {
      const [line = '', ...more] = findFixedWaits(path, `\n${source}`)
      assert.ok(line.startsWith(`${path}:2 `), line)
      assert.deepEqual(more, [])
    })

  test('but not in the product, in pauses of programs, or in a socket’s timeout', () => {
    assert.deepEqual(findFixedWaits('src/platform/a.ts', wait), [])
    assert.deepEqual(findFixedWaits('test/support/eventually.ts', wait), [])
    assert.deepEqual(
      findFixedWaits('test/fault-runs/a.ts', "import { pause } from '../support/pause.ts'"),
      [],
    )
    for (const line of ['socket.setTimeout(2_000, end)', "spawn('sleep', ['60'])", 'select pg_sleep(5)'])
      assert.deepEqual(findFixedWaits('test/platform/a.test.ts', line), [], line)
  })
})

describe('an area that an erasure would skip is detected', () => {
  const tables = 'create table giftcards.carte (id bigint, "clientId" text);'
  const expected = 'src/giftcards/area.ts declares no personalData'
  const areaWith = (...lines: string[]) =>
    `export const giftCards = defineArea({ name: 'giftcards', calls: [], ${lines.join(' ')} })`
  const found = (sql: string, area?: string) =>
    findForgottenHolders(
      new Map([
        ['src/giftcards/migrations/0001-cards.sql', sql],
        ...(area === undefined ? [] : [['src/giftcards/area.ts', area] as const]),
      ]),
    )

  for (const [what, area] of [
    ['without a declaration', areaWith()],
    ['with a commented declaration', areaWith('// personalData: { open }')],
    ['with a declaration elsewhere in the file', `${areaWith()}; const other = { personalData: {} }`],
    ['with a declaration in its opened parts', areaWith('open: () => ({ personalData })')],
    ['without area.ts', undefined],
  ] as const)
    test(what, () => {
      const [line = '', ...more] = found(tables, area)
      assert.ok(line.includes(expected) && line.includes('clientId'), line)
      assert.deepEqual(more, [])
    })

  test('but not if it declares personal data, or its tables name no customer', () => {
    assert.deepEqual(found(tables, areaWith('personalData: { open },')), [])
    assert.deepEqual(found('-- not a "clientId"\ncreate table giftcards.carte (id bigint);', areaWith()), [])
  })
})

describe('an import cycle is detected', () => {
  const found = (...files: [string, string][]) =>
    findBoundaryViolations(new Map(files.map(([path, text]) => [`src/orders/${path}`, text])))

  test('between folders and files of an area, through a third', () => {
    assert.deepEqual(
      found(
        ['basket/read.ts', "import type { A } from '../tables.ts'"],
        ['tables.ts', "export * from './peers.ts'"],
        ['peers.ts', "const x = await import('./basket/store.ts')"],
        ['basket/store.ts', "type A = import('../status/routes.ts').A"],
        ['status/routes.ts', "import '../tables.ts'"],
      ),
      [
        'src/orders/basket/store.ts, src/orders/peers.ts, src/orders/status/routes.ts, src/orders/tables.ts import one another',
        'src/orders/basket, src/orders/peers.ts, src/orders/status, src/orders/tables.ts import one another',
      ],
    )
  })

  test('between files of a folder', () => {
    assert.deepEqual(
      found(
        ['basket/a.ts', "import './b.ts'"],
        ['basket/b.ts', "import './a.ts'"],
        ['a.ts', "import './basket/a.ts'"],
      ),
      ['src/orders/basket/a.ts, src/orders/basket/b.ts import one another'],
    )
  })

  test('but not through a test', () => {
    assert.deepEqual(
      found(['basket/a.test.ts', "import '../tables.ts'"], ['tables.ts', "import './basket/a.test.ts'"]),
      [],
    )
  })
})

describe('the project', () => {
  const files = new Map<string, string>()
  before(async () => {
    for await (const path of glob('src/**/*.{ts,sql}', { cwd: root })) {
      files.set(path.replaceAll('\\', '/'), await readFile(join(root, path), 'utf8'))
    }
  })

  test('keeps its boundaries', () => {
    assert.deepEqual(findBoundaryViolations(files), [])
  })

  test('lists every folder that is an area in src/areas.ts', () => {
    const list = files.get('src/areas.ts') ?? ''
    const listed = [...list.matchAll(/^import \{ \w+ \} from '\.\/(\w+)\/area\.ts'$/gm)].map(
      ([, name]) => name,
    )
    assert.ok(listed.length >= 10)
    assert.deepEqual(listed.sort(), [...areas].sort())
  })

  test('uses no business word in its platform', () => {
    assert.deepEqual(
      [...files].flatMap(([path, text]) => findBusinessWords(path, text)),
      [],
    )
  })

  test('waits for no duration in its tests', async () => {
    const found: string[] = []
    let read = 0
    for await (const path of glob('{src,bench,sample,test}/**/*.ts', { cwd: root })) {
      read++
      // This file contains examples of violations.
      if (!path.endsWith('boundaries.test.ts'))
        found.push(...findFixedWaits(path.replaceAll('\\', '/'), await readFile(join(root, path), 'utf8')))
    }
    assert.ok(read > 500, `only ${read} files read`)
    assert.deepEqual(found, [])
  })

  test('skips no area in an erasure, and detects a missing declaration', () => {
    assert.deepEqual(findForgottenHolders(files), [])
    const holders = [...files].filter(
      ([path, text]) => path.endsWith('/area.ts') && text.includes('personalData:'),
    )
    assert.ok(holders.length >= 7, `only ${holders.length} areas hold personal data`)
    for (const [path, text] of holders) {
      const without = new Map([...files, [path, text.replace('personalData:', 'other:')]])
      assert.equal(findForgottenHolders(without).length, 1, path)
    }
  })

  test('was read completely: a violation added to any file of any area is detected', () => {
    for (const folder of [...areas, 'platform']) {
      const sources = [...files].filter(([path]) => path.startsWith(`src/${folder}/`) && isSource(path))
      assert.ok(sources.length >= 2, `src/${folder}: only ${sources.length} files read`)
      for (const [path, text] of sources) {
        const up = '../'.repeat(path.split('/').length - 2)
        const pierced = `${text}\nimport '${up}app.ts'\n`
        assert.equal(findBoundaryViolations(new Map([[path, pierced]])).length, 1, path)
      }
    }
    assert.ok(files.size >= 100, `only ${files.size} files read`)
    assert.ok([...files.keys()].filter(path => path.endsWith('.sql')).length >= 8, 'too few migrations read')
  })
})

const isSource = (path: string) => path.endsWith('.ts') && !path.endsWith('.test.ts')
