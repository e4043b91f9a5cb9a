import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from './calls.ts'
import type { Answer, Request } from './client.ts'
import { findFault } from './judge.ts'
import type { Operation } from './operations.ts'

const problem = { type: 'application/json', schema: {} }
const operation: Operation = {
  id: 'readThing',
  method: 'GET',
  path: '/things',
  parameters: [],
  body: undefined,
  responses: new Map([
    [200, { type: 'application/json', schema: { required: ['id'] } }],
    [404, problem],
  ]),
  errorCodes: ['commande-inconnue'],
  staffOnly: true,
}
const call: Call = {
  ...{ operation, caller: 'nobody', story: 0, method: 'GET', path: '/things', headers: [] },
  ...{ body: undefined, wire: 'plain', astray: false },
}
const request: Request = { method: 'GET', path: '/things', headers: [], body: undefined, missing: 0 }

const answer = (status: number, body: unknown, more: Partial<Answer> = {}): Answer => ({
  ...{ status, json: body, text: JSON.stringify(body), type: 'application/json; charset=utf-8' },
  ...{ headers: {}, ms: 1, ...more },
})
const refused = (more: object = {}, status = 404) => ({
  ...{ statusCode: status, message: 'There is none', error: status === 404 ? 'Not Found' : 'Conflict' },
  code: 'commande-inconnue',
  ...more,
})
const judged = (given: Answer, guarded = false) => findFault(call, request, given, guarded)

test('a correct response has no fault', () => {
  assert.equal(judged(answer(200, { id: 1 })), undefined)
  assert.equal(judged(answer(404, refused({ attendu: 1 }))), undefined)
})

test('an incorrect response has a fault', () => {
  const page = { type: 'text/html', text: '<p><script>alert(1)</script>', json: undefined }
  const faults: [RegExp, Answer, boolean?][] = [
    [/^500/, answer(500, refused({}, 500))],
    [/^503/, answer(503, refused({}, 503))],
    [/took 10001 ms/, answer(200, { id: 1 }, { ms: 10_001 })],
    [/not of its shape.*id/, answer(200, {})],
    [/not JSON/, answer(200, undefined, { text: '{' })],
    [/409 is not declared/, answer(409, refused({}, 409))],
    [/statusCode is 400/, answer(404, refused({ statusCode: 400 }))],
    [/no message/, answer(404, refused({ message: '' }))],
    [/code is undefined/, answer(404, refused({ code: undefined }))],
    [/code is introuvable/, answer(404, refused({ code: 'introuvable' }))],
    [/not document the code produit-inconnu/, answer(404, refused({ code: 'produit-inconnu' }))],
    [/error is Oops/, answer(404, refused({ error: 'Oops' }))],
    [/has also stack/, answer(404, refused({ stack: 'x' }))],
    [/type text\/plain/, answer(404, undefined, { type: 'text/plain', text: 'Not here' })],
    [/our insides/, answer(404, refused({ message: 'relation "orders.x" does not exist' }))],
    [/our insides/, answer(404, refused({ message: 'Error\n    at read (file.ts:1:2)' }))],
    [/header was injected/, answer(200, { id: 1 }, { headers: { 'x-injected': '1' } })],
    [/markup was injected/, answer(200, undefined, page)],
    [/200 without a key/, answer(200, { id: 1 }), true],
  ]
  for (const [expected, given, guarded] of faults) assert.match(judged(given, guarded) ?? 'nothing', expected)
})

test('a value sent by the caller is not a leaked secret', () => {
  const asked = { ...request, path: '/things/%2Ftmp%2F' }
  const given = answer(404, refused({ message: 'No route /tmp/' }))
  assert.equal(findFault(call, asked, given, false), undefined)
  assert.match(findFault(call, request, given, false) ?? '', /our insides/)
})
