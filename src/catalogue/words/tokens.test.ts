import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runsOf, searchWords, stem, tokensOf } from './tokens.ts'

test('singular and plural are one, in French and in English', () => {
  for (const [one, many] of [
    ['chargeur', 'chargeurs'],
    ['tableau', 'tableaux'],
    ['jeu', 'jeux'],
    ['batterie', 'batteries'],
    ['battery', 'batteries'],
    ['watch', 'watches'],
    ['branche', 'branches'],
    ['box', 'boxes'],
    ['glass', 'glasses'],
  ] as const)
    assert.equal(stem(one), stem(many), many)
})

test('no word is cut that is none of a plural', () => {
  for (const word of ['xbox', 'press', 'bus', 'play', 'gps', '6s', 'a55s', 'écran'])
    assert.equal(stem(word), word)
})

test('a word of letters and digits is also what it is made of, unless that says nothing', () => {
  assert.deepEqual(runsOf('iphone7'), ['iphone', '7'])
  assert.deepEqual(runsOf('64gb'), ['64', 'gb'])
  for (const word of ['s7', '4g', 'iphone', '64']) assert.deepEqual(runsOf(word), [])
})

test('the words of a text: plain, in their order, compounds also in one', () => {
  assert.deepEqual(tokensOf('Wi-Fi AT&T 2-en-1 Écrans'), [
    'wi',
    'fi',
    'wifi',
    'at',
    't',
    'att',
    '2',
    'en',
    '1',
    'ecran',
  ])
  assert.deepEqual(tokensOf("L'ÉTÉ"), ['l', 'ete'])
  assert.deepEqual(tokensOf(null), [])
  assert.deepEqual(searchWords('Wi-Fi  écrans!'), ['wi', 'fi', 'ecran'])
  assert.equal(tokensOf('x'.repeat(60))[0]!.length, 40)
})
