import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import pg from 'pg'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

type Row = { id: number } & Record<string, unknown>
type Result = Row & { index: number; statut: string; message?: string }
type Batch = { succes: boolean; modifies: number; resultats: Result[] }
type Refusal = { statusCode: number; message: string; error: string; code: string }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'], started: false })
})

const url = '/api/publique/produits'
let last = 0
const make = async (more: object = {}) => {
  const body = { ean: `B${++last}`, nom: `Lampe ${last}`, prixDeVenteCents: 100, ...more }
  const { status, body: made } = await shop.call<Row>('POST', url, body)
  assert.equal(status, 201, JSON.stringify(made))
  return made
}
const several = (count: number) => Promise.all(Array.from({ length: count }, () => make()))
const change = <Body = Batch>(produits: unknown) => shop.call<Body>('PATCH', url, { produits })
const read = async (id: number) => (await shop.call<Row>('GET', `${url}/${id}`)).body
const total = async () => (await shop.call<{ total: number }>('GET', `${url}?limit=1`)).body.total
const deadlocks = async () => {
  const client = new pg.Client(shop.databaseUrl)
  await client.connect()
  const { rows } = await client.query(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  await client.end()
  return Number(rows[0].deadlocks)
}

describe('a batch of changes', () => {
  test('applies each item separately and reports it by position', async () => {
    const [one, two, three, other] = (await several(4)) as [Row, Row, Row, Row]
    const { status, body } = await change([
      { id: one.id, nom: ' Nouveau ', categories: 'Lots / Essai' },
      { id: two.id, prixDeVenteCents: -1 },
      { id: 999_999, nom: 'Nowhere' },
      { id: three.id, statutProduit: 'nonsense', ean: 'given' },
      { id: three.id, nom: 'With \0' },
      { id: three.id, ean: other.ean },
      { id: three.id, produitsComplementairesIds: [2_000_000_000] },
      { id: two.id, prixDeVenteCents: 2 ** 40 },
      { id: two.id, marque: 'Kept', dureeGarantie: null },
    ])
    assert.equal(status, 200)
    assert.deepEqual([body.succes, body.modifies], [false, 2])
    assert.deepEqual(
      body.resultats.map(({ index, id, statut, ean }) => [index, id, statut, ean]),
      [
        [0, one.id, 'ok', one.ean],
        [1, two.id, 'erreur', two.ean],
        [2, 999_999, 'erreur', null],
        [3, three.id, 'erreur', 'given'],
        [4, three.id, 'erreur', null],
        [5, three.id, 'erreur', three.ean],
        [6, three.id, 'erreur', three.ean],
        [7, two.id, 'erreur', null],
        [8, two.id, 'ok', two.ean],
      ],
    )
    const messages = [
      /negative/,
      /999999 not found/,
      /statutProduit.*actif/,
      /NUL/,
      /already exists/,
      /2000000000/,
    ]
    messages.forEach((pattern, i) => {
      assert.match(body.resultats[i + 1]!.message!, pattern)
    })
    assert.ok(!('message' in body.resultats[0]!))
    assert.partialDeepStrictEqual(await read(one.id), { nom: 'Nouveau', categories: 'Lots / Essai' })
    assert.partialDeepStrictEqual(await read(two.id), { prixDeVenteCents: 100, marque: 'Kept' })
    assert.deepEqual(await read(three.id), three)
    const { body: found } = await shop.call('GET', '/api/publique/categories?search=essai')
    assert.deepEqual(found, [
      { nom: 'Essai', nombreProduits: 1 },
      { nom: 'Lots / Essai', nombreProduits: 1 },
    ])
  })

  test('uses the field names of each resource', async () => {
    for (const [name, field, body] of [
      ['fournisseurs', 'nomLegal', { nomLegal: 'Un', codeFournisseur: 'LOT' }],
      ['entrepots', 'nom', { nom: 'Un', adresse: 'Metz' }],
      ['magasins', 'nom', { nom: 'Un', adresse: 'Metz' }],
    ] as const) {
      const path = `/api/publique/${name}`
      const { id } = (await shop.call<Row>('POST', path, body)).body
      const answer = await shop.call<Batch>('PATCH', path, {
        [name]: [{ id, [field]: 'Deux', adresse: 'Nancy' }],
      })
      assert.deepEqual(answer.body, {
        succes: true,
        modifies: 1,
        resultats: [{ index: 0, id, statut: 'ok', [field]: 'Deux' }],
      })
      assert.equal((await shop.call('PATCH', path, { produits: [{ id }] })).status, 400)
    }
  })

  test('is 400 and changes nothing if it is missing, empty or too long, or has an invalid ID', async () => {
    const one = await make()
    const good = { id: one.id, nom: 'Never' }
    assert.equal((await shop.call('PATCH', url, {})).status, 400)
    assert.equal((await shop.call('PATCH', url)).status, 400)
    const bad = [0, -1, 1.5, '1', null, undefined, 2 ** 63].map(id => [good, { id }])
    const long = Array.from({ length: 501 }, () => good)
    for (const items of [null, 'all', {}, [], long, [good, null], [good, 7], ...bad]) {
      const { status, body } = await change<Refusal>(items)
      assert.equal(status, 400, JSON.stringify(items))
      assert.deepEqual([body.statusCode, body.error, typeof body.message], [400, 'Bad Request', 'string'])
    }
    assert.deepEqual(await read(one.id), one)
  })

  test('may have 500 items of 9 kB, and is 413 above 8 MiB', async () => {
    const [one] = await several(1)
    const item = (length: number) => ({ id: one!.id, description: 'x'.repeat(length) })
    const { status, body } = await change(Array.from({ length: 500 }, () => item(9_000)))
    assert.deepEqual([status, body.modifies], [200, 500])
    assert.equal((await change(Array.from({ length: 500 }, () => item(17_000)))).status, 413)
  })

  test('applies several items of one record in order', async () => {
    const { id } = await make()
    const { body } = await change([{ id, nom: 'First', marque: 'Kept' }, { id, nom: 'Last' }, { id }])
    assert.deepEqual([body.succes, body.modifies], [true, 3])
    assert.partialDeepStrictEqual(await read(id), { nom: 'Last', marque: 'Kept' })
  })

  test('validates a complement after the earlier items of the batch', async () => {
    const [one, two] = (await several(2)) as [Row, Row]
    const named = { id: one.id, produitsComplementairesIds: [two.id] }
    const { body } = await change([{ id: two.id, statutProduit: 'obsolete' }, named])
    assert.deepEqual(
      body.resultats.map(({ statut }) => statut),
      ['ok', 'erreur'],
    )
    assert.ok((await change([{ id: two.id, statutProduit: 'actif' }, named])).body.succes)
  })
})

describe('the unique field in a batch', () => {
  const eans = async (rows: Row[]) => Promise.all(rows.map(async ({ id }) => (await read(id)).ean))

  test('can be swapped and rotated between records', async () => {
    const [a, b, c] = (await several(3)) as [Row, Row, Row]
    const { body } = await change([
      { id: a.id, ean: b.ean },
      { id: b.id, ean: c.ean },
      { id: c.id, ean: a.ean },
    ])
    assert.ok(body.succes, JSON.stringify(body))
    assert.deepEqual(await eans([a, b, c]), [b.ean, c.ean, a.ean])
  })

  test('goes to the first of several records that request one value', async () => {
    const rows = await several(20)
    const { body } = await change(rows.map(({ id }) => ({ id, ean: 'WANTED', nom: 'Changed' })))
    assert.deepEqual(
      body.resultats.map(({ statut }) => statut),
      ['ok', ...Array(19).fill('erreur')],
    )
    assert.equal((await read(rows[1]!.id)).nom, rows[1]!.nom)
  })

  test('stays with a record whose own change fails, and is refused to the next one', async () => {
    const [a, b, c, outside] = (await several(4)) as [Row, Row, Row, Row]
    const { body } = await change([
      { id: a.id, ean: b.ean },
      { id: b.id, ean: c.ean },
      { id: c.id, ean: outside.ean },
    ])
    assert.deepEqual(
      body.resultats.map(({ statut }) => statut),
      ['erreur', 'erreur', 'erreur'],
    )
    assert.deepEqual(await eans([a, b, c]), [a.ean, b.ean, c.ean])
  })

  test('goes to one of twenty concurrent requests outside batches', async () => {
    const rows = await several(20)
    const answers = await Promise.all(
      rows.map(({ id }) => shop.call('PATCH', `${url}/${id}`, { ean: 'CONTESTED' })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(422)])
  })
})

test('concurrent batches over the same records in different orders cause no deadlock', async () => {
  const rows = await several(60)
  const before = await deadlocks()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, round) => {
      const order = round % 2 ? [...rows].reverse() : [...rows].sort(() => Math.random() - 0.5)
      const items = order.map(({ id }) => ({ id, marque: `M${round}`, categories: `C${round % 3}` }))
      return round % 5 === 4
        ? shop.call('DELETE', url, { ids: items.slice(0, 5).map(({ id }) => id) }).then(() => undefined)
        : change(items)
    }),
  )
  for (const answer of answers) if (answer) assert.equal(answer.status, 200)
  assert.equal(await deadlocks(), before)
  const left = await shop.call<Row[]>('GET', `${url}?ids=${rows.map(({ id }) => id).join(',')}`)
  assert.equal(new Set(left.body.map(({ marque }) => marque)).size, 1)
})

