import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { createEdgeFilters } from '../../../test/support/edge-filters.ts'
import { type Filter, matchesFilter, type Row, sortRows } from '../../../test/support/list-reading.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { generateBodies, generateFilters } from '../../../test/support/random-records.ts'
import { type Fields, responseFields } from '../fields.ts'
import { type Resource, resources } from '../resources.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'] })
})

const SEED = Math.floor(Math.random() * 2 ** 31)
const COUNT = 120
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

async function get<Body>(path: string, query: Record<string, string>) {
  const { status, body } = await shop.call<Body>('GET', `${path}?${new URLSearchParams(query)}`)
  assert.equal(status, 200, JSON.stringify([query, body]))
  return body
}

async function fill({ name, fields, unique }: Resource): Promise<Row[]> {
  const [records] = fc.sample(generateBodies(fields, unique, COUNT), { numRuns: 1, seed: SEED })
  const form = new FormData()
  form.set('file', new Blob([JSON.stringify(records)]))
  const request = new Response(form)
  const { body } = await shop.call<{ created: number; errors: unknown[] }>(
    'POST',
    `/api/publique/${name}/import`,
    Buffer.from(await request.arrayBuffer()),
    { 'content-type': request.headers.get('content-type')! },
  )
  assert.equal(body.created, COUNT, JSON.stringify(body.errors))
  return get(`/api/publique/${name}`, {})
}

for (const resource of resources)
  describe(`random lists of ${resource.name} (seed ${SEED})`, () => {
    const path = `/api/publique/${resource.name}`
    let rows: Row[]
    before(async () => {
      rows = await fill(resource)
    })

    test('are filtered correctly by every operator of every field around existing values', async () => {
      const answer = async (filter: Filter) => {
        const query = { filters: JSON.stringify([filter]), limit: '100' }
        const page = await get<{ total: number; rows: Row[] }>(path, query)
        const expected = ids(rows.filter(row => matchesFilter(row, filter)))
        const found = [page.total, ids(page.rows)]
        assert.deepEqual(found, [expected.length, expected.slice(0, 100)], JSON.stringify(filter))
      }
      const all = createEdgeFilters(resource.fields, rows)
      for (let i = 0; i < all.length; i += 10) await Promise.all(all.slice(i, i + 10).map(answer))
    })

    test('match a simple implementation for random filters, with the correct total', async () => {
      const asked = fc.array(generateFilters(resource.fields, rows, resource.search), {
        minLength: 1,
        maxLength: 2,
      })
      let found = 0
      await fc.assert(
        fc.asyncProperty(asked, async (all: Filter[]) => {
          const query = { filters: JSON.stringify(all) }
          const expected = ids(rows.filter(row => all.every(filter => matchesFilter(row, filter))))
          found += expected.length
          assert.deepEqual(ids(await get<Row[]>(path, query)), expected)
          const page = await get<{ total: number; rows: Row[] }>(path, { ...query, limit: '7' })
          assert.deepEqual([page.total, ids(page.rows)], [expected.length, expected.slice(0, 7)])
        }),
        { numRuns: 150, seed: SEED },
      )
      assert.ok(found > 150, `the filters found ${found} records in all`)
    })

    test('are sorted by several fields with ties, the same as a whole and in pages', async () => {
      const sortable = responseFields(resource.fields).filter(name => !Array.isArray(rows[0]![name]))
      const fields: Fields = resource.fields
      const scalar = sortable.filter(name => !['texts', 'integers'].includes(fields[name]?.kind ?? ''))
      const order = fc.uniqueArray(
        fc.record({ field: fc.constantFrom(...scalar), descending: fc.boolean() }),
        {
          minLength: 1,
          maxLength: 3,
          selector: ({ field }) => field,
        },
      )
      await fc.assert(
        fc.asyncProperty(order, fc.integer({ min: 25, max: 100 }), async (sort, limit) => {
          const query = { sort: sort.map(({ field, descending }) => (descending ? '-' : '') + field).join() }
          const expected = ids(sortRows(rows, sort))
          assert.deepEqual(ids(await get<Row[]>(path, query)), expected, 'whole')
          const paged: number[] = []
          for (let page = 1; (page - 1) * limit < COUNT; page++) {
            const part = { ...query, page: String(page), limit: String(limit) }
            paged.push(...ids((await get<{ rows: Row[] }>(path, part)).rows))
          }
          assert.deepEqual(paged, expected, 'page by page')
        }),
        { numRuns: 25, seed: SEED },
      )
    })
  })
