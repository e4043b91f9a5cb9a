import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { change, createCatalogueActions, type List } from '../../../test/support/catalogue.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

let shop: TestPlatform
let catalogue: ReturnType<typeof createCatalogueActions>
before(async () => {
  shop = await openPlatform({ only: ['reference', 'catalogue'] })
  catalogue = createCatalogueActions(shop)
})

describe('search', () => {
  before(() =>
    catalogue.consume(
      change(920_001, 1, { nom: 'Housse', description: 'Pour un casque de moto', categories: 'Sport' }),
      change(920_002, 1, {
        nom: 'Casque audio Brumaire',
        description: 'Écoute fermée',
        categories: 'Son > Casques',
      }),
      change(920_003, 1, { nom: 'Télévision murale', marque: 'Brumaire', categories: 'Image / Télévisions' }),
      change(920_004, 1, { nom: 'Casque retiré', statutProduit: 'obsolete', categories: 'Son > Casques' }),
      change(920_005, 1, { nom: 'Clé USB-C 64Go', description: "L'essentiel", categories: 'Son' }),
    ),
  )

  test('ranks a word in the name above the same word in a description, among active products only', async () => {
    assert.deepEqual(await catalogue.names('casque'), ['Casque audio Brumaire', 'Housse'])
  })

  test('ignores case, accents, plurals and punctuation', async () => {
    assert.deepEqual(await catalogue.names('TELEVISIONS'), ['Télévision murale'])
    assert.deepEqual(await catalogue.names('écoutes'), ['Casque audio Brumaire'])
    assert.deepEqual(await catalogue.names('usb'), ['Clé USB-C 64Go'])
    assert.deepEqual(await catalogue.names("l'essentiel"), ['Clé USB-C 64Go'])
    assert.deepEqual(await catalogue.names('CLÉ'), ['Clé USB-C 64Go'], 'too short for a typo')
    assert.deepEqual(await catalogue.names('cle'), ['Clé USB-C 64Go'])
  })

  test('tolerates a missing, added, wrong or swapped letter, and two in a long word', async () => {
    for (const typo of ['brumire', 'brummaire', 'bromaire', 'brumaier'])
      assert.deepEqual(await catalogue.names(typo), ['Casque audio Brumaire', 'Télévision murale'], typo)
    assert.deepEqual(await catalogue.names('televizoin'), ['Télévision murale'])
    assert.deepEqual(await catalogue.names('telev'), ['Télévision murale'], 'the prefix of a word')
  })

  test('requires all words over name, brand and category; if no product has all, it returns partial matches marked as such', async () => {
    assert.deepEqual((await catalogue.names('casque brumaire'))[0], 'Casque audio Brumaire')
    assert.deepEqual(await catalogue.names('brumaire télévisions'), ['Télévision murale'])
    assert.equal((await catalogue.search('brumaire télévisions')).approchee, undefined)
    assert.deepEqual(await catalogue.names('casque quetzalcoatl'), ['Casque audio Brumaire', 'Housse'])
    assert.equal((await catalogue.search('casque quetzalcoatl')).approchee, true)
    assert.equal(
      (await catalogue.search('quetzalcoatl')).approchee,
      undefined,
      'a single word has no partial matches',
    )
  })

  test('matches the last word as a prefix, and other words too when no product contains them', async () => {
    assert.deepEqual(await catalogue.names('t'), ['Télévision murale'])
    assert.deepEqual(await catalogue.names('br'), ['Casque audio Brumaire', 'Télévision murale'])
    assert.deepEqual(await catalogue.names('brumaire c'), ['Casque audio Brumaire'])
    assert.deepEqual(await catalogue.names('un c'), ['Housse'])
  })

  test('with meaningless text finds nothing and does not fail', async () => {
    for (const nonsense of [
      'zzzzqqqq',
      '!!!',
      "' | & ! :* <->",
      '\\',
      "z'q:*",
      '\u{1F600}',
      '日本語',
      'x'.repeat(200),
    ])
      assert.deepEqual(await catalogue.names(nonsense), [], nonsense)
    assert.ok((await catalogue.names('  ')).length > 0, 'a blank search counts as no search')
  })

  test('ranks an exact EAN or SKU above products that contain its words', async () => {
    await catalogue.consume(
      change(920_011, 1, { nom: 'Chargeur VER 1117', ean: '3760123456789' }),
      change(920_012, 1, {
        nom: 'Lampe frontale',
        ean: '3760123456796',
        sku: 'VER-1117',
        categories: 'Sport',
      }),
    )
    assert.deepEqual(await catalogue.names('VER-1117'), ['Lampe frontale', 'Chargeur VER 1117'])
    assert.deepEqual(await catalogue.names(' ver-1117 '), ['Lampe frontale', 'Chargeur VER 1117'])
    assert.deepEqual(await catalogue.names('3760123456789'), ['Chargeur VER 1117'])
    assert.deepEqual(await catalogue.names('VER-1117', '&famille=sport'), ['Lampe frontale'])
    assert.deepEqual(await catalogue.names('3760123456789', '&famille=sport'), [])
    await catalogue.consume(
      change(920_012, 2, { nom: 'Lampe frontale', sku: 'VER-2000', categories: 'Sport' }),
    )
    assert.deepEqual(await catalogue.names('VER-1117'), ['Chargeur VER 1117'], 'its sku has changed')
  })

  test('is limited to a family by a category or a level of its path', async () => {
    const ids = async (query: string) => (await catalogue.list(query)).data.map(({ id }) => id)
    assert.deepEqual(await ids('famille=son'), [920_002, 920_005])
    assert.deepEqual(await ids('famille=CASQUES'), [920_002])
    assert.deepEqual(await ids('famille=televisions'), [920_003])
    assert.deepEqual(await ids(`famille=${encodeURIComponent('TÉLÉVISIONS')}`), [920_003])
    assert.deepEqual(await ids(`famille=${encodeURIComponent('son / casques')}`), [920_002])
    assert.deepEqual(await ids('famille=so'), [])
    assert.deepEqual(await catalogue.names('casque', '&famille=sport'), ['Housse'])
  })

  test('is divided into pages', async () => {
    assert.deepEqual(await catalogue.names('casque', '&limit=1&page=2'), ['Housse'])
    assert.deepEqual((await catalogue.search('casque', '&limit=1')).pagination, {
      page: 1,
      limit: 1,
      total: 2,
      totalPages: 2,
    })
    const far = `page=${Number.MAX_SAFE_INTEGER}&limit=100`
    for (const query of [far, `${far}&search=casque`, `${far}&famille=son`])
      assert.deepEqual((await catalogue.list(query)).data, [], query)
    for (const query of ['page=0', 'limit=0', 'limit=101', 'page=x', `search=${'x'.repeat(201)}`])
      assert.equal((await shop.call('GET', `/api/products?${query}`)).status, 400, query)
  })
})

test('with keys configured, search shows purchase prices to key holders only', async () => {
  const guarded = await openPlatform({
    only: ['catalogue'],
    settings: { COMPTOIR_API_KEYS: 'key', AMQP_URL: '' },
  })
  await createCatalogueActions(guarded).consume(change(1, 1, { prixDAchatFournisseurCents: 700 }))
  const prices = async (headers = {}) =>
    (await guarded.call<List>('GET', '/api/products', undefined, headers)).body.data.map(
      product => product.prixDAchatFournisseurCents,
    )
  assert.deepEqual(await prices(), [undefined])
  assert.deepEqual(await prices({ 'x-api-key': 'key' }), [700])
})
