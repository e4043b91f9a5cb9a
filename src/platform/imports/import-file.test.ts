import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import Type from 'typebox'
import { createTestDatabase } from '../../../test/support/database.ts'
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts'
import { createRealClock } from '../clock.ts'
import { createPool, type DatabasePool } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { Problem } from '../problem.ts'
import { createLineReport, type Import, type ImportAnswer, type Intake, Refusal } from './import.ts'
import { importFile } from './import-file.ts'

let db: DatabasePool
let folder: string
before(async () => {
  db = createPool(await createTestDatabase(), { size: 6, onError: () => {} })
  folder = createTemporaryFolder('imports')
  await db.pg.query('create table public.word (word text primary key)')
})
after(() => db.close())
beforeEach(() => db.pg.query('truncate public.word'))

const words = async () =>
  (await db.rows(sql<{ word: string }>`select word from public.word order by word`)).map(({ word }) => word)

type Word = { word: string }
const intake: Intake<Word, 'created'> = {
  read: element => (typeof element === 'string' ? { word: element } : new Refusal('is no word')),
  async store(tx, items) {
    const taken = new Set(
      (
        await tx.rows(sql<Word>`
          select word from public.word where word = any(${items.map(({ word }) => word)}::text[])`)
      ).map(({ word }) => word),
    )
    const fresh = items.filter(({ word }) => !taken.has(word)).map(({ word }) => word)
    await tx.run(sql`insert into public.word select * from unnest(${fresh}::text[])`)
    return items.map(({ word }) => (taken.has(word) ? new Refusal(`${word} is there`) : 'created'))
  },
}

type Words = Import<Word, 'created', ImportAnswer>
const createWordImport = (
  transaction: Words['transaction'],
  more: Partial<Intake<Word, 'created'>> = {},
): Words => ({
  batch: 3,
  transaction,
  shape: Type.Object({ word: Type.String() }),
  open: () => ({ ...intake, ...more }),
  report: () => createLineReport(),
})

