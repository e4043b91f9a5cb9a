import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { StartError } from '../../src/platform/problem.ts'
import { loadSecrets } from '../../src/platform/secrets.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const first = { env: 'COMPTOIR_FIRST', name: 'first' }
const second = { env: 'COMPTOIR_SECOND', name: 'second' }
const newFolder = () => join(createTemporaryFolder('secrets'), 'data')

test('concurrent and later starts all use one secret, created once', async () => {
  const folder = newFolder()
  const starts = await Promise.all(Array.from({ length: 20 }, () => loadSecrets([first], folder)))
  const [{ COMPTOIR_FIRST: made = '' } = {}] = starts
  assert.match(made, /^[\w-]{43}$/)
  for (const each of starts) assert.deepEqual(each, { COMPTOIR_FIRST: made })

  const later = await loadSecrets([first, second], folder)
  assert.equal(later.COMPTOIR_FIRST, made)
  assert.notEqual(later.COMPTOIR_SECOND, made)
  assert.deepEqual(readdirSync(join(folder, 'secrets')).sort(), ['COMPTOIR_FIRST', 'COMPTOIR_SECOND'])
})

test('only the owner can read the secrets', async () => {
  const folder = newFolder()
  await loadSecrets([first], folder)
  assert.equal(statSync(join(folder, 'secrets')).mode & 0o077, 0)
  assert.equal(statSync(join(folder, 'secrets/COMPTOIR_FIRST')).mode & 0o777, 0o600)
})

test('the secrets file of an earlier version is used, and a list of one secret is one', async () => {
  const folder = newFolder()
  mkdirSync(folder)
  writeFileSync(join(folder, 'comptoir-data'), '')
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ first: 'kept before', second: ['kept too'] }))
  const third = { env: 'COMPTOIR_THIRD', name: 'third' }

  const secrets = await loadSecrets([first, second, third], folder)

  assert.equal(secrets.COMPTOIR_FIRST, 'kept before')
  assert.equal(secrets.COMPTOIR_SECOND, 'kept too')
  assert.equal(secrets.COMPTOIR_THIRD, readFileSync(join(folder, 'secrets/COMPTOIR_THIRD'), 'utf8'))
})

test('a folder with a database but without one of its secrets prevents the start and stays unchanged', async () => {
  const folder = newFolder()
  await loadSecrets([first, second], folder)
  mkdirSync(join(folder, 'postgres'))
  assert.equal(Object.keys(await loadSecrets([first, second], folder)).length, 2)

  rmSync(join(folder, 'secrets/COMPTOIR_FIRST'))
  await assert.rejects(loadSecrets([first, second], folder), {
    message: `${realpathSync(folder)} contains a database without secrets/COMPTOIR_FIRST: copy them from the previous data folder or set COMPTOIR_FIRST; if they are lost, set new ones`,
  })
  assert.deepEqual(readdirSync(join(folder, 'secrets')), ['COMPTOIR_SECOND'])
  assert.equal(Object.keys(await loadSecrets([second], folder)).length, 1)

  rmSync(join(folder, 'secrets'), { recursive: true })
  await assert.rejects(
    loadSecrets([first, second], folder),
    /without secrets\/COMPTOIR_FIRST, secrets\/COMPTOIR_SECOND: /,
  )
  assert.deepEqual(readdirSync(folder).sort(), ['comptoir-data', 'postgres'])
})

test('nothing is written if all secrets are set', async () => {
  assert.deepEqual(await loadSecrets([], '/nowhere/that/could/be'), {})
})

test('a folder that cannot store the secrets prevents the start with one line', async () => {
  const folder = newFolder()
  mkdirSync(folder)
  writeFileSync(join(folder, 'comptoir-data'), '')
  writeFileSync(join(folder, 'secrets'), 'in the way')
  await assert.rejects(loadSecrets([first], folder), (error: Error) => {
    assert.ok(error instanceof StartError)
    assert.match(error.message, /^Cannot store secrets in /)
    return true
  })
})
