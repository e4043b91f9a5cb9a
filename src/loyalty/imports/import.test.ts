import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { before, test } from 'node:test'
import { sendCsv } from '../../../test/support/import.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ImportAnswer } from '../../platform/imports/import.ts'
import type { Client } from '../schemas.ts'

type Answer = {
  summary: Record<'createdCount' | 'updatedCount' | 'reactivatedCount' | 'errorCount' | 'total', number>
  details: { created: Client[]; updated: Client[]; reactivated: Client[]; errors: unknown[] }
}

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['loyalty'], started: false })
})

const url = '/api/privee/clients/import'
const load = (clients: unknown) => shop.call<Answer>('POST', url, { clients })
const ada = (name: string, more: object = {}) => ({
  ...{ nom: 'Lovelace', prenom: 'Ada', adresseMail: `${name}@example.org` },
  ...more,
})
const read = async (email: string) =>
  (await shop.call<{ data: Client[] }>('GET', `/api/publique/clients?email=${email}@example.org`)).body
    .data[0]
const remove = (id: number) => shop.call('DELETE', `/loyalty/api/v1/privee/clients/${id}`)
const send = async (payload: string | Buffer | Readable, headers = {}) => {
  const answer = await shop.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

test('an import creates, updates and reactivates customers, and reports errors without stopping', async () => {
  const imported = (await load([ada('kept'), ada('gone')])).body.details.created
  await remove(imported[1]!.id)

  const { status, body } = await load([
    ada('new', { civilite: 'Mme', anniversaire: '1990-02-28', telephone: ' +33 (0)1-23.45 ' }),
    ada('KEPT', { nom: ' King ' }),
    { prenom: 'X', adresseMail: 'nonsense', civilite: 'Dr' },
    ada('gone', { prenom: 'Augusta' }),
    ada('own', { idClient: 'CLI_ABCDEF01' }),
    ada('day', { anniversaire: '2023-02-30' }),
    ada('nul', { adresse: 'a\0b' }),
    null,
    7,
    ['a'],
  ])

  assert.equal(status, 201)
  assert.deepEqual(body.summary, {
    createdCount: 1,
    updatedCount: 1,
    reactivatedCount: 1,
    errorCount: 7,
    total: 10,
  })
  assert.deepEqual(Object.keys(body.details).sort(), ['created', 'errors', 'reactivated', 'updated'])
  assert.partialDeepStrictEqual(body.details.created, [
    { adresseMail: 'new@example.org', telephone: '+33 (0)1-23.45', niveauFidelisation: 'Standard' },
  ])
  assert.match(body.details.created[0]!.idClient, /^CLI_[0-9A-F]{8}$/)
  assert.partialDeepStrictEqual(body.details.updated, [
    { id: imported[0]!.id, idClient: imported[0]!.idClient, nom: 'King', adresseMail: 'KEPT@example.org' },
  ])
  assert.partialDeepStrictEqual(body.details.reactivated, [
    { id: imported[1]!.id, prenom: 'Augusta', deletedAt: null },
  ])
  assert.deepEqual(body.details.errors, [
    {
      email: 'nonsense',
      error: "Le nom est obligatoire ; L'adresse e-mail doit être valide ; La civilité doit être M, Mme, Mx",
    },
    {
      email: 'own@example.org',
      error: 'idClient ne doit pas être fourni : il est attribué par le serveur',
    },
    { email: 'day@example.org', error: "L'anniversaire doit être au format AAAA-MM-JJ" },
    { email: 'nul@example.org', error: 'client/adresse must not contain a NUL character' },
    { email: null, error: 'Le client doit être un objet' },
    { email: null, error: 'Le client doit être un objet' },
    { email: null, error: 'Le client doit être un objet' },
  ])
  assert.deepEqual(await read('kept'), body.details.updated[0])
  assert.deepEqual(await read('gone'), body.details.reactivated[0])
})

test('an update leaves missing fields unchanged, clears null fields, and ignores fields of the server', async () => {
  const first = ada('fields', {
    ...{ telephone: '1', adresse: 'Rue', pointsFidelite: 700, niveauFidelisation: 'Platine' },
    dateDebutFidelisation: '2020-01-01',
  })
  const [created] = (await load([first])).body.details.created
  const odd = { id: 1_000_000, idClient: null, deletedAt: '2020-01-01', createdAt: '2020-01-01' }
  await load([ada('fields', { telephone: null, niveauFidelisation: 'Premium', ...odd })])
  assert.partialDeepStrictEqual(await read('fields'), {
    ...first,
    id: created!.id,
    idClient: created!.idClient,
    telephone: null,
    niveauFidelisation: 'Premium',
    createdAt: created!.createdAt,
    deletedAt: null,
  })
  await load([ada('fields', { niveauFidelisation: null, pointsFidelite: null, dateDebutFidelisation: null })])
  assert.partialDeepStrictEqual(await read('fields'), {
    niveauFidelisation: 'Standard',
    pointsFidelite: 0,
    dateDebutFidelisation: null,
  })
  await load([ada('fields', { niveauFidelisation: 'Premium' })])
  assert.match((await read('fields'))!.dateDebutFidelisation!, /^\d{4}-\d\d-\d\d$/)
})

test('an e-mail that occurs twice in an import is created and then updated', async () => {
  const { body } = await load([
    ada('twice', { telephone: '1', adresse: 'Rue' }),
    ada('between'),
    ada('Twice', { telephone: '2' }),
    ada('TWICE', { adresse: null }),
  ])
  assert.partialDeepStrictEqual(body.summary, { createdCount: 2, updatedCount: 2, errorCount: 0, total: 4 })
  assert.equal(body.details.updated.length, 2)
  assert.partialDeepStrictEqual(await read('twice'), { telephone: '2', adresse: null })
})

test('four concurrent imports of the same customers in any order create each customer once', async () => {
  const clients = Array.from({ length: 700 }, (_, i) => ada(`many${i}`))
  const [before] = await shop.platform.db.rows(sql<{ n: number }>`select count(*) as n from loyalty.client`)
  const answers = await Promise.all([0, 1, 2, 3].map(i => load(i % 2 ? clients : clients.toReversed())))

  const sum = (count: 'createdCount' | 'updatedCount' | 'errorCount') =>
    answers.reduce((total, { body }) => total + body.summary[count], 0)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201],
  )
  assert.deepEqual([sum('createdCount'), sum('updatedCount'), sum('errorCount')], [700, 2100, 0])
  const [after] = await shop.platform.db.rows(sql<{ n: number }>`select count(*) as n from loyalty.client`)
  assert.equal(after!.n - before!.n, 700)
})

