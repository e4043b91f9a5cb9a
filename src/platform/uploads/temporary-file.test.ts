import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { withTemporaryFile } from './temporary-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'comptoir-uploads-'))
const { TMPDIR } = process.env
before(() => {
  process.env.TMPDIR = directory
})
after(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  rmSync(directory, { recursive: true })
})
const present = () => readdirSync(directory)
const fill = (path: string) => writeFile(path, '[]')

test('a temporary file exists only during the work, and is deleted after a failure too', async () => {
  await withTemporaryFile(fill, async path => assert.ok(existsSync(path)))
  await assert.rejects(
    withTemporaryFile(fill, () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.deepEqual(present(), [])
})

test('files of a killed process are deleted after a day; newer and other files remain', async () => {
  const longAgo = Date.parse('2001-01-01') / 1000
  for (const name of ['comptoir-import-old', 'comptoir-import-new', 'other']) mkdirSync(join(directory, name))
  for (const name of ['comptoir-import-old', 'other']) utimesSync(join(directory, name), longAgo, longAgo)
  await withTemporaryFile(fill, async () => {})
  assert.deepEqual(present().sort(), ['comptoir-import-new', 'other'])
})
