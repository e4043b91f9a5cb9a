import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { Nullable } from '../http/pages.ts'
import { createCellReader } from './cells.ts'

const shape = Type.Object({
  text: Nullable(Type.String()),
  whole: Type.Optional(Nullable(Type.Integer())),
  decimal: Type.Unsafe({ type: ['number', 'null'] }),
  yes: Type.Boolean(),
  texts: Type.Unsafe({ type: ['array', 'null'], items: { type: 'string' } }),
  numbers: Nullable(Type.Array(Type.Integer())),
  nested: Type.Object({ a: Type.Integer() }),
})

for (const [name, cell, value] of [
  ['text', ' 01 ', '01'],
  ['text', 'true', 'true'],
  ['text', '', null],
  ['whole', '12', 12],
  ['whole', '-3', -3],
  ['whole', '  ', null],
  ['whole', 'many', 'many'],
  ['whole', '1e3', '1e3'],
  ['whole', '9007199254740993', '9007199254740993'],
  ['decimal', '5.5', 5.5],
  ['decimal', '5,5', 5.5],
  ['yes', 'vrai', true],
  ['yes', 'FALSE', false],
  ['yes', '1', true],
  ['yes', 'perhaps', 'perhaps'],
  ['texts', 'a; b|c;;', ['a', 'b', 'c']],
  ['texts', '["a;b", "c"]', ['a;b', 'c']],
  ['texts', '[a', '[a'],
  ['texts', '[]', []],
  ['texts', '', null],
  ['numbers', '1;2', [1, 2]],
  ['numbers', '7', [7]],
  ['numbers', '1;x', [1, 'x']],
  ['nested', '{"a":1}', { a: 1 }],
  ['nested', '{a', '{a'],
] as const)
  test(`${name}: ${JSON.stringify(cell)} means ${JSON.stringify(value)}`, () => {
    assert.deepEqual(createCellReader(shape)([name])([cell]), { [name]: value })
  })

test('columns may have any order and letter case, and unknown ones are ignored', () => {
  const read = createCellReader(shape)(['Remark', 'WHOLE', '', 'Text', '__proto__'])
  assert.deepEqual(read(['x', '1', 'y', 'z', 'w']), { whole: 1, text: 'z' })
})

test('a first line without a known column, or with a repeated one, is 400 and says so', () => {
  const refused = (header: string[], message: RegExp) =>
    assert.throws(() => createCellReader(shape)(header), { statusCode: 400, message })
  refused(['1', '2'], /must name its columns, such as text, whole, decimal, yes, texts/)
  refused(['[{"text":1'], /must name its columns/)
  refused(['text', 'Text'], /column text twice/)
})