test('the total of the list includes creations, imports, reactivations and deletions', async () => {
  const total = async () =>
    (await shop.call<{ pagination: { total: number } }>('GET', '/api/publique/clients')).body.pagination.total
  const before = await total()
  const { body: one } = await shop.call<Client>('POST', '/api/publique/clients', ada('total0'))
  await shop.call('POST', '/api/publique/clients', ada('total0'))
  await load([ada('total0'), ada('total1'), ada('total2')])
  assert.equal(await total(), before + 3)
  await remove(one.id)
  await remove(one.id)
  assert.equal(await total(), before + 2)
  await load([ada('total0')])
  assert.equal(await total(), before + 3)
  const [counted] = await shop.platform.db.rows(
    sql<{ n: number }>`select count(*) as n from loyalty.client where "deletedAt" is null`,
  )
  assert.equal(await total(), counted!.n)
})

test('an empty import succeeds', async () => {
  const { status, body } = await load([])
  assert.equal(status, 201)
  assert.deepEqual(body, {
    summary: { createdCount: 0, updatedCount: 0, reactivatedCount: 0, errorCount: 0, total: 0 },
    details: { created: [], updated: [], reactivated: [], errors: [] },
    unknownFields: [],
  })
})

test('unknown fields are reported', async () => {
  const answer = await load([{ ...ada('fields'), prenoms: 'Augusta', points: 3 }])
  const { unknownFields } = answer.body as unknown as { unknownFields: string[] }
  assert.deepEqual([answer.status, unknownFields], [201, ['prenoms', 'points']])
})

