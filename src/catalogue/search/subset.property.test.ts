import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { change, createCatalogueActions } from '../../../test/support/catalogue.ts'
import { openPlatform } from '../../../test/support/platform.ts'

const NAMES = [
  'écran',
  'écrans',
  'head',
  'phone',
  'headphone',
  'battery',
  'batterie',
  'iphone7',
  'iphone',
  '7',
]
const MORE = [
  'écran 27',
  'wi-fi',
  'wifi',
  'noir',
  'or',
  'ordinateur',
  'lynx',
  'phone case',
  'housse',
  'branche',
]
const TYPED = [
  ...[
    'ecran',
    'ecr',
    'e',
    'o',
    'or',
    'ordi',
    '2',
    '27',
    'head',
    'headphon',
    'phone',
    'phones',
    'iphone7',
    'iphone',
  ],
  ...[
    '7',
    'battrey',
    'batery',
    'wi',
    'fi',
    'wifi',
    'noir',
    'nori',
    'phonecase',
    'case',
    'huosse',
    'xyzzy',
    'lyn',
  ],
]

let catalogue: ReturnType<typeof createCatalogueActions>
const ids = async (search: string) => {
  const { data, approchee } = await catalogue.search(search, '&limit=100')
  return { found: data.map(({ id }) => id), approchee }
}

before(async () => {
  catalogue = createCatalogueActions(await openPlatform({ only: ['catalogue'] }))
  const words = [...NAMES, ...MORE]
  const made = fc.sample(
    fc.record({
      nom: fc
        .uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
        .map(some => some.join(' ')),
      description: fc.option(fc.constantFrom(...words)),
      categories: fc.constantFrom('Image > Écrans', 'Son > Head phones', 'Essais'),
      marque: fc.option(fc.constantFrom('Lynx', 'Orage')),
    }),
    { numRuns: 90, seed: 7 },
  )
  await catalogue.consume(...made.map((product, i) => change(i + 1, 1, product)))
})

test('an additional word never adds results, unless the result is marked as approximate', async () => {
  const typed = fc.array(fc.constantFrom(...TYPED), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(typed, fc.constantFrom(...TYPED), async (before, word) => {
      const fewer = await ids(before.join(' '))
      const more = await ids([...before, word].join(' '))
      if (more.approchee) return

      assert.deepEqual(
        more.found.filter(id => !fewer.found.includes(id)),
        [],
      )
    }),
    { numRuns: 300 },
  )
})
