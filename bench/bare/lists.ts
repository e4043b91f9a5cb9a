import Type from 'typebox'
import { definePartialRecordSchema } from '../../src/reference/fields.ts'
import { type ListInput, parseListQuery, wholeView } from '../../src/reference/lists/list-query.ts'
import { listPage } from '../../src/reference/lists/list-records.ts'
import { createListSource } from '../../src/reference/lists/store.ts'
import { listCategories } from '../../src/reference/products/routes.ts'
import { produits } from '../../src/reference/resources.ts'
import { Category, definePageSchema } from '../../src/reference/schemas.ts'
import { app, db } from './server.ts'

const listed = createListSource(produits)
const page = {
  schema: { response: { 200: definePageSchema(definePartialRecordSchema(produits.fields, 'Product')) } },
}
const categories = { schema: { response: { 200: Type.Array(Category) } } }

type Asked = { Querystring: ListInput }
/** Runs the platform's own list query, and so its SQL statements. */
app.get<Asked>('/list', page, ({ query: { page = 1, limit = 20, ...rest } }) =>
  listPage(db, listed, parseListQuery(wholeView(produits), rest), {
    page: Number(page),
    limit: Number(limit),
  }),
)
app.get<{ Querystring: { search?: string } }>('/categories', categories, request =>
  listCategories(db, request.query.search),
)
