import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTypedWords, runsOf, stem, tokensOf } from './tokens.ts'

test('singular and plural have one stem, in French and in English', () => {
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

test('words that are not plural are not shortened', () => {
  for (const word of ['xbox', 'press', 'bus', 'play', 'gps', '6s', 'a55s', 'écran'])
    assert.equal(stem(word), word)
})

test('a word of letters and digits is split into its parts, unless a part is too short to be specific', () => {
  assert.deepEqual(runsOf('iphone7'), ['iphone', '7'])
  assert.deepEqual(runsOf('64gb'), ['64', 'gb'])
  for (const word of ['s7', '4g', 'iphone', '64']) assert.deepEqual(runsOf(word), [])
})

test('a text is split into plain words in their order, and compounds are added as one word', () => {
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
  assert.deepEqual(
    parseTypedWords('Wi-Fi  écrans!').map(({ text }) => text),
    ['wi', 'fi', 'ecran'],
  )
  assert.equal(tokensOf('x'.repeat(60))[0]!.length, 40)
})
