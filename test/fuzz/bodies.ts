import fc from 'fast-check'
import { oddTexts } from './odd.ts'
import type { Operation, Schema } from './operations.ts'
import { invalidValues, validValues } from './values.ts'

type Body = { type: string; text: string }

const JSON_TYPE = 'application/json'
const BOUNDARY = 'une-limite'

const ids = (...names: string[]) => Object.fromEntries(names.map(name => [name, { type: 'integer' }]))

/** The fields of the lines of an import: those of the body of the operation `like`, and `properties`. */
const LINES: Record<string, { like?: string; properties: Record<string, Schema> }> = {
  importProductSuppliers: { like: 'addSupplierToProduct', properties: ids('produitId', 'fournisseurId') },
  importStocks: { properties: ids('productId', 'storeId', 'quantity') },
  importProducts: { like: 'createProduct', properties: {} },
  importSuppliers: { like: 'createSupplier', properties: {} },
  importStores: { like: 'createStore', properties: {} },
  importWarehouses: { like: 'createWarehouse', properties: {} },
}

function lineOf({ id }: Operation, all: readonly Operation[]): Schema {
  const { like, properties = {} } = LINES[id] ?? {}
  const own = (all.find(each => each.id === like)?.body?.schema ?? {}) as {
    properties?: object
    required?: string[]
  }
  return {
    type: 'object',
    properties: { ...own.properties, ...properties },
    required: [...(own.required ?? []), ...Object.keys(properties)],
  }
}

const part = (name: string, text: string, file = '; filename="x.json"') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\nContent-Type: application/json\r\n\r\n${text}\r\n`

const multipart = (...parts: string[]): Body => ({
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  text: `${parts.join('')}--${BOUNDARY}--\r\n`,
})

/** Forms with the file of an import: valid ones or, if `odd`, also malformed ones. */
function formsOf(line: Schema, odd: boolean): fc.Arbitrary<Body> {
  const lines = fc.array(validValues(line), { minLength: 1, maxLength: 3 }).map(each => JSON.stringify(each))
  if (!odd) return lines.map(text => multipart(part('file', text)))
  const bentLines = fc
    .array(fc.oneof(validValues(line), invalidValues(line)), { maxLength: 4 })
    .map(each => JSON.stringify(each))
  const files = fc.oneof(
    { weight: 4, arbitrary: bentLines },
    {
      weight: 1,
      arbitrary: fc.oneof(
        oddTexts,
        invalidValues(line).map(each => JSON.stringify(each)),
        lines.map(text => text.slice(0, -2)),
      ),
    },
  )
  return fc.tuple(files, lines, oddTexts).chain(([text, other, odd]) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(multipart(part('file', text))) },
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          multipart(),
          multipart(part('fichier', text)),
          multipart(part('file', text, '')),
          multipart(part('file', text), part('file', other)),
          multipart(part('mode', odd, ''), part('file', text)),
          multipart(part('file', text, `; filename="${odd.replaceAll(/[\r\n"]/g, '')}"`)),
          multipart(part('file', text, '; filename="../../x"; filename*=UTF-8\'\'%00')),
          { ...multipart(part('file', text)), text: part('file', text) },
          { ...multipart(part('file', text)), type: 'multipart/form-data' },
          { ...multipart(part('file', text)), type: 'multipart/form-data; boundary=autre' },
          { type: JSON_TYPE, text },
        ),
      },
    ),
  )
}

const inForm = (field: unknown) => (typeof field === 'string' ? field : (JSON.stringify(field) ?? ''))

const asForm = (value: unknown) =>
  Object.entries(typeof value === 'object' && value !== null ? value : { csrf: value })
    .map(
      ([name, field]) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(inForm(field).toWellFormed())}`,
    )
    .join('&')

const isPage = ({ responses }: Operation) =>
  [...responses.values()].some(content => content?.type === 'text/html')

/**
 * Returns a function that creates a generator of the operation's bodies, which are valid or, if `odd`, usually invalid.
 * The generated body is undefined if the operation takes none.
 */
export function generateBodies(operation: Operation, all: readonly Operation[]) {
  const { body } = operation
  return (odd: boolean): fc.Arbitrary<Body | undefined> => {
    if (!body) return fc.constant(undefined)
    if (body.type.startsWith('multipart/')) return formsOf(lineOf(operation, all), odd)
    const values = odd ? invalidValues(body.schema) : validValues(body.schema)
    return isPage(operation)
      ? values.map(value => ({ type: 'application/x-www-form-urlencoded', text: asForm(value) }))
      : values.map(value => ({ type: JSON_TYPE, text: JSON.stringify(value) ?? 'null' }))
  }
}
