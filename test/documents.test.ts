import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { renderDocuments } from '../src/commands/openapi.ts'
import { errorCodes } from '../src/error-codes.ts'
import { nameShapes } from '../src/platform/http/documents/schemas.ts'
import { createAjv } from '../src/platform/schemas.ts'

const checkedIn = (path: string) => readFileSync(new URL(`../docs/${path}`, import.meta.url), 'utf8')

test('the documents match the routes: run `npx comptoir openapi` after a change', async () => {
  const written = await renderDocuments()
  for (const [path, text] of written) {
    const storedLines = checkedIn(path).split('\n')
    const lines = text.split('\n')
    const first = lines.findIndex((line, i) => line !== storedLines[i])
    assert.ok(first < 0 && storedLines.length === lines.length, `${path}:${first + 1} ${lines[first]}`)
  }
  const files = readdirSync(new URL('../docs/openapi/', import.meta.url)).map(file => `openapi/${file}`)
  assert.deepEqual(files.sort(), [...written.keys()].filter(path => path.startsWith('openapi/')).sort())
})

test('a field with a default is not required in a request', () => {
  type Parameter = { name: string; required: boolean; schema: { default?: unknown } }
  const { paths } = parse(checkedIn('openapi/catalogue.yaml')) as {
    paths: Record<string, { get: { parameters: Parameter[] } }>
  }
  const { parameters } = paths['/api/products']!.get
  assert.ok(parameters.every(({ required }) => !required))
  assert.deepEqual(
    parameters.flatMap(({ name, schema }) => (schema.default === undefined ? [] : [[name, schema.default]])),
    [
      ['page', 1],
      ['limit', 20],
    ],
  )
})

type Media = { schema: object; example?: unknown }
type Operation = {
  operationId?: string
  summary?: string
  tags: string[]
  security?: object[]
  parameters?: { in: string; name: string }[]
  description?: string
  requestBody?: { content?: Record<string, Media> }
  responses: Record<string, { description: string; content?: Record<string, Media> }>
  'x-error-codes': string[]
}

const whole = parse(checkedIn('openapi/comptoir.yaml')) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}
const operations = Object.entries(whole.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ at: `${method} ${path}`, ...operation })),
)
const named = (operationId: string) => {
  const found = operations.find(operation => operation.operationId === operationId)
  assert.ok(found, operationId)
  return found
}

test('every operation has a unique id, a summary, an access class and descriptions of its responses', () => {
  const ids = new Set<string>()
  for (const { at, operationId, summary, security, responses } of operations) {
    assert.ok(operationId && !ids.has(operationId), `${at} ${operationId}`)
    assert.ok(summary, `${at} has no summary`)
    assert.ok(Array.isArray(security), `${at} has no security`)
    for (const [status, { description }] of Object.entries(responses))
      assert.doesNotMatch(`${status} ${description}`, /default|^\d+ $|Status \d/i, at)
    ids.add(operationId)
  }
  assert.ok(ids.size > 100)
})

test('every operation documents how it refuses an invalid path or body', () => {
  for (const { at, responses, requestBody } of operations) {
    assert.ok('400' in responses, at)
    if (requestBody) assert.ok('413' in responses && '415' in responses, at)
  }
  const { content = {} } = named('metrics').responses['401'] ?? {}
  assert.deepEqual(Object.keys(content), ['application/json'])
})

test('shared schemas are defined once, by name', () => {
  for (const name of ['Produit', 'Commande', 'Transaction', 'Client', 'Bordereau', 'Promotion', 'Erreur'])
    assert.ok(name in whole.components.schemas, name)
  const titles = JSON.stringify(whole).match(/"title":"[^"]*"/g) ?? []
  assert.deepEqual(titles, ['"title":"Comptoir"'])
})

