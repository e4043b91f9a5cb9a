import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { change, createCatalogueActions } from '../../../test/support/catalogue.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ProductChange } from '../../reference/contract.ts'
import { categoryOf, familyTerm } from '../words/categories.ts'

let shop: TestPlatform
let catalogue: ReturnType<typeof createCatalogueActions>
before(async () => {
  shop = await openPlatform({ only: ['catalogue'] })
  catalogue = createCatalogueActions(shop)
})

const CATEGORIES = ['Son > Casques', 'Son', 'Image / Écrans', 'Son > Écrans', '']
const product = fc.record({
  id: fc.integer({ min: 1, max: 25 }),
  version: fc.integer({ min: 1, max: 6 }),
})

/** Derives a product from its ID and version, so that the same version is always the same product. */
function versionOf({ id, version }: { id: number; version: number }): ProductChange {
  const mixed = (id * 31 + version * 17) % 60
  return change(id, version, {
    ean: `${id}-${mixed % 5}`,
    nom: ['Casque rouge', 'Écran bleu', 'Casque bleu', "L'écran rouge"][mixed % 4]!,
    marque: [null, 'Brumaire', 'Alizé'][mixed % 3]!,
    description: mixed % 2 ? 'Un bel objet rouge' : null,
    categories: CATEGORIES[mixed % 5]!,
    statutProduit: mixed % 7 === 0 ? 'inactif' : 'actif',
    supprime: mixed % 11 === 0,
  })
}

/** Returns the latest version of each product. */
function lastOf(messages: readonly ProductChange[][]) {
  const last = new Map<number, ProductChange>()
  for (const one of messages.flat()) if (one.version > (last.get(one.id)?.version ?? 0)) last.set(one.id, one)
  return [...last.values()]
}

/** Returns the words whose stored counts differ from the counts in the search table. */
const wrongWordCounts = () =>
  shop.platform.db.rows(sql`
    with words as (select unnest(tsvector_to_array(titre) || tsvector_to_array(mots)) as word from catalogue.recherche),
    named as (
      select case when word like '+%' then substr(word, 2) else word end as mot, count(*) as n
      from words where word ~ '^[+=/]' group by 1),
    anywhere as (select word as mot, count(*) as n from words where word !~ '^[+*]' group by 1)
    select * from catalogue.mot full join named using (mot) full join anywhere using (mot)
    where ("nombreNom", "nombreTexte") is distinct from (coalesce(named.n, 0), coalesce(anywhere.n, 0))`)

const message = fc.array(product, { minLength: 1, maxLength: 8 })

test('after any twenty concurrent messages, in any order and repeated, stored counts match the latest versions', async () => {
  const property = fc.asyncProperty(
    fc.array(message, { minLength: 1, maxLength: 10 }),
    fc.array(message, { minLength: 1, maxLength: 10 }),
    async (some, others) => {
      await shop.platform.db.transaction(tx =>
        tx.run(sql`truncate catalogue.produit, catalogue.recherche, catalogue.mot, catalogue.compteur`),
      )
      const messages = [...some, ...others].map(ids => ids.map(versionOf))
      await Promise.all(
        [...messages, ...messages.slice(0, 20 - messages.length)].map(ids => catalogue.consume(...ids)),
      )

      const existing = lastOf(messages).filter(({ supprime }) => !supprime)
      const active = existing.filter(({ statutProduit }) => statutProduit === 'actif')
      const kinds = (values: (string | null | undefined)[]) => new Set(values.filter(value => value)).size
      assert.partialDeepStrictEqual(await catalogue.stats(), {
        totalProducts: existing.length,
        activeProducts: active.length,
        categoriesCount: kinds(existing.map(({ categories }) => familyTerm(categories).slice(1))),
        brandsCount: kinds(existing.map(({ marque }) => marque)),
      })
      for (const family of CATEGORIES.filter(path => path !== '')) {
        const members = active.filter(({ categories }) =>
          categoryOf(categories).families.includes(familyTerm(family)),
        )
        const ids = members.map(({ id }) => id).sort((a, b) => a - b)
        const { data, pagination } = await catalogue.list(`famille=${encodeURIComponent(family)}&limit=100`)
        assert.deepEqual([data.map(({ id }) => id), pagination.total], [ids, ids.length], family)
      }
      assert.deepEqual(await wrongWordCounts(), [])
    },
  )
  await fc.assert(property, { numRuns: 15 })
})
