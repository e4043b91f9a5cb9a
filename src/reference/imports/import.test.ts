import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

type Result = { succes: boolean; created: number; failed: number; errors: { line: number; error: string }[] }
type Row = { id: number } & Record<string, unknown>
type Page = { rows: Row[]; total: number }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'], started: false })
})

const product = (n: number, more: object = {}) => ({
  ean: `21${String(n).padStart(11, '0')}`,
  nom: `Article ${n}`,
  prixDeVenteCents: n,
  ...more,
})

async function send<Body = Result>(url: string, file: string | Buffer, part = 'file') {
  const form = new FormData()
  form.set('comment', 'a field beside the file')
  form.set(part, new Blob([file as never]), 'import.json')
  const body = new Response(form)
  return shop.call<Body>('POST', url, Buffer.from(await body.arrayBuffer()), {
    'content-type': body.headers.get('content-type')!,
  })
}
const produits = '/api/publique/produits/import'
const total = async (name = 'produits') =>
  (await shop.call<Page>('GET', `/api/publique/${name}?limit=1`)).body.total

describe('an import', () => {
  test('stores valid lines, and reports invalid ones by number', async () => {
    const { status, body } = await send(
      produits,
      JSON.stringify([
        product(1, { categories: 'Import / Essai' }),
        { nom: 'Sans ean', prixDeVenteCents: 1 },
        product(2, { prixDeVenteCents: -5 }),
        product(1, { nom: 'Twice in the file' }),
        'nonsense',
        null,
        product(3, { statutProduit: 'unknown' }),
        product(4, { produitsComplementairesIds: [2_000_000_000] }),
        product(5, { nom: 'With \0' }),
        product(6, { nom: ' Dernier ' }),
      ]),
    )
    assert.equal(status, 200)
    assert.partialDeepStrictEqual(body, { succes: false, created: 2, failed: 8 })
    const expected: [number, RegExp][] = [
      [2, /'ean'/],
      [3, /negative/],
      [4, /ean 2100000000001 already exists, on line 1$/],
      [5, /object/],
      [6, /object/],
      [7, /statutProduit.*actif/],
      [8, /2000000000/],
      [9, /NUL/],
    ]
    assert.deepEqual(
      body.errors.map(({ line }) => line),
      expected.map(([line]) => line),
    )
    for (const [i, [, pattern]] of expected.entries()) assert.match(body.errors[i]!.error, pattern)
    const { body: rows } = await shop.call<Row[]>('GET', '/api/publique/produits?search=dernier')
    assert.partialDeepStrictEqual(rows, [
      { nom: 'Dernier', statutProduit: 'actif', categories: 'accessoires' },
    ])
    const { body: found } = await shop.call('GET', '/api/publique/categories?search=essai')
    assert.deepEqual(found, [
      { nom: 'Essai', nombreProduits: 1 },
      { nom: 'Import / Essai', nombreProduits: 1 },
    ])
  })

  test('of the same file again reports every line as a duplicate', async () => {
    const before = await total()
    const { body } = await send(produits, JSON.stringify([product(1), product(6)]))
    assert.partialDeepStrictEqual(body, { created: 0, failed: 2 })
    assert.equal(await total(), before)
  })

  const many = Array.from({ length: 2_500 }, (_, i) => product(10_000 + i))

  test('of a file that is not a complete JSON array is 400 and stores nothing', async () => {
    const before = await total()
    const text = JSON.stringify(many)
    for (const [what, file] of [
      ['empty', ''],
      ['blank', ' \n '],
      ['text', 'hello'],
      ['an object', JSON.stringify({ produits: many })],
      ['a number', '12'],
      ['broken off', text.slice(0, -1)],
      [
        'broken in the middle',
        `${JSON.stringify(many.slice(0, 2_000)).slice(0, -1)}, !!! ${JSON.stringify(many.slice(2_000)).slice(1)}`,
      ],
      ['followed by more', `${text} []`],
      ['with a hole', `${text.slice(0, -1)},]`],
    ] as const) {
      const { status, body } = await send<{ message: string }>(produits, file)
      assert.equal(status, 400, `${what}: ${JSON.stringify(body)}`)
      assert.equal(await total(), before, what)
    }
    const { status, body } = await send(produits, `\uFEFF \n${text}\n`)
    assert.equal(status, 200)
    assert.partialDeepStrictEqual(body, { succes: true, created: 2_500, failed: 0, errors: [] })
    assert.equal(await total(), before + 2_500)
  })

  test('with an endless element is refused before it fills the memory', async () => {
    const { status } = await send(
      produits,
      Buffer.concat([Buffer.from('["'), Buffer.alloc(12 * 1024 * 1024, 'x')]),
    )
    assert.equal(status, 400)
  })

  test('without a part named file is 400, and without a multipart body 415', async () => {
    assert.equal((await send(produits, '[]', 'other')).status, 400)
    assert.equal((await shop.call('POST', produits, [product(9)])).status, 415)
    assert.deepEqual((await send(produits, '[]')).body, {
      ...{ succes: true, created: 0, failed: 0, warned: 0 },
      ...{ errors: [], warnings: [], unknownFields: [] },
    })
  })

  test('with a form field of invalid JSON is 400', async () => {
    const field = 'content-disposition: form-data; name="mode"\r\ncontent-type: application/json\r\n\r\n{'
    const { status } = await shop.call('POST', produits, `--b\r\n${field}\r\n--b--\r\n`, {
      'content-type': 'multipart/form-data; boundary=b',
    })
    assert.equal(status, 400)
  })

  test('that is aborted by the client stores nothing', async () => {
    const before = await total()
    await shop.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = shop.server.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST ${produits} HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 999999\r\n\r\n` +
        `--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n[${JSON.stringify(product(77_777))}]\r\n`,
    )
    socket.resume()
    await once(shop.server.server, 'request')
    socket.end()
    await once(socket, 'close')
    assert.equal(await total(), before)
  })

  test('of the same products as a concurrent one creates each once', async () => {
    const file = JSON.stringify(Array.from({ length: 1_500 }, (_, i) => product(50_000 + i)))
    const before = await total()
    const [one, other] = await Promise.all([send(produits, file), send(produits, file)])
    assert.equal(one.body.created + other.body.created, 1_500)
    assert.equal(one.body.failed + other.body.failed, 1_500)
    assert.equal(await total(), before + 1_500)
  })

  test('concurrent with one in opposite order and with single creations creates each product once', async () => {
    const lines = Array.from({ length: 3_000 }, (_, i) => product(60_000 + i))
    const before = await total()
    const [one, other, ...single] = await Promise.all([
      send(produits, JSON.stringify(lines)),
      send(produits, JSON.stringify(lines.toReversed())),
      ...lines.slice(0, 20).map(line => shop.call('POST', '/api/publique/produits', line)),
    ])
    const created = single.filter(({ status }) => status === 201).length
    assert.ok(single.every(({ status }) => status === 201 || status === 422))
    assert.equal(one.body.created + other.body.created + created, 3_000)
    assert.equal(await total(), before + 3_000)
  })

  test('stores every kind of value unchanged', async () => {
    const full = product(71_000, {
      nom: 'L\'été \\ "cité" \t fin — 🚲 ™',
      description: `Ligne une\nLigne deux ; {"a": [1, null]} ${'œuvre '.repeat(1_500)}`.trim(),
      photosUrls: ['https://example.org/a,b.jpg', '/images/{"x"}', 'HTTP://example.org/NULL'],
      categories: 'Vélos / Électriques > Ville',
      dureeGarantie: 2_147_483_647,
      statutProduit: 'en_developpement',
      dateFinDeVie: '2031-12-31',
      produitsComplementairesIds: [],
    })
    const bare = product(71_001, { photosUrls: [], marque: null })
    assert.equal((await send(produits, JSON.stringify([full, bare]))).body.created, 2)
    const { body } = await shop.call<Row[]>('GET', '/api/publique/produits?search=71001')
    const read = async (ean: string) =>
      (await shop.call<Row[]>('GET', `/api/publique/produits?ean=${ean}`)).body[0]!
    assert.deepEqual(body.length, 1)
    assert.partialDeepStrictEqual(await read(full.ean), full)
    assert.partialDeepStrictEqual(await read(bare.ean), { ...bare, categories: 'accessoires', poids: null })
    const { body: found } = await shop.call<Row[]>('GET', '/api/publique/produits?search=ETE%20oeuvre')
    assert.deepEqual(
      found.map(({ ean }) => ean),
      [full.ean],
    )
    const later = await shop.call<Row>('POST', '/api/publique/produits', product(71_002))
    assert.ok(later.body.id > (await read(bare.ean)).id)
  })

  test('accepts suppliers, warehouses and stores', async () => {
    for (const [name, line] of [
      ['fournisseurs', { nomLegal: 'Atlas', codeFournisseur: 'ATLAS' }],
      ['entrepots', { nom: 'Est', adresse: 'Metz' }],
      ['magasins', { nom: 'Gare', adresse: 'Lyon' }],
    ] as const) {
      const { body } = await send(
        `/api/publique/${name}/import`,
        JSON.stringify([line, { ...line, nom: 7, nomLegal: 7 }]),
      )
      assert.partialDeepStrictEqual(body, { created: 1, failed: 1, errors: [{ line: 2 }] })
      assert.equal(await total(name), 1)
    }
  })
})

describe('the relation of a product and a supplier', () => {
  let product1: number
  let product2: number
  let supplier1: number
  let supplier2: number
  const terms = (produitId: number) => `/api/publique/produits/${produitId}/fournisseurs`
  before(async () => {
    const make = async (name: string, body: object) =>
      (await shop.call<Row>('POST', `/api/publique/${name}`, body)).body.id
    product1 = await make('produits', product(90_001))
    product2 = await make('produits', product(90_002))
    supplier1 = await make('fournisseurs', { nomLegal: 'Un', codeFournisseur: 'UN' })
    supplier2 = await make('fournisseurs', { nomLegal: 'Deux', codeFournisseur: 'DEUX' })
  })

  test('is created once, and its terms can be changed', async () => {
    const body = { fournisseurId: supplier1, prixFournisseurCents: 900, referenceFournisseur: 'UN-1' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.call<Row>('POST', terms(product1), body)),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(19).fill(422)])
    const added = answers.find(({ status }) => status === 201)!.body
    assert.partialDeepStrictEqual(added, {
      ...body,
      produitId: product1,
      statutRelation: 'actif',
      packaging: null,
    })

    const one = `${terms(product1)}/${supplier1}`
    const changed = await shop.call<Row>('PATCH', one, { statutRelation: 'prefere', packaging: 12 })
    assert.partialDeepStrictEqual(changed.body, { ...body, statutRelation: 'prefere', packaging: 12 })
    assert.equal((await shop.call('PATCH', one, { prixFournisseurCents: -1 })).status, 422)
    assert.equal((await shop.call('PATCH', one, { packaging: 'many' })).status, 400)
    assert.equal((await shop.call('PATCH', `${terms(product1)}/999999`, { packaging: 1 })).status, 404)
  })

  test('is 404 for an unknown product, 422 for an unknown supplier or a negative price, 400 without a supplier', async () => {
    const add = (id: number | string, body: object) => shop.call('POST', terms(id as number), body)
    assert.equal((await add(999_999, { fournisseurId: supplier1 })).status, 404)
    assert.equal((await add(product2, { fournisseurId: 999_999 })).status, 422)
    assert.equal((await add(product2, { fournisseurId: supplier1, prixFournisseurCents: -1 })).status, 422)
    for (const body of [{}, { fournisseurId: '1' }, { fournisseurId: 0 }])
      assert.equal((await add(product2, body)).status, 400)
    assert.equal((await shop.call('GET', terms(999_999))).status, 404)
  })

  test('is imported, with errors by line', async () => {
    const { body } = await send(
      '/api/publique/produits/fournisseurs/import',
      JSON.stringify([
        {
          produitId: product1,
          fournisseurId: supplier2,
          prixFournisseurCents: 800,
          statutRelation: 'prefere',
        },
        { produitId: product1, fournisseurId: supplier1 },
        { produitId: 999_999, fournisseurId: supplier1 },
        { produitId: product2, fournisseurId: 999_999 },
        { produitId: product2 },
        { produitId: product1, fournisseurId: supplier2 },
      ]),
    )
    assert.partialDeepStrictEqual(body, { succes: false, created: 1, failed: 5 })
    assert.deepEqual(
      body.errors.map(({ line }) => line),
      [2, 3, 4, 5, 6],
    )
    assert.match(body.errors[1]!.error, /Product with id 999999/)
    assert.match(body.errors[2]!.error, /Supplier with id 999999/)
    assert.match(body.errors[0]!.error, /are already related$/)
    assert.match(body.errors[4]!.error, /are already related, on line 1$/)
  })

  test('is listed and sorted, without deleted suppliers', async () => {
    const suppliers = async (query: string) =>
      (await shop.call<Page>('GET', `${terms(product1)}?${query}`)).body.rows.map(row => row.fournisseurId)
    assert.deepEqual(await suppliers('sort=prixFournisseurCents'), [supplier2, supplier1])
    assert.deepEqual(await suppliers('sort=-prixFournisseurCents'), [supplier1, supplier2])
    assert.deepEqual(await suppliers('limit=1&page=2'), [supplier2])
    assert.equal((await shop.call('GET', `${terms(product1)}?sort=nom`)).status, 400)
    await shop.call('DELETE', `/api/publique/fournisseurs/${supplier2}`)
    assert.deepEqual(await suppliers(''), [supplier1])
  })

  test('identifies a product by SKU: the EAN first, then the supplier reference', async () => {
    const bySku = (sku: string) => shop.call<Row>('GET', `/api/publique/produits/search/sku?sku=${sku}`)
    assert.equal((await bySku('UN-1')).body.id, product1)
    assert.equal((await bySku(String(product(90_002).ean))).body.id, product2)
    assert.equal((await bySku('nothing')).status, 404)
    assert.equal((await shop.call('GET', '/api/publique/produits/search/sku')).status, 400)
    assert.equal((await bySku('')).status, 400)
  })
})
