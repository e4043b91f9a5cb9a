import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { areas } from '../../src/areas.ts'

const module = JSON.stringify(new URL('../../src/platform/log.ts', import.meta.url).href)

/** Logs an object in a child process, because only its output can be read, and returns the line. */
const written = (neverLogged: readonly string[], logged: object) =>
  execFileSync(process.execPath, [
    '--input-type=module',
    '-e',
    `const { createLog } = await import(${module})
     createLog('info', ${JSON.stringify(neverLogged)}).info(${JSON.stringify(logged)}, 'said')`,
  ]).toString()

test('fields that an area excludes from the log appear in no line, three levels deep', () => {
  const secret = { pin: 'hidden', password: 'hidden', kept: 'shown' }
  const line = written(['pin'], { ...secret, one: { ...secret, two: secret } })
  assert.doesNotMatch(line, /hidden/)
  assert.equal(line.match(/shown/g)?.length, 3)
})

test('areas exclude card numbers and passwords from the log', () => {
  const fields = areas.flatMap(area => area.neverLogged ?? [])
  const line = written(fields, {
    cardNumber: 'hidden',
    cvc: 'hidden',
    motDePasse: 'hidden',
    clientSecret: 'hidden',
  })
  assert.match(line, /said/)
  assert.doesNotMatch(line, /hidden/)
})
