import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import { schemaProblem } from '../../src/platform/http/errors.ts'
import { Nullable } from '../../src/platform/http/pages.ts'
import { bodyAjv } from '../../src/platform/schemas.ts'
import { openPlatform } from '../support/platform.ts'

const messageFor = (schema: TSchema, value: unknown) => {
  const check = bodyAjv.compile(Type.Object({ x: schema }))
  assert.equal(check({ x: value }), false)
  return schemaProblem(check.errors as never, 'body').message
}

for (const [schema, value, message] of [
  [Nullable(Type.String()), 5, 'body/x must be a string or null'],
  [Nullable(Type.String({ maxLength: 3 })), 'four', 'body/x must NOT have more than 3 characters'],
  [Nullable(Type.Integer({ minimum: 0 })), -1, 'body/x must be >= 0'],
  [Nullable(Type.Integer()), 'many', 'body/x must be an integer or null'],
  [Nullable(Type.Enum(['M', 'Mme'])), 'x', 'body/x must be one of M, Mme'],
  [Type.Union([Type.String(), Type.Array(Type.String())]), 5, 'body/x must be a string or an array'],
  [Type.Union([Type.String(), Type.Array(Type.String())]), [5], 'body/x/0 must be a string'],
  [Nullable(Type.Object({ y: Nullable(Type.String()) })), { y: 5 }, 'body/x/y must be a string or null'],
  [Type.String(), 5, 'body/x must be string'],
] as const)
  test(`${JSON.stringify(value)}: ${message}`, () => {
    assert.equal(messageFor(schema, value), message)
  })

test('an optional field of the wrong type is one clear 400', async () => {
  const shop = await openPlatform({ only: ['payments'], started: false })
  const { status, body } = await shop.call<{ message: string }>('POST', '/api/publique/interface-paiement', {
    amount: 1,
    returnUrl: 'https://shop.example',
    client: { nom: 612345678 },
  })
  assert.equal(status, 400)
  assert.equal(body.message, 'body/client/nom must be a string or null')
})
