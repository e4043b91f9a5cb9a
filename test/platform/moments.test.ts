import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Documented, listDocumentedOperations, type Shape } from '../support/documented.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'

let shop: TestPlatform
let operations: Documented[]
before(async () => {
  shop = await openPlatform({ started: false })
  operations = listDocumentedOperations(shop)
})

/** Operations between areas, which send timestamps in the format of responses. */
const BETWEEN_AREAS = ['takeInPromotion', 'previewBasket']

/** Finds the paths to all schemas of a format inside a shape. The format `moment` is a date or a timestamp. */
function placesOf(format: string, shape: Shape, path = ''): string[] {
  const { anyOf = [], items, properties = {} } = shape
  if (isMoment(shape)) return format === 'moment' ? [path] : []
  return [
    ...(shape.format === format ? [path] : []),
    ...anyOf.flatMap(each => placesOf(format, each, path)),
    ...(items ? placesOf(format, items, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([name, each]) => placesOf(format, each, `${path}.${name}`)),
  ]
}
const isMoment = ({ anyOf = [] }: Shape) =>
  ['date-time', 'date'].every(format => anyOf.some(each => each.format === format))

const asked = ({ query, body }: Documented, format: string) => [
  ...query.flatMap(({ name, schema }) => placesOf(format, schema, `?${name}`)),
  ...placesOf(format, body),
]

test('no route accepts timestamps in only one form', () => {
  const strict = operations
    .filter(({ id }) => !BETWEEN_AREAS.includes(id))
    .flatMap(operation => asked(operation, 'date-time').map(place => `${operation.id} ${place}`))
  assert.deepEqual(strict, [])
})

const FORMS = ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.123+01:00', '2026-03-01T10:00', '2026-03-01']

test('every timestamp parameter accepts each form and nothing else', async () => {
  const found = operations.flatMap(operation =>
    operation.query
      .filter(({ schema }) => isMoment(schema))
      .map(({ name }) => ({ name, url: operation.url, of: operation.query })),
  )
  assert.ok(found.length >= 24, String(found.length))
  for (const { name, url, of } of found) {
    const needed = of.filter(each => each.required).map(each => `${each.name}=1`)
    const call = (text: string) =>
      shop.call<{ message: string }>(
        'GET',
        `${url}?${[...needed, `${name}=${encodeURIComponent(text)}`].join('&')}`,
      )
    for (const text of FORMS) assert.notEqual((await call(text)).status, 400, `${url} ${name}=${text}`)
    for (const text of [
      'hier',
      '2026-02-30',
      '2026-03-01T25:00',
      '2016-12-31T23:59:60Z',
      '01/03/2026',
      '1',
    ]) {
      const { status, body } = await call(text)
      assert.equal(status, 400, `${url} ${name}=${text}`)
      assert.equal(body.message, `querystring/${name} must be an ISO 8601 date or date with time`)
    }
  }
})

describe('a timestamp in a body', () => {
  const place = { nom: 'A', adresse: 'Lille' }
  const promotion = {
    ...{ categoriePromotion: 'PANIER', typePromotion: 'POURCENTAGE', valeurPromotion: 10 },
    ...{ uniteValeur: 'PERCENT', dateDebut: '2026-01-01T00:00:00Z', dateFin: '2040-01-01T00:00:00Z' },
  }
  const reservation = { ordreId: 'externe-1', articles: [{ id: '1', quantite: 1 }] }
  const purchase = {
    clientId: 'CLI_0000000A',
    purchases: [{ articleId: '1', articleName: 'A', unitPrice: 1, quantity: 1 }],
  }
  before(async () => {
    const client = { nom: 'A', prenom: 'B', adresseMail: 'a@example.org', idClient: 'CLI_0000000A' }
    assert.equal((await shop.call('POST', '/api/publique/clients', client)).status, 201)
    assert.equal((await shop.call('POST', '/api/publique/magasins', place)).status, 201)
  })

  const whole = '2039-07-01T08:00:00.000Z'
  const routes: [url: string, body: object, field: string, day: string][] = [
    ['/api/publique/data', promotion, 'dateDebut', '2039-06-30T22:00:00.000Z'],
    ['/api/publique/data', promotion, 'dateFin', '2039-07-01T21:59:59.999Z'],
    ['/api/v1/privee/reservations', reservation, 'expireLe', '2039-07-01T21:59:59.999Z'],
    ['/api/v1/privee/cles', { nom: 'caisse', droits: ['till'] }, 'expireLe', '2039-07-01T21:59:59.999Z'],
    [
      '/api/publique/events_reparation',
      { ticketId: 'T', event: 'EN_REPARATION' },
      'at',
      '2039-06-30T22:00:00.000Z',
    ],
    ['/api/privee/client-buy-history', purchase, 'purchaseDate', '2039-06-30T22:00:00.000Z'],
  ]
  for (const [url, body, field, day] of routes)
    test(`${url} ${field}`, async () => {
      for (const [text, stored] of [
        ['2039-07-01T10:00:00+02:00', whole],
        ['2039-07-01T10:00', whole],
        ['2039-07-01', day],
      ] as const) {
        const answer = await shop.call<Record<string, unknown> & { data?: Record<string, unknown>[] }>(
          'POST',
          url,
          {
            ...body,
            [field]: text,
          },
        )
        // A second reservation of the same order extends the first one and returns 200.
        assert.ok([200, 201].includes(answer.status), JSON.stringify(answer.body))
        assert.equal((answer.body.data?.[0] ?? answer.body)[field], stored, text)
      }
      const { status } = await shop.call('POST', url, { ...body, [field]: '2039-07-01T10' })
      assert.equal(status, 400)
    })

  test('of a product is stored as written, as a date or a timestamp', async () => {
    for (const [i, dateFinDeVie] of FORMS.entries()) {
      const product = { ean: `MOMENT${i}`, nom: 'A', prixDeVenteCents: 1, dateFinDeVie }
      const { status, body } = await shop.call<{ dateFinDeVie: string }>(
        'POST',
        '/api/publique/produits',
        product,
      )
      assert.deepEqual([status, body.dateFinDeVie], [201, dateFinDeVie])
    }
  })

  test('selects the webhook deliveries to repeat, as a date or a timestamp', async () => {
    const { body } = await shop.call<{ id: number }>('POST', '/api/v1/privee/webhooks', {
      url: 'https://erp.example/in',
    })
    const since = async (depuis: string) =>
      (await shop.call('POST', `/api/v1/privee/webhooks/${body.id}/renvois`, { depuis })).status
    for (const text of FORMS) assert.equal(await since(text), 202, text)
    assert.equal(await since('2039-07-01T10'), 400)
  })

  test('has a test above for every such field', () => {
    const found = operations.flatMap(each => asked(each, 'moment').filter(place => !place.startsWith('?')))
    const known = [
      ...routes.map(([, , field]) => `.${field}`),
      '.dateFinDeVie',
      '.dateFinReapprovisionnement',
      '.depuis',
    ]
    const unknown = found.filter(place => !known.some(field => place.endsWith(field)))
    assert.deepEqual(unknown, [])
  })
})

test('a date ends a period at its last instant, and a timestamp without a zone is in Paris time', async () => {
  const product = await shop.call<{ createdAt: string }>('POST', '/api/publique/produits', {
    ...{ ean: 'MOMENT', nom: 'A', prixDeVenteCents: 1 },
  })
  const at = Temporal.Instant.from(product.body.createdAt).toZonedDateTimeISO('Europe/Paris')
  const total = async (operator: string, value: string) => {
    const filters = JSON.stringify([
      { field: 'createdAt', operator, value },
      { field: 'ean', operator: 'equals', value: 'MOMENT' },
    ])
    const url = `/api/publique/produits?limit=1&filters=${encodeURIComponent(filters)}`
    return (await shop.call<{ total: number }>('GET', url)).body.total
  }
  const day = at.toPlainDate().toString()
  assert.deepEqual([await total('<=', day), await total('<', day), await total('>', day)], [1, 0, 0])
  const local = at.toPlainDateTime().toString({ fractionalSecondDigits: 3 })
  assert.deepEqual([await total('=', local), await total('<', local), await total('>', local)], [1, 0, 0])
})
