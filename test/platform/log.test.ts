import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { areas } from '../../src/areas.ts'
import { openPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'

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

test('every line has the instance, which differs between processes', () => {
  const [first, second] = [written([], {}), written([], {})].map(line => JSON.parse(line).instance)
  assert.match(first, /^[^:]+:\d+$/)
  assert.notEqual(first, second)
})

test('a request line has the kind of the caller and the code of a refusal', async () => {
  const shop = await openPlatform({
    areas: [defineProbe(), ...areas.filter(({ name }) => name === 'accounts')],
    started: false,
    settings: { COMPTOIR_API_KEYS: 'first-key,second-key', LOG_LEVEL: 'info' },
  })
  const lines: object[] = []
  shop.platform.log.info = (fields: object) => lines.push(fields)
  const lineOf = async (method: 'POST' | 'PATCH', headers: Record<string, string>, body: object) => {
    await shop.call(method, '/api/publique/notes', body, headers)
    const { ms, ...line } = lines.pop() as { ms: number }
    assert.ok(Number.isInteger(ms))
    return line
  }
  const route = '/probe/api/publique/notes'
  const note = { text: 'x' }
  assert.deepEqual(await lineOf('POST', {}, note), {
    ...{ method: 'POST', route, statusCode: 201, caller: 'anonymous' },
  })
  const changed = { method: 'PATCH', route, statusCode: 200 }
  for (const [key, caller] of [
    ['first-key', 'peer'],
    ['second-key', 'key'],
  ] as const)
    assert.deepEqual(await lineOf('PATCH', { 'x-api-key': key }, note), { ...changed, caller })
  assert.deepEqual(await lineOf('PATCH', {}, note), {
    ...{ ...changed, statusCode: 401, caller: 'anonymous', code: 'cle-absente' },
  })
  assert.deepEqual(await lineOf('PATCH', { authorization: 'Bearer unknown' }, note), {
    ...{ ...changed, statusCode: 401, caller: 'customer', code: 'cle-absente' },
  })
  assert.deepEqual(await lineOf('PATCH', { 'x-api-key': 'third-key' }, note), {
    ...{ ...changed, statusCode: 401, code: 'cle-invalide' },
  })
  assert.deepEqual(await lineOf('POST', { 'x-api-key': 'second-key' }, { text: '' }), {
    ...{ method: 'POST', route, statusCode: 400, caller: 'key', code: 'requete-invalide' },
  })
})
