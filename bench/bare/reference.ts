import Type from 'typebox'
import { sql } from '../../src/platform/database/sql.ts'
import { listCategories } from '../../src/reference/categories/list-categories.ts'
import { partialRecordSchema } from '../../src/reference/fields.ts'
import { type ListInput, listQuery } from '../../src/reference/lists/list-query.ts'
import { createListCaches, listPage } from '../../src/reference/lists/list-records.ts'
import { columnsOf, listedOf, matching, orderOf } from '../../src/reference/lists/store/lists.ts'
import { wholeView } from '../../src/reference/lists/views.ts'
import { produits } from '../../src/reference/resources.ts'
import { Category, pageSchema } from '../../src/reference/schemas.ts'
import { columns, Product } from './product.ts'
import { app, db, listen, pool, query } from './server.ts'

const listed = listedOf(produits)
const page = { schema: { response: { 200: pageSchema(partialRecordSchema(produits.fields, 'Product')) } } }
const categories = { schema: { response: { 200: Type.Array(Category) } } }

type Asked = { Querystring: ListInput }
const asked = ({ page = 1, limit = 20, ...rest }: ListInput) =>
  listQuery(wholeView(produits), { ...rest, page: Number(page), limit: Number(limit) })

/** The platform's own statements; nothing is remembered. */
app.get<Asked>('/list', page, request => listPage(db, createListCaches(), listed, asked(request.query)))
app.get<{ Querystring: { search?: string } }>('/categories', categories, request =>
  listCategories(db, createListCaches(), request.query.search),
)

/** A usual way: an offset, and a count of what matches. */
app.get<Asked>('/counted', page, async request => {
  const wanted = asked(request.query)
  const { page, limit } = wanted.page ?? { page: 1, limit: 20 }
  const holds = matching(listed, wanted)
  const rows = await db.rows(sql<{ total: number }>`
    select ${columnsOf(listed, wanted)}, (select count(*) from ${listed.table} r where ${holds}) as total
    from ${listed.table} r where ${holds} order by ${orderOf(listed, wanted)} limit ${limit} offset ${(page - 1) * limit}`)
  const total = rows[0]?.total ?? 0
  return { rows, total, page, limit, totalPages: Math.ceil(total / limit) }
})

app.get<{ Params: { sku: string } }>(
  '/sku/:sku',
  { schema: { response: { 200: Product } } },
  async ({ params: { sku } }) => {
    const byEan = `select ${columns} from reference.produit where ean = $1 and "deletedAt" is null`
    return (await query(pool, byEan, [sku])).rows[0]
  },
)

await listen()
