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
  day: Nullable(Type.String({ format: 'date' })),
  state: Type.Enum(['actif', 'en_developpement']),
  priceCents: Type.Integer(),
  texts: Type.Unsafe({ type: ['array', 'null'], items: { type: 'string' } }),
  numbers: Nullable(Type.Array(Type.Integer())),
  nested: Type.Object({ a: Type.Integer() }),
})

for (const [name, cell, value] of [
  ['text', ' 01 ', '01'],
  ['text', 'true', 'true'],
  ['text', '', null],
  ['text', "'=1+1", '=1+1'],
  ['text', "'t Hof", "'t Hof"],
  ['day', '5/11/2026', '2026-11-05'],
  ['day', '2026-11-05', '2026-11-05'],
  ['state', 'En développement', 'en_developpement'],
  ['state', 'sold', 'sold'],
  ['priceCents', '1234', 1234],
  ['priceCents', '12,5', 12.5],
  ['whole', '12', 12],
  ['whole', '-3', -3],
  ['whole', '  ', null],
  ['whole', '1\u202f234', 1234],
  ['whole', '1 23', '1 23'],
  ['whole', 'many', 'many'],
  ['whole', '1e3', '1e3'],
  ['whole', '9007199254740993', '9007199254740993'],
  ['decimal', '5.5', 5.5],
  ['decimal', '5,5', 5.5],
  ['decimal', '5,5 %', 5.5],
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

for (const [cellText, cents] of [
  ['139', 13900],
  ['139,00', 13900],
  ['139,5', 13950],
  ['0.07', 7],
  ['-0,50', -50],
  ['1 234,56 €', 123456],
  ['1\u202f234\u202f567,89\u00a0€', 123456789],
  ['1,005', '1,005'],
  ['1.234,50', '1.234,50'],
  ['gratuit', 'gratuit'],
  ['', null],
] as const)
  test(`${JSON.stringify(cellText)} in euros is ${JSON.stringify(cents)} cents`, () => {
    for (const header of ['Price (€)', 'price', 'Prix'])
      assert.deepEqual(createCellReader(shape, undefined, { priceCents: ['Prix'] })([header])([cellText]), {
        priceCents: cents,
      })
  })

test('headers may be words of the name, without regard to accents, plurals and little words', () => {
  const fields = Type.Object({
    dateFinDeVie: Type.String(),
    capaciteDAccueil: Type.String(),
    photosUrls: Type.String(),
    delaiLivraisonJours: Type.String(),
  })
  const header = ['Date de fin de vie', 'Capacité d’accueil', 'Photo', 'Délai de livraison (jours)']
  assert.deepEqual(createCellReader(fields)(header)(['1', '2', '3', '4']), {
    ...{ dateFinDeVie: '1', capaciteDAccueil: '2', photosUrls: '3', delaiLivraisonJours: '4' },
  })
})

test('a column that is named as in JSON excludes one in words, which is unknown', () => {
  const unknown: string[] = []
  const read = createCellReader(shape, name => unknown.push(name))(['Price', 'priceCents'])
  assert.deepEqual([read(['3,00', '12']), unknown], [{ priceCents: 12 }, ['Price']])
})

test('a first line without a known column, or with a repeated one, is 400 and says so', () => {
  const refused = (header: string[], message: RegExp) =>
    assert.throws(() => createCellReader(shape)(header), { statusCode: 400, message })
  refused(['1', '2'], /must name its columns, such as text, whole, decimal, yes, day/)
  refused(['[{"text":1'], /must name its columns/)
  refused(['text', 'Text'], /column text twice/)
})