const whole = JSON.stringify({ clients: Array.from({ length: 1200 }, (_, i) => ada(`broken${i}`)) })
for (const [what, body] of [
  ['no body', ''],
  ['a top-level array', '[]'],
  ['no clients', '{"client":[]}'],
  ['nested clients', '{"data":{"clients":[]}}'],
  ['clients of null', '{"clients":null}'],
  [
    'clients that are an object',
    '{"clients":{"a":{"nom":"N","prenom":"P","adresseMail":"object@example.org"}}}',
  ],
  ['a string as clients', '{"clients":"clients"}'],
  ['text that is not JSON', 'nonsense'],
  ['a truncated import', whole.slice(0, -2)],
  ['an import with trailing text', `${whole}{}`],
  ['an import with a JSON error at its end', whole.replace(/}]}$/, '},]}')],
] as const)
  test(`an import with ${what} is 400 and stores nothing`, async () => {
    const answer = await send(body)
    assert.equal(answer.status, 400)
    assert.equal(answer.body.error, 'Bad Request')
    assert.equal(await read('broken0'), undefined)
    assert.equal(await read('object'), undefined)
  })

test('an import without an array is refused in French', async () => {
  assert.deepEqual((await send('{}')).body.message, ['clients est obligatoire et doit être un tableau'])
})

test('a body over 50 MiB is 413 with or without a Content-Length, and another media type is 415', async () => {
  const large = () => Readable.from(Array.from({ length: 52 }, () => ' '.repeat(1024 * 1024)))
  assert.equal((await send(large())).status, 413)
  assert.equal((await send('{}', { 'content-length': String(50 * 1024 * 1024 + 1) })).status, 413)
  assert.equal((await send('a', { 'content-type': 'text/plain' })).status, 415)
})

test('an import finds a customer regardless of letter case, in any script', async () => {
  const created = await load([ada('é'), ada('zoé'), ada('É', { prenom: 'Grace' })])
  assert.deepEqual([created.body.summary.createdCount, created.body.summary.updatedCount], [2, 1])
  const again = await load([ada('É', { nom: 'King' })])
  assert.equal(again.body.details.updated[0]!.id, created.body.details.created[0]!.id)
  assert.equal(again.body.details.updated[0]!.nom, 'King')
})

test('an import finds a customer whose address JavaScript and PostgreSQL lowercase differently', async () => {
  const first = await load([ada('ΚΏΣΤΑΣ')])
  assert.equal(first.body.summary.createdCount, 1)
  assert.equal((await load([ada('ΚΏΣΤΑΣ', { nom: 'King' })])).body.summary.updatedCount, 1)
})

test('customers are imported from CSV too', async () => {
  const file =
    'nom;prenom;adresseMail;telephone;pointsFidelite;anniversaire\r\nCurie;Marie;marie@example.org;06 12 34 56 78;12;1867-11-07\r\nNobody;No;no-address;;;\r\n'
  const { status, body } = await send(file, { 'content-type': 'text/csv' })
  assert.equal(status, 201)
  assert.partialDeepStrictEqual(body.summary, { createdCount: 1, errorCount: 1, total: 2 })
  assert.partialDeepStrictEqual(await read('marie'), {
    nom: 'Curie',
    telephone: '06 12 34 56 78',
    pointsFidelite: 12,
    anniversaire: '1867-11-07',
  })
  const again = await send('adresseMail,nom,prenom,telephone\nmarie@example.org,Curie,Marie,\n', {
    'content-type': 'text/csv',
  })
  assert.equal(again.body.summary.updatedCount, 1)
  assert.partialDeepStrictEqual(await read('marie'), { telephone: null, pointsFidelite: 12 })
  assert.equal((await send('x\n1', { 'content-type': 'text/csv' })).status, 400)

  const french = [
    'N° client;Civilité;Nom;Prénom;Adresse mail;Téléphone;Anniversaire;Points de fidélité',
    "CLI_1;mme;Lévy;Zoé;zoe@example.org;'+33 6 12 34 56 78;7/11/1999;1 234",
  ].join('\r\n')
  const { body: imported } = await send(Buffer.from(french, 'latin1'), { 'content-type': 'text/csv' })
  assert.deepEqual([imported.summary.createdCount, imported.unknownFields], [1, ['N° client']])
  assert.partialDeepStrictEqual(await read('zoe'), {
    ...{ civilite: 'Mme', nom: 'Lévy', telephone: '+33 6 12 34 56 78' },
    ...{ anniversaire: '1999-11-07', pointsFidelite: 1234 },
  })
})

