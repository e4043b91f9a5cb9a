import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { change, createCatalogueActions } from '../../../test/support/catalogue.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { sql } from '../../platform/database/sql.ts'
import { familyTerm } from '../words/categories.ts'

let shop: TestPlatform
let catalogue: ReturnType<typeof createCatalogueActions>
before(async () => {
  shop = await openPlatform({ only: ['catalogue'] })
  catalogue = createCatalogueActions(shop)
})

const CATEGORIES = [
  'Son > Casques',
  'Son > Casques > Sans fil',
  'Casques',
  'Image / Écrans',
  'son/casques',
  '',
]
const BRANDS = ['Brumaire', 'brumaire', 'Alizé', "L'Été", null]

const product = fc.record({
  nom: fc.constantFrom('Casque rouge', 'Écran bleu', 'casque bleu', 'Étui pour casque', 'Zèbre rouge'),
  categories: fc.constantFrom(...CATEGORIES),
  marque: fc.constantFrom(...BRANDS),
  prixDeVenteCents: fc.constantFrom(0, 999, 1_000, 1_999, 2_000, 4_999, 12_345, 99_999, 100_000),
  statutProduit: fc.constantFrom('actif', 'actif', 'actif', 'inactif'),
  /** For each store, whether it has stock. */
  stores: fc.array(fc.boolean(), { maxLength: 3 }),
})

const filters = fc.record(
  {
    search: fc.constantFrom('casque', 'rouge', 'casque rouge', 'bleu', 'quetzalcoatl'),
    famille: fc.constantFrom('son', 'casques', 'Son > Casques', 'SON/CASQUES/sans fil', 'nulle part'),
    marque: fc.constantFrom('BRUMAIRE', 'alize', "l'ete", 'personne', '!'),
    prixMin: fc.constantFrom(0, 1_000, 2_000),
    prixMax: fc.constantFrom(999, 2_000, 4_999, 99_999),
    enStock: fc.constantFrom('true', 'false'),
  },
  { requiredKeys: [] },
)
const sort = fc.constantFrom('pertinence', 'prix', '-prix', 'nom', 'nouveaute')

type Filters = Record<string, string | number>
const queryOf = (asked: Filters) =>
  new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
const isRange = ({ prixMin = 0, prixMax = 1e9 }: { prixMin?: number; prixMax?: number }) => prixMin <= prixMax

async function listProducts(products: readonly { stores: boolean[] }[]) {
  await shop.platform.db.transaction(tx =>
    tx.run(
      sql`truncate catalogue.produit, catalogue.recherche, catalogue.mot, catalogue.compteur,
        catalogue.libelle, catalogue.stock`,
    ),
  )
  const states = products.flatMap(({ stores }, i) =>
    stores.map((disponible, storeId) => ({ productId: i + 1, storeId: storeId + 1, version: 1, disponible })),
  )
  // The stocks of half of the products arrive before these products, the others after them.
  await catalogue.consumeStocks(...states.filter(({ productId }) => productId % 2 === 0))
  await catalogue.consume(...products.map(({ stores: _, ...more }, i) => change(i + 1, 1, more)))
  await catalogue.consumeStocks(...states.filter(({ productId }) => productId % 2 === 1))
}

const totalOf = async (asked: Filters) => {
  const { data, pagination } = await catalogue.list(`${queryOf(asked)}&limit=100`)
  assert.equal(
    data.length,
    pagination.total,
    `${queryOf(asked)}: the total equals the number of listed products`,
  )
  return pagination.total
}

