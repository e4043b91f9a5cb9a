import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCipher } from './encryption.ts'

test('an encrypted value can be decrypted only for its own row, and reveals nothing', () => {
  const cipher = createCipher(['one'], 'test')
  const sealed = cipher.seal('clé secrète', 'row 1')

  assert.equal(cipher.open(sealed, 'row 1'), 'clé secrète')
  assert.throws(() => cipher.open(sealed, 'row 2'))
  assert.throws(() => cipher.open(`${sealed.slice(0, -3)}AAA`, 'row 1'))
  assert.throws(() => createCipher(['one'], 'other').open(sealed, 'row 1'))
  assert.notEqual(cipher.seal('clé secrète', 'row 1'), sealed)
  assert.ok(!sealed.includes('secr'))
})

test('after a key rotation the new key encrypts, and the old one decrypts until it is removed', () => {
  const sealed = createCipher(['old'], 'test').seal('text', 'row')
  const rotated = createCipher(['new', 'old'], 'test')

  assert.equal(rotated.open(sealed, 'row'), 'text')
  assert.equal(createCipher(['new'], 'test').open(rotated.seal('text', 'row'), 'row'), 'text')
  assert.throws(() => createCipher(['new'], 'test').open(sealed, 'row'), /No key/)
})
