import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { change, createCatalogueActions } from '../../../test/support/catalogue.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createReads } from '../../platform/database/database.ts'
import { findProducts } from './search-products.ts'

const DOCUMENT = 'docs/search.md'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference', 'catalogue'] })
  await createCatalogueActions(shop).consume(
    change(1, 1, { nom: 'Casque audio Brumaire', categories: 'Son > Casques' }),
    change(2, 1, { nom: 'Housse', description: 'Pour un casque de moto', categories: 'Sport' }),
    change(3, 1, { nom: 'Télévision Brumaire', categories: 'Image' }),
  )
})

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Runs a search on the database and returns its statements in order and the names that it finds. */
async function play(search: string) {
  const { db } = shop.platform
  const statements: string[] = []
  const noting = createReads(statement => {
    statements.push(oneLine(statement.text))
    return db.rows(statement)
  })
  const { data } = JSON.parse(await findProducts(noting, { search, page: 1, limit: 20 }, false))
  return { statements, names: data.map(({ nom }: { nom: string }) => nom) }
}

const text = readFileSync(DOCUMENT, 'utf8')
const statements = [...text.matchAll(/```sql\n(.*?)```/gs)].map(([, statement = '']) => oneLine(statement))

/** The names that the document lists as results of each search, in sections such as `## \`casque\`: …`. */
const results = text.split(/^## /m).flatMap(section => {
  const [, search] = /^`(.+?)`/.exec(section) ?? []
  return search ? [{ search, names: [...section.matchAll(/^- (.+)$/gm)].map(([, name]) => name) }] : []
})

test(`${DOCUMENT} describes two searches`, () => {
  assert.deepEqual(
    results.map(({ search }) => search),
    ['casque', 'casuqe'],
  )
})

for (const { search, names } of results)
  test(`${search}: the two statements and the results match ${DOCUMENT}`, async () => {
    assert.deepEqual(await play(search), { statements, names })
  })
