import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import { orderDelivered } from '../../orders/contract.ts'
import { sql } from '../../platform/database/sql.ts'
import { awardPoints } from '../points/award-points.ts'
import type { Client } from '../schemas.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['loyalty'], started: false })
})

const ada = { nom: 'Lovelace', prenom: 'Ada', adresseMail: 'ada@example.org' }
const create = (client: object) => shop.call<Client>('POST', '/api/publique/clients', client)

test('a new customer has an identifier, no points and the Standard level', async () => {
  const { status, body } = await create({ ...ada, nom: '  Lovelace ' })

  assert.equal(status, 201)
  assert.match(body.idClient, /^CLI_[0-9A-F]{8}$/)
  assert.partialDeepStrictEqual(body, {
    ...ada,
    pointsFidelite: 0,
    niveauFidelisation: 'Standard',
    civilite: null,
  })
})

test('twenty concurrent creations with one e-mail create one customer; nineteen are 409', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => create({ ...ada, adresseMail: 'Twenty@example.org' })),
  )
  assert.deepEqual(answers.map(answer => answer.status).sort(), [201, ...Array(19).fill(409)])
})

test('the e-mail of a deleted customer is refused with a separate message', async () => {
  const { body } = await create({ ...ada, adresseMail: 'gone@example.org' })
  assert.equal((await shop.call('DELETE', `/loyalty/api/v1/privee/clients/${body.id}`)).status, 204)
  assert.equal((await shop.call('DELETE', `/loyalty/api/v1/privee/clients/${body.id}`)).status, 404)

  const again = await create({ ...ada, adresseMail: 'GONE@example.org' })

  assert.equal(again.status, 409)
  assert.match((again.body as never as { message: string }).message, /administrateur/)
})

test('a customer is deleted by number or identifier once', async () => {
  const remove = async (ref: string | number) =>
    (await shop.call('DELETE', `/loyalty/api/v1/privee/clients/${ref}`)).status
  const [byNumber, byIdentifier] = [
    (await create({ ...ada, adresseMail: 'number-gone@example.org' })).body,
    (await create({ ...ada, adresseMail: 'identifier-gone@example.org' })).body,
  ]

  assert.equal(await remove(byIdentifier.idClient), 204)
  assert.equal(await remove(byNumber.id), 204)

  for (const { id, idClient } of [byNumber, byIdentifier]) {
    assert.deepEqual([await remove(id), await remove(idClient)], [404, 404])
    assert.equal((await shop.call('GET', `/api/publique/clients/${idClient}`)).status, 404)
  }
  for (const ref of ['CLI_NOBODY', '999999', '1.0', '%201']) assert.equal(await remove(ref), 404, ref)
})

test('an invalid customer gets all validation errors together, in French', async () => {
  const { status, body } = await create({
    prenom: 'X',
    adresseMail: 'nonsense',
    civilite: 'Dr',
    anniversaire: '2999-01-01',
    telephone: 'abc',
    pointsFidelite: -1,
  })
  assert.equal(status, 400)
  assert.deepEqual(body, {
    statusCode: 400,
    message: [
      'Le nom est obligatoire',
      "L'adresse e-mail doit être valide",
      'La civilité doit être M, Mme, Mx',
      "L'anniversaire ne peut pas être dans le futur",
      'Le téléphone ne peut contenir que des chiffres, des espaces et les caractères + ( ) - .',
      'Les points de fidélité doivent être un entier positif ou nul',
    ],
    error: 'Bad Request',
    code: 'requete-invalide',
  })
})

test('e-mail addresses are validated by the same rule as in accounts', async () => {
  for (const adresseMail of ['é@example', 'a@b', 'a..b@example.org', `${'a'.repeat(250)}@example.org`])
    assert.deepEqual((await create({ ...ada, adresseMail })).body, {
      statusCode: 400,
      message: ["L'adresse e-mail doit être valide"],
      error: 'Bad Request',
      code: 'requete-invalide',
    })
})

test('a date in the year 0, which the column cannot store, is invalid', async () => {
  const { status, body } = await create({ ...ada, anniversaire: '0000-01-01' })
  assert.deepEqual(
    [status, (body as never as { message: string[] }).message],
    [400, ["L'anniversaire doit être au format AAAA-MM-JJ"]],
  )
})

test('a customer is found by ID, identifier, e-mail, and part of the name without accents', async () => {
  const { body } = await create({ nom: 'Éluard', prenom: 'Zoé', adresseMail: 'zoe@example.org' })
  const found = async (url: string) =>
    (await shop.call<{ data: Client[] }>('GET', url)).body.data.map(client => client.id)

  assert.equal((await shop.call<Client>('GET', `/api/publique/clients/${body.id}`)).body.nom, 'Éluard')
  assert.equal(
    (await shop.call<Client>('GET', `/loyalty/api/publique/clients/${body.idClient}`)).body.id,
    body.id,
  )
  assert.deepEqual(await found('/api/publique/clients?email=ZOE@example.org'), [body.id])
  assert.deepEqual(await found('/api/publique/clients?nom=eluard'), [body.id])
  assert.deepEqual((await shop.call('GET', '/api/publique/clients/999999')).body, {
    statusCode: 404,
    message: 'Client with id 999999 not found',
    error: 'Not Found',
    code: 'client-inconnu',
  })
})