let files = 0
function runImport(content: unknown, what: Words, signal = new AbortController().signal) {
  const path = join(folder, `${++files}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return importFile({ db, clock: createRealClock() }, { path, format: 'json' }, what, {
    signal,
    dryRun: false,
  })
}

const broken = '["a","b","c","d","e"'

for (const transaction of ['whole file', 'each batch'] as const) {
  test(`${transaction}: valid lines are stored, and invalid ones reported by number, in order`, async () => {
    await runImport(['e'], createWordImport(transaction))

    const answer = await runImport(['a', 1, 'b', 'c', null, 'd', 'e', 'f'], createWordImport(transaction))

    assert.deepEqual(answer, {
      succes: false,
      created: 5,
      failed: 3,
      warned: 0,
      errors: [
        { line: 2, error: 'is no word' },
        { line: 5, error: 'is no word' },
        { line: 7, error: 'e is there' },
      ],
      ...{ warnings: [], unknownFields: [] },
    })
    assert.deepEqual(await words(), ['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test(`${transaction}: a truncated file stores nothing`, async () => {
    await assert.rejects(runImport(broken, createWordImport(transaction)), /is truncated/)
    assert.deepEqual(await words(), [])
  })

  test(`${transaction}: an empty array is an empty import`, async () => {
    const answer = await runImport([], createWordImport(transaction))
    assert.deepEqual(answer, {
      ...{ succes: true, created: 0, failed: 0, warned: 0 },
      ...{ errors: [], warnings: [], unknownFields: [] },
    })
  })

  test(`${transaction}: the array may be a member of an object`, async () => {
    const what = {
      ...createWordImport(transaction),
      member: { name: 'words', missing: new Problem(400, 'fichier-invalide', 'No words') },
    }
    assert.equal((await runImport({ before: ['x'], words: ['a', 'b'] }, what)).created, 2)
    await assert.rejects(runImport({ others: ['a'] }, what), /No words/)
    assert.deepEqual(await words(), ['a', 'b'])
  })
}

test('if the last batch fails, a whole-file transaction stores nothing, and separate batches keep the earlier ones', async () => {
  const failing = (transaction: Words['transaction']) =>
    createWordImport(transaction, {
      store: (tx, items, ...rest) => {
        if (items.some(({ word }) => word === 'd')) throw new Error('no')
        return intake.store(tx, items, ...rest)
      },
    })
  await assert.rejects(runImport(['a', 'b', 'c', 'd'], failing('whole file')), /^Error: no$/)
  assert.deepEqual(await words(), [])
  await assert.rejects(runImport(['a', 'b', 'c', 'd'], failing('each batch')), /^Error: no$/)
  assert.deepEqual(await words(), ['a', 'b', 'c'])
})

test('a whole file is read again and counted once if another transaction inserts one of its lines', async () => {
  let tries = 0
  const what = createWordImport('whole file', {
    async store(tx, items, ...rest) {
      if (tries++ > 0) return intake.store(tx, items, ...rest)
      // As if another transaction inserted a word between the check and the insert.
      await db.pg.query(`insert into public.word values ('b')`)
      await tx.run(sql`insert into public.word values ('a'), ('b')`)
      return []
    },
  })
  const answer = await runImport(['a', 'b', 'c'], what)
  assert.deepEqual([tries, answer.created, answer.errors], [2, 2, [{ line: 2, error: 'b is there' }]])
  assert.deepEqual(await words(), ['a', 'b', 'c'])
})

test('a whole file waits for its turn without a connection, and stops when the caller disconnects', async () => {
  let turn = 0
  const what = createWordImport('whole file', { begin: async () => ++turn > 2 })
  assert.equal((await runImport(['a'], what)).created, 1)
  assert.equal(turn, 3)

  const caller = new AbortController()
  const begin = async () => {
    if (++turn > 5) caller.abort(new Error('gone'))
    return false
  }
  const waiting = runImport(['b'], createWordImport('whole file', { begin }), caller.signal)
  await assert.rejects(waiting, /^Error: gone$/)
  assert.deepEqual(await words(), ['a'])
})

test('a whole file stores nothing for a caller who has disconnected', async () => {
  const caller = new AbortController()
  const what = createWordImport('whole file', {
    finish: async () => caller.abort(new Error('gone')),
  })
  await assert.rejects(runImport(['a'], what, caller.signal), /^Error: gone$/)
  assert.deepEqual(await words(), [])
})

test('checks in other areas run outside transactions, and lines that they refuse are not stored', async () => {
  const openTransactions = async () =>
    (
      await db.pg.query(`select from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`)
    ).rowCount
  const open: (number | null)[] = []
  const what = createWordImport('each batch', {
    async prepare(items) {
      open.push(await openTransactions())
      return items.map(item => (item.word === 'c' ? new Refusal('nobody knows c') : item))
    },
  })
  const answer = await runImport(['a', 'b', 'c', 'd'], what)
  assert.deepEqual(answer.errors, [{ line: 3, error: 'nobody knows c' }])
  assert.deepEqual(await words(), ['a', 'b', 'd'])
  assert.deepEqual(open, [0, 0])
})

test('ten thousand invalid lines are reported, and all are counted', async () => {
  const answer = await runImport(Array(10_050).fill(0), createWordImport('each batch'))
  assert.deepEqual(
    [answer.failed, answer.errors.length, answer.errors.at(-1)?.line],
    [10_050, 10_000, 10_000],
  )
})

test('ten thousand warnings of stored lines are reported, and all are counted', async () => {
  const what = createWordImport('whole file', {
    findWarnings: ({ word }) => (word === 'a' ? [] : ['odd', word]),
  })
  const some = await runImport(['a', 'b', 1], what)
  assert.deepEqual(some.warnings, [
    { line: 2, warning: 'odd' },
    { line: 2, warning: 'b' },
  ])
  const answer = await runImport(
    Array.from({ length: 5_010 }, (_, i) => `word ${i}`),
    { ...what, batch: 1_000 },
  )
  assert.deepEqual([answer.warned, answer.warnings.length, answer.failed], [10_020, 10_000, 0])
})
