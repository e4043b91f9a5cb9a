import { defineRecordSchema } from '../../src/reference/fields.ts'
import { produits } from '../../src/reference/resources.ts'
import { app, pool, query } from './server.ts'

const Product = defineRecordSchema(produits.fields, 'Product')

const columns = ['id', ...Object.keys(produits.fields), 'createdAt', 'updatedAt']
  .map(name => `"${name}"`)
  .join(', ')
const byId = `select ${columns} from reference.produit where id = $1 and "deletedAt" is null`

app.get<{ Params: { id: string } }>(
  '/product/:id',
  { schema: { response: { 200: Product } } },
  async ({ params }) => (await query(pool, byId, [params.id])).rows[0],
)