test('a name is found by its words in any order, and special characters match only themselves', async () => {
  const { body } = await create({
    nom: 'Ünal-O’Neil',
    prenom: 'Jean Marie',
    adresseMail: 'marie@example.org',
  })
  const found = async (nom: string) =>
    (
      await shop.call<{ data: Client[] }>('GET', `/api/publique/clients?nom=${encodeURIComponent(nom)}`)
    ).body.data.some(client => client.id === body.id)
  for (const nom of ['unal', 'UNAL jean', 'marie ünal', 'ri', 'l-o', ' jean  marie '])
    assert.equal(await found(nom), true, nom)
  for (const nom of ['jeanne', '%', 'un_l', 'marie paul', '\\']) assert.equal(await found(nom), false, nom)
})

test('several customers are found in one request by number and identifier, without unknown and deleted ones', async () => {
  const [one, two, gone] = await Promise.all(
    ['r1', 'r2', 'r3'].map(async name => (await create({ ...ada, adresseMail: `${name}@example.org` })).body),
  )
  await shop.call('DELETE', `/loyalty/api/v1/privee/clients/${gone!.id}`)
  const find = (refs: string) => shop.call('GET', `/api/v1/privee/clients?refs=${refs}`)

  const { body } = await find(
    `${two!.idClient},${one!.id},CLI_NOBODY,${gone!.id},${gone!.idClient},${two!.id}`,
  )
  assert.deepEqual(body, [
    { ref: two!.idClient, id: two!.id, idClient: two!.idClient },
    { ref: String(one!.id), id: one!.id, idClient: one!.idClient },
    { ref: String(two!.id), id: two!.id, idClient: two!.idClient },
  ])
  assert.equal((await find('')).status, 400)
  assert.equal((await find(Array.from({ length: 201 }, (_, i) => i + 1).join())).status, 400)
})

test('an invalid identifier is replaced by a generated one', async () => {
  for (const [i, idClient] of [
    7,
    ['CLI_AB'],
    { a: 1 },
    'cli_ab',
    'CLI_',
    `CLI_${'A'.repeat(47)}`,
  ].entries()) {
    const { status, body } = await create({ ...ada, adresseMail: `id${i}@example.org`, idClient })
    assert.equal(status, 201)
    assert.match(body.idClient, /^CLI_[0-9A-F]{8}$/)
  }
  const wanted = await create({ ...ada, adresseMail: 'wanted@example.org', idClient: 'CLI_00ab' })
  assert.equal(wanted.body.idClient, 'CLI_00ab')
  const again = await create({ ...ada, adresseMail: 'again@example.org', idClient: 'CLI_00ab' })
  assert.match(again.body.idClient, /^CLI_[0-9A-F]{8}$/)
})

