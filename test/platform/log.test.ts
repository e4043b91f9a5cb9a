import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { areas } from '../../src/areas.ts'

const module = JSON.stringify(new URL('../../src/platform/log.ts', import.meta.url).href)

/** What is written of an object, which goes past this process's own output. */
const written = (neverLogged: readonly string[], logged: object) =>
  execFileSync(process.execPath, [
    '--input-type=module',
    '-e',
    `const { createLog } = await import(${module})
     createLog('info', ${JSON.stringify(neverLogged)}).info(${JSON.stringify(logged)}, 'said')`,
  ]).toString()

test('the fields that an area keeps out of the log stand in no line of it, three levels deep', () => {
  const secret = { pin: 'hidden', password: 'hidden', kept: 'shown' }
  const line = written(['pin'], { ...secret, one: { ...secret, two: secret } })
  assert.doesNotMatch(line, /hidden/)
  assert.equal(line.match(/shown/g)?.length, 3)
})

test('cards and passwords are kept out by their areas', () => {
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
