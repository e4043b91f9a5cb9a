import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmail, plain, wordsOf } from './text.ts'

test('plain text is lowercase without accents', () => {
  assert.equal(plain('Électroménager À L’ŒUVRE, Straße Ørsted'), 'electromenager a l’oeuvre, strasse orsted')
  assert.equal(plain('USB-C 3.2'), 'usb-c 3.2')
})

test('words are split at everything except letters and digits, and have a maximum length', () => {
  assert.deepEqual(wordsOf('L\'écran 27" — 144Hz/USB-C'), ['l', 'ecran', '27', '144hz', 'usb', 'c'])
  assert.deepEqual(wordsOf('日本 !?'), ['日本'])
  assert.deepEqual(wordsOf(`${'x'.repeat(50)} y`), ['x'.repeat(40), 'y'])
  assert.deepEqual([wordsOf(null), wordsOf(undefined), wordsOf(' ')], [[], [], []])
})

test('an e-mail address may have letters of any script on both sides of the @', () => {
  for (const text of [
    ...['a@b.fr', "o'neil+shop@mail.example.org", 'A.B@X-Y.CO', 'a@b.c1', `${'a'.repeat(240)}@example.org`],
    ...['rené@exemple.fr', 'a@exämple.fr', 'É@É.FR', 'пример@пример.рф', '用户@例子.公司', 'अजय@डाटा.भारत'],
    ...['𝒶@b.fr', 'κώστας@παράδειγμα.ελ', 'straße@b.fr'],
  ])
    assert.equal(isEmail(text), true, text)
})

test('an invalid or non-canonical e-mail address is refused', () => {
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
      'a@b_c.fr',
      'a@b.fr\n',
      ' a@b.fr',
      'a@b.fr>',
      'a,b@c.fr',
      '"a"@b.fr',
    ],
    ...['a@b。fr', 'a©@b.fr', '€@b.fr', '😀@b.fr', `${'a'.repeat(251)}@b.fr`, `a@${'b'.repeat(64)}.fr`],
    // Lowercased, normalized or displayed, these equal other addresses, which may belong to another person.
    ...['\u212Aim@e.fr', 'kim@\u0130.fr'],
    ...['rene\u0301@e.fr', 'ki\u200Bm@e.fr', 'kim\uFE0F@e.fr', 'ki\u00ADm@e.fr', '\u202Ekim@e.fr'],
  ])
    assert.equal(isEmail(text), false, JSON.stringify(text))
  assert.equal(isEmail(`${'a.'.repeat(100_000)}@`), false)
})