test('an operation documents its credentials, its headers and its callers', () => {
  const { tags, security, parameters, responses } = named('placeOrder')
  assert.deepEqual([tags, security], [['orders'], [{}, { bearer: [] }, { key: [] }, { session: [] }]])
  assert.ok(parameters?.some(each => each.in === 'header' && each.name === 'Idempotency-Key'))
  assert.ok('409' in responses && '422' in responses)
  assert.deepEqual(
    ['createPayment', 'refundPayment', 'searchProducts', 'getOrder', 'listOrders', 'login'].map(id => {
      const { tags, security, parameters = [] } = named(id)
      const keyed = parameters.some(({ name }) => name === 'Idempotency-Key')
      return [id, ...tags, security?.map(each => Object.keys(each).join()), keyed]
    }),
    [
      ['createPayment', 'payments: internal', ['key', 'session'], true],
      ['refundPayment', 'payments: staff', ['key', 'session'], true],
      ['searchProducts', 'catalogue', ['', 'key', 'session'], false],
      ['getOrder', 'orders', ['', 'bearer', 'key', 'session'], false],
      ['listOrders', 'orders', ['bearer', 'key', 'session'], false],
      ['login', 'accounts', [], false],
    ],
  )
})

test('a status lists its possible values, in responses too', () => {
  const open: string[] = []
  let seen = 0
  function visit(at: string, value: unknown) {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const isStatus = /^(statut|status|nouveauStatut)$/.test(key) && typeof inner === 'object'
      if (isStatus && at.endsWith('/properties')) {
        seen++
        if (!/"(enum|const|\$ref)":/.test(JSON.stringify(inner))) open.push(`${at}/${key}`)
      }
      visit(`${at}/${key}`, inner)
    }
  }
  visit('', whole)
  assert.ok(seen > 30, String(seen))
  assert.deepEqual(open, [])
})

test('two different shapes with the same name are refused', () => {
  const answering = (schema: object) => ({
    get: {
      responses: { 200: { content: { 'application/json': { schema: { title: 'Produit', ...schema } } } } },
    },
  })
  const shape = { type: 'object', properties: { id: { type: 'integer' } } }
  const { schemas } = nameShapes({ '/a': answering(shape), '/b': answering(structuredClone(shape)) })
  assert.deepEqual(schemas, { Produit: shape })
  assert.throws(
    () => nameShapes({ '/a': answering(shape), '/b': answering({ type: 'object' }) }),
    /Two shapes have the name Produit/,
  )
})

const imperative =
  /^(Add|Announce|Apply|Ask|Calculate|Cancel|Change|Check|Close|Collect|Confirm|Count|Create|Delete|Describe|Erase|Export|Find|Import|List|Notify|Pay|Place|Prepare|Preview|Price|Read|Rebuild|Reconcile|Record|Redirect|Refund|Release|Remove|Rename|Repeat|Replay|Request|Reserve|Reset|Return|Revoke|Rotate|Search|Send|Set|Show|Sign|Simulate|Stream|Test) /

test('every operation has a short imperative summary, a description, and the codes and causes of its errors', () => {
  for (const {
    operationId,
    summary = '',
    description = '',
    responses,
    'x-error-codes': codes,
  } of operations) {
    assert.match(summary, imperative, `${operationId}`)
    assert.ok(summary.length <= 60, `${operationId}: ${summary.length} characters`)
    assert.match(description, /^[A-Z].{15,}[.]$/, `${operationId}`)
    for (const [status, { content, description: cause }] of Object.entries(responses))
      if (status.startsWith('4') && content && 'application/json' in content)
        assert.match(cause, /^- `[a-z-]+`: [A-Z`].+\.$/m, `${operationId} ${status}`)
    for (const code of codes) {
      const statuses = [errorCodes[code]?.[0] ?? []].flat()
      assert.ok(
        statuses.some(status => status in responses),
        `${operationId} ${code} ${statuses}`,
      )
    }
  }
})

test('the examples of bodies and responses are valid', () => {
  const ajv = createAjv({ allErrors: true }).addSchema({ $id: 'document', ...whole })
  const inDocument = (schema: object) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'))
  let checked = 0
  for (const { operationId, requestBody, responses } of operations) {
    const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    for (const [of, part] of [['body', requestBody] as const, ...successes]) {
      const media = part?.content?.['application/json']
      if (!media) continue
      assert.ok('example' in media, `${operationId} ${of} has no example`)
      const isValid = ajv.compile(inDocument(media.schema))
      assert.ok(
        isValid(structuredClone(media.example)),
        `${operationId} ${of} ${ajv.errorsText(isValid.errors)}`,
      )
      checked++
    }
  }
  assert.ok(checked > 250, String(checked))
})
