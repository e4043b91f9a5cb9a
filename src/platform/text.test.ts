import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmail, plain, wordsOf } from './text.ts'

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

test('an e-mail address is told from other texts', () => {
  for (const text of [
    'a@b.fr',
    "o'neil+shop@mail.example.org",
    'A.B@X-Y.CO',
    `${'a'.repeat(240)}@example.org`,
  ])
    assert.equal(isEmail(text), true, text)
  for (const text of [
    ...[
      '',
      'a',
      '@b.fr',
      'a@',
      'a@b',
      'a@b.',
      'a@.fr',
      'a b@c.fr',
      'a@b c.fr',
      'a@b@c.fr',
      'a..b@c.fr',
      '.a@b.fr',
    ],
    ...[
      'a.@b.fr',
      'a@-b.fr',
      'a@b-.fr',
      'é@e.fr',
      'a@é.fr',
      '\u212Aim@e.fr',
      'a@b.fr\n',
      `${'a'.repeat(251)}@b.fr`,
    ],
  ])
    assert.equal(isEmail(text), false, text)
  assert.equal(isEmail(`${'a.'.repeat(100_000)}@`), false)
})
