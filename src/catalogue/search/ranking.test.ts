import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { catalogueOf, change } from '../../../test/support/catalogue.ts'
import { openPlatform } from '../../../test/support/platform.ts'

let catalogue: ReturnType<typeof catalogueOf>
/** The worse match has the smaller id, which decides where nothing else does. */
before(async () => {
  catalogue = catalogueOf(await openPlatform({ only: ['catalogue'] }))
  await catalogue.take(
    change(1, 1, { nom: 'Support de bureau pour un tourne-disque ou une lampe' }),
    change(2, 1, { nom: 'Lampe' }),
    change(3, 1, { nom: 'Théière', marque: 'Alizé' }),
    change(4, 1, { nom: 'Une grande théière en fonte pour le thé de la maison Alizé' }),
    change(5, 1, { nom: 'Coffret', description: 'Pour écouter un vinyle au salon' }),
    change(6, 1, { nom: 'Platine vinyle', description: 'Pour tout écouter' }),
    change(7, 1, { nom: 'Valise', marque: 'Cabine' }),
    change(8, 1, { nom: 'Sac', categories: 'Bagages > Cabine' }),
    change(9, 1, { nom: 'Cabine de plage' }),
  )
})

const CASES: [string, string[], string][] = [
  [
    'lampe',
    ['Lampe', 'Support de bureau pour un tourne-disque ou une lampe'],
    'a name that says little else comes first',
  ],
  [
    'theiere alize',
    ['Une grande théière en fonte pour le thé de la maison Alizé', 'Théière'],
    'all words in the name, before a word in the brand',
  ],
  ['ecouter vinyle', ['Platine vinyle', 'Coffret'], 'more of the words in the name'],
  ['cabine', ['Cabine de plage', 'Valise', 'Sac'], 'the name before the brand before the category'],
]
for (const [search, names, why] of CASES)
  test(`« ${search} »: ${why}`, async () => assert.deepEqual(await catalogue.names(search), names))