test('the count of each facet equals the total of the list with that value, for any products and filters', async () => {
  const property = fc.asyncProperty(
    fc.array(product, { minLength: 1, maxLength: 40 }),
    fc.array(filters.filter(isRange), { minLength: 1, maxLength: 4 }),
    sort,
    async (products, filterSets, order) => {
      await listProducts(products)
      for (const asked of filterSets) {
        const { facettes, pagination } = await catalogue.list(`${queryOf(asked)}&facettes=true&sort=${order}`)
        assert.ok(facettes)
        for (const { valeur, nombre } of facettes.categories)
          assert.equal(
            await totalOf({ ...asked, famille: valeur, sort: order }),
            nombre,
            `${queryOf(asked)} ${valeur}`,
          )
        for (const { valeur, nombre } of facettes.marques)
          assert.equal(
            await totalOf({ ...asked, marque: valeur, sort: order }),
            nombre,
            `${queryOf(asked)} ${valeur}`,
          )
        for (const { minCents, maxCents, nombre } of facettes.prix)
          assert.equal(
            await totalOf({ ...asked, prixMin: minCents, prixMax: maxCents }),
            nombre,
            `${minCents}`,
          )
        // No value is missing: the facets also contain the values that are not selected.
        const familyTerms = (values: { valeur: string }[]) =>
          new Set(values.map(({ valeur }) => familyTerm(valeur)))
        for (const marque of BRANDS.filter(brand => brand !== null))
          if ((await totalOf({ ...asked, marque })) > 0)
            assert.ok(familyTerms(facettes.marques).has(familyTerm(marque)), `${queryOf(asked)} ${marque}`)
        for (const famille of CATEGORIES.filter(path => path !== ''))
          if ((await totalOf({ ...asked, famille })) > 0 && famille !== 'Casques')
            assert.ok(
              familyTerms(facettes.categories).has(familyTerm(famille)),
              `${queryOf(asked)} ${famille}`,
            )
        const { prixMin: _min, prixMax: _max, ...anyPrice } = asked
        const priced = facettes.prix.reduce((sum, { nombre }) => sum + nombre, 0)
        assert.equal(priced, await totalOf(anyPrice), `${queryOf(asked)} prix`)
        assert.equal(pagination.total, await totalOf(asked))
      }
    },
  )
  await fc.assert(property, { numRuns: 25 })
})

test('a list contains exactly the products that match its filters, in its order', async () => {
  const property = fc.asyncProperty(
    fc.array(product, { minLength: 1, maxLength: 40 }),
    filters.filter(isRange),
    sort,
    async (products, asked, order) => {
      await listProducts(products)
      const whole = await catalogue.list(`${queryOf({ ...asked, sort: order })}&limit=100`)
      const active = products.flatMap((each, i) =>
        each.statutProduit === 'actif' ? [{ ...each, id: i + 1 }] : [],
      )
      const { search, famille, ...others } = asked
      if (search === undefined && famille === undefined) {
        const plain = (text: string | null) =>
          (text ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
        const { marque, prixMin = 0, prixMax = 1e9, enStock } = others
        const expected = active.filter(
          each =>
            (marque === undefined || (marque !== '!' && plain(each.marque) === plain(marque))) &&
            each.prixDeVenteCents >= prixMin &&
            each.prixDeVenteCents <= prixMax &&
            (enStock === undefined ||
              (each.stores.length === 0 || each.stores.includes(true)) === (enStock === 'true')),
        )
        const byName = (a: string, b: string) => (plain(a) < plain(b) ? -1 : plain(a) > plain(b) ? 1 : 0)
        if (order === 'prix') expected.sort((a, b) => a.prixDeVenteCents - b.prixDeVenteCents || a.id - b.id)
        if (order === '-prix') expected.sort((a, b) => b.prixDeVenteCents - a.prixDeVenteCents || b.id - a.id)
        if (order === 'nom') expected.sort((a, b) => byName(a.nom, b.nom) || a.id - b.id)
        if (order === 'nouveaute') expected.reverse()
        assert.deepEqual(
          whole.data.map(({ id }) => id),
          expected.map(({ id }) => id),
        )
      }
      const inPages = await catalogue.pages(`${queryOf({ ...asked, sort: order })}`, 7)
      assert.deepEqual(
        inPages.ids,
        whole.data.map(({ id }) => id),
      )
    },
  )
  await fc.assert(property, { numRuns: 40 })
})