describe('a bulk deletion', () => {
  const remove = <Body = Refusal>(ids: unknown) => shop.call<Body>('DELETE', url, { ids })

  test('of existing records is 200, and reports and deletes each once', async () => {
    const before = await total()
    const [one, two] = (await several(2)) as [Row, Row]
    const { status, body } = await remove<object>([two.id, one.id, two.id])
    assert.deepEqual(
      [status, body],
      [
        200,
        {
          succes: true,
          supprimes: 2,
          resultats: [
            { index: 0, id: two.id, statut: 'ok', ean: two.ean },
            { index: 1, id: one.id, statut: 'ok', ean: one.ean },
          ],
        },
      ],
    )
    assert.equal(await total(), before)
    assert.equal((await shop.call('GET', `${url}/${one.id}`)).status, 404)
    assert.equal((await shop.call<Row[]>('GET', `${url}?search=${one.ean}`)).body.length, 0)
    assert.equal((await make({ ean: one.ean })).ean, one.ean)
  })

  test('of some unknown records is 400 and names them, and deletes the others', async () => {
    const [one, two] = (await several(2)) as [Row, Row]
    await remove([two.id])
    const { status, body } = await remove([888_888, one.id, two.id, 888_888])
    assert.equal(status, 400)
    assert.deepEqual(body, {
      statusCode: 400,
      message: `IDs non trouvés: 888888, ${two.id}`,
      error: 'Bad Request',
      code: 'ids-inconnus',
    })
    assert.equal((await shop.call('GET', `${url}/${one.id}`)).status, 404)
  })

  test('of unknown records only is 404', async () => {
    const { status, body } = await remove([888_888, 777_777])
    assert.equal(status, 404)
    assert.deepEqual(body, {
      statusCode: 404,
      message: "Aucun des IDs fournis n'existe: 888888, 777777",
      error: 'Not Found',
      code: 'ids-inconnus',
    })
  })

  test('with an invalid ID is 400 and deletes nothing', async () => {
    const { id } = await make()
    for (const ids of [undefined, null, [], id, [id, 0], [id, 'x'], [id, 2 ** 60], Array(501).fill(id)])
      assert.equal((await remove(ids)).status, 400, JSON.stringify(ids))
    assert.equal((await read(id)).id, id)
  })

  test('sent twenty times concurrently deletes each record once', async () => {
    const rows = await several(10)
    const before = await total()
    const ids = rows.map(({ id }) => id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => remove(i % 2 ? ids : [...ids].reverse())),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(404)])
    assert.equal(await total(), before - 10)
  })
})
