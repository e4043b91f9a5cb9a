import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phoneIn, recipientOf } from './postal-address.ts'

test('the address of a parcel has the customer’s name and telephone number, unless it has its own', () => {
  const customer = { prenom: 'Ada', nom: 'Lovelace', email: 'ada@example.org', telephone: '0601020304' }
  const place = { rue: '1 rue A', ville: 'Lille' }
  assert.deepEqual(recipientOf(place, customer), {
    ...{ prenom: 'Ada', nom: 'Lovelace', telephone: '0601020304' },
  })
  const gift = { ...place, nom: 'Byron', phone: 33_600 }
  assert.deepEqual(recipientOf(gift, customer), {})
  assert.deepEqual(recipientOf({ nom: ' ', telephone: '' }, { telephoneMobile: 7, raisonSociale: 'SARL' }), {
    ...{ telephoneMobile: 7, raisonSociale: 'SARL' },
  })
  assert.deepEqual(
    [gift, place, null, 'a text', { mobile: {} }].map(address => phoneIn(address)),
    ['33600', '', '', '', ''],
  )
})