test('a dry run reports the result of an import and stores nothing', async () => {
  await load([ada('dry')])
  const { body } = await shop.call<Answer>('POST', `${url}?dryRun=true`, {
    clients: [ada('dry', { nom: 'King' }), ada('wet'), { nom: 'Nobody' }],
  })
  assert.partialDeepStrictEqual(body.summary, { createdCount: 1, updatedCount: 1, errorCount: 1 })
  assert.equal((await read('dry'))?.nom, 'Lovelace')
  assert.equal(await read('wet'), undefined)
})

test('a file of the console creates customers, and changes or refuses existing ones by line', async () => {
  await load([
    ada('file', { telephone: '1', pointsFidelite: 40 }),
    ada('left'),
    ada('back', { prenom: 'Zoé' }),
  ])
  await remove((await read('back'))!.id)
  const table = (...lines: string[]) =>
    Buffer.from(['Nom;Prénom;Adresse mail;Civilité;Téléphone;Anniversaire', ...lines].join('\r\n'), 'latin1')
  const file = table(
    'Lévy;Zoé;fresh@example.org;mme;06 12;7/11/1999',
    'King;Ada;FILE@example.org;;1;',
    'Lovelace;Ada;left@example.org;;;',
    'Levi;Zoé;Fresh@example.org;;;',
    ';Zoé;none@example.org;;;',
    'Levi;Zoé;at.example.org;;;',
    'Levi;Zoé;phone@example.org;;six;',
    'Levi;Zoé;young@example.org;;;31/12/2190',
    'Lovelace;Zoé;back@example.org;;;',
  )
  const path = '/api/v1/privee/clients/import'
  const send = async (query: string) => (await sendCsv<ImportAnswer>(shop, `${path}${query}`, file)).body
  const invalid = [
    ['line/nom must be string', 'Nom', ''],
    ['line/adresseMail must match format "email"', 'Adresse mail', 'at.example.org'],
    ['line/telephone must match pattern "^[\\d +().-]*$"', 'Téléphone', 'six'],
    ['anniversaire must not be in the future', 'Anniversaire', '31/12/2190'],
  ].map(([error, column, value], i) => ({ line: i + 6, error, column, value }))
  const refused = (line: number, value: string, error: string) => ({
    line,
    error,
    column: 'Adresse mail',
    value,
  })
  const twice = refused(
    5,
    'Fresh@example.org',
    'Client with adresseMail Fresh@example.org already exists, on line 2',
  )

  const strict = await send('?dryRun=true')
  assert.deepEqual([strict.created, strict.updated, strict.failed], [1, undefined, 8])
  assert.deepEqual(strict.errors, [
    refused(3, 'FILE@example.org', 'Client with adresseMail FILE@example.org already exists'),
    refused(4, 'left@example.org', 'Client with adresseMail left@example.org already exists'),
    twice,
    ...invalid,
    refused(
      10,
      'back@example.org',
      'adresseMail back@example.org is that of a deleted client; mode=upsert reactivates it',
    ),
  ])

  const tried = await send('?dryRun=true&mode=upsert')
  assert.deepEqual([tried.created, tried.updated, tried.unchanged, tried.failed], [1, 2, 1, 5])
  assert.deepEqual(tried.errors, [twice, ...invalid])
  assert.deepEqual(
    tried.preview?.map(({ outcome, before }) => [outcome, before]),
    [
      ['created', {}],
      ['updated', { nom: 'Lovelace', adresseMail: 'file@example.org' }],
      ['unchanged', {}],
      ...Array.from({ length: 5 }, () => ['failed', {}]),
      ['updated', {}],
    ],
  )
  assert.deepEqual([await read('fresh'), (await read('file'))?.nom], [undefined, 'Lovelace'])

  assert.partialDeepStrictEqual(await send('?mode=upsert'), { created: 1, updated: 2, unchanged: 1 })
  assert.partialDeepStrictEqual(await read('fresh'), { civilite: 'Mme', anniversaire: '1999-11-07' })
  assert.partialDeepStrictEqual(await read('file'), { nom: 'King', pointsFidelite: 40 })
  assert.equal((await read('back'))?.prenom, 'Zoé')
})
