import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plain, wordsOf } from './text.ts'

test('plain text has no case and no accents', () => {
  assert.equal(plain('Électroménager À L’ŒUVRE, Straße Ørsted'), 'electromenager a l’oeuvre, strasse orsted')
  assert.equal(plain('USB-C 3.2'), 'usb-c 3.2')
})

test('words are cut at everything that is neither letter nor digit, and bounded', () => {
  assert.deepEqual(wordsOf('L\'écran 27" — 144Hz/USB-C'), ['l', 'ecran', '27', '144hz', 'usb', 'c'])
  assert.deepEqual(wordsOf('日本 !?'), ['日本'])
  assert.deepEqual(wordsOf(`${'x'.repeat(50)} y`), ['x'.repeat(40), 'y'])
  assert.deepEqual([wordsOf(null), wordsOf(undefined), wordsOf(' ')], [[], [], []])
})