test('null clears a field, today is a valid birthday, and a level starts today', async () => {
  const day = (at: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(at)
  const { clock } = shop.platform
  const born = (anniversaire: string) => create({ ...ada, adresseMail: 'born@example.org', anniversaire })
  assert.equal((await born(day(clock.after(86_400_000)))).status, 400)
  assert.equal((await born(day(clock.now()))).status, 201)

  const { body } = await create({
    ...ada,
    ...{ adresseMail: 'nulls@example.org', civilite: null, telephone: null, pointsFidelite: null },
    niveauFidelisation: 'Premium',
  })
  assert.partialDeepStrictEqual(body, { civilite: null, telephone: null, pointsFidelite: 0 })
  assert.equal(body.dateDebutFidelisation, day(clock.now()))
})

test('a delivered order earns one point per euro once, and raises the level', async () => {
  const { body } = await create({ ...ada, adresseMail: 'points@example.org' })
  const { db, clock } = shop.platform
  const order = { ordreId: 'order-1', clientId: body.idClient, payeCents: 52_999 }
  const award = () => db.transaction(tx => awardPoints(tx, clock, order, { delivered: true }))

  await Promise.all([award(), award(), award()])

  const { body: after } = await shop.call<Client>('GET', `/api/publique/clients/${body.id}`)
  assert.partialDeepStrictEqual(after, { pointsFidelite: 529, niveauFidelisation: 'Premium' })
})

test('points stop at the maximum of their column, and no order fails because of it', async () => {
  const { body } = await create({ ...ada, adresseMail: 'rich@example.org', pointsFidelite: 2_147_483_600 })
  const { db, clock } = shop.platform
  for (const [i, payeCents] of [10_000, Number.MAX_SAFE_INTEGER].entries()) {
    const order = { ordreId: `rich-${i}`, clientId: body.idClient, payeCents }
    await db.transaction(tx => awardPoints(tx, clock, order, { delivered: true }))
  }
  assert.equal(await pointsOf(body), 2_147_483_647)
})

/** Creates an account without loyalty, so that it gets its own identifier, and then a customer with its e-mail. */
async function replacedIdentifier(email: string) {
  const alone = await openPlatform({ only: ['accounts'], databaseUrl: shop.databaseUrl, started: false })
  const { body: account } = await alone.call<{ clientId: string; userId: number }>(
    'POST',
    '/api/auth/register',
    { email, motDePasse: 'secret', prenom: 'Ada', nom: 'Lovelace' },
  )
  const { body: client } = await create({ ...ada, adresseMail: email })
  return { client, ...account }
}

const deliver = (clientId: string, at: TestPlatform, change: object = {}) =>
  at.platform.db.transaction(tx =>
    at.platform.outbox.publish(tx, orderDelivered, {
      ordreId: `order-of-${clientId}`,
      clientId,
      montantTotalCents: 1_250,
      timestamp: '2026-01-01T00:00:00Z',
      ...change,
    }),
  )

const waiting = async (at: TestPlatform) =>
  (await at.platform.db.rows(sql`select 1 from platform.outbox`)).length
const drained = (at: TestPlatform) => eventually('the outbox is empty', async () => (await waiting(at)) === 0)
const pointsOf = async ({ id }: Client) =>
  (await shop.call<Client>('GET', `/api/publique/clients/${id}`)).body.pointsFidelite

test('an order under a replaced identifier or an account ID earns its customer the points', async () => {
  const { client, clientId, userId } = await replacedIdentifier('replaced@example.org')
  const whole = await openPlatform({ only: ['accounts', 'loyalty'], databaseUrl: shop.databaseUrl })

  await deliver(clientId, whole)
  await drained(whole)
  assert.equal(await pointsOf(client), 12)

  await deliver(String(userId), whole)
  await drained(whole)
  assert.equal(await pointsOf(client), 24)
  await whole.close()
})

test('an order of an unknown account earns no points, not even for the customer with the same number', async () => {
  const { body: client } = await create({ ...ada, adresseMail: 'number@example.org' })
  const whole = await openPlatform({ only: ['accounts', 'loyalty'], databaseUrl: shop.databaseUrl })
  await deliver(String(client.id), whole)
  await deliver(`CLI_${'F'.repeat(60)}`, whole)
  await drained(whole)
  assert.equal(await pointsOf(client), 0)
  await whole.close()
})

test('an order of a guest is skipped without an error', async () => {
  const { body: client } = await create({ ...ada, adresseMail: 'after-a-guest@example.org' })
  const alone = await openPlatform({ only: ['loyalty'], databaseUrl: shop.databaseUrl })
  const { log } = alone.platform
  const errors: unknown[][] = []
  log.error = ((...line: unknown[]) => errors.push(line)) as typeof log.error
  await deliver('INVITE_7', alone)
  await deliver(client.idClient, alone)
  await drained(alone)
  assert.deepEqual(errors, [])
  assert.equal(await pointsOf(client), 12)
  await alone.close()
})

test('with the orders area, a delivery earns the paid amount of its order, and an unknown order earns nothing', async () => {
  const whole = await openPlatform({
    databaseUrl: shop.databaseUrl,
    settings: { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0' },
  })
  const { body: client } = await create({ ...ada, adresseMail: 'forged@example.org' })
  const forged = { montantTotalCents: 99_999_900 }
  await deliver(client.idClient, whole, { ...forged, ordreId: 'CMD-OF-NOBODY' })
  await drained(whole)
  assert.equal(await pointsOf(client), 0)

  const articles = [{ id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 1_250 }]
  const { placed, pay } = createShopActions(whole)
  const [unpaid, paid] = [
    await placed(articles, { clientId: client.idClient }),
    await placed(articles, { clientId: client.idClient }),
  ]
  await deliver(client.idClient, whole, { ...forged, ordreId: unpaid.ordreId })
  await drained(whole)
  assert.equal(await pointsOf(client), 0)

  await pay(paid.ordreId, 12.5)
  await eventually(
    'the order is paid',
    async () => (await createShopActions(whole).read(paid.ordreId)).transactionId !== null,
  )
  await deliver('CLI_00000000', whole, { ...forged, ordreId: paid.ordreId })
  await drained(whole)
  assert.equal(await pointsOf(client), 12)
  await whole.close()
})

test('while accounts is unavailable, an order under an unknown identifier waits', async () => {
  const { client, clientId } = await replacedIdentifier('waits@example.org')
  const alone = await openPlatform({ only: ['loyalty'], databaseUrl: shop.databaseUrl })
  const { log } = alone.platform
  const warned = new Promise(resolve => {
    log.warn = ((...line: unknown[]) => resolve(line)) as typeof log.warn
  })
  await deliver(client.idClient, alone)
  await eventually('the known customer has points', async () => (await pointsOf(client)) === 12)
  await deliver(clientId, alone)
  assert.match(JSON.stringify(await warned), /could not be consumed and will be retried/)
  assert.equal(await waiting(alone), 1)
  await alone.close()

  const whole = await openPlatform({ only: ['accounts', 'loyalty'], databaseUrl: shop.databaseUrl })
  await drained(whole)
  assert.equal(await pointsOf(client), 24)
  await whole.close()
})
