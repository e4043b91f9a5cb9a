import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../test/support/eventually.ts'
import {
  addStaffMember,
  createKey,
  GUARDED,
  KEYS,
  PASSWORD,
  signInStaff,
} from '../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { recordOf } from '../platform/audit/audit.ts'
import { sql } from '../platform/database/sql.ts'
import { UNKNOWN_SIGN_INS } from './sign-in-limits/login-limits.ts'

type Entry = {
  domaine: string
  nature: string
  auteur: string
  operation: string
  enregistrement: string | null
  resultat: string
  codeHttp: number | null
}
type Trail = { data: Entry[]; total: number; page: number; limit: number }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ settings: GUARDED })
})

const trail = async (query = '', headers: Record<string, string> = KEYS.admin) =>
  shop.call<Trail>('GET', `/api/v1/privee/audits?limit=100${query}`, undefined, headers)
const of = async (auteur: string) => (await trail(`&auteur=${encodeURIComponent(auteur)}`)).body
const summaryOf = ({ domaine, operation, enregistrement, resultat, codeHttp }: Entry) =>
  [domaine, operation, enregistrement, resultat, codeHttp] as const

let eans = 0
const product = () => ({ ean: `AUDIT${++eans}`, nom: 'Souris', prixDeVenteCents: 1_000 })

test('a change by staff is recorded with author, operation and record, newest first, across areas', async () => {
  const { email, nom } = await addStaffMember(shop, 'catalogue', 'till')
  const { header } = await signInStaff(shop, email)
  const { body: made } = await shop.call<{ id: number }>('POST', '/api/publique/produits', product(), header)
  await shop.call('PATCH', `/api/publique/produits/${made.id}`, { nom: 'Rat' }, header)
  await shop.call('GET', `/api/publique/produits/${made.id}`, undefined, header)
  const client = { nom: 'L', prenom: 'A', adresseMail: `${nom.replace(' ', '')}@example.org` }
  const { body: joined } = await shop.call<{ id: number }>('POST', '/api/publique/clients', client, header)

  const { data, total } = await of(nom)
  assert.deepEqual(data.map(summaryOf), [
    ['loyalty', 'createClient', String(joined.id), 'fait', null],
    ['reference', 'changeProduct', String(made.id), 'fait', null],
    ['reference', 'createProduct', String(made.id), 'fait', null],
    ['accounts', 'signInStaff', null, 'fait', null],
  ])
  assert.deepEqual([total, data[0]?.nature], [4, 'personnel'])

  const find = async (text: string) =>
    (await trail(`&auteur=${encodeURIComponent(nom)}&recherche=${encodeURIComponent(text)}`)).body
  assert.equal((await find(nom.slice(1, -1).toUpperCase())).total, 4)
  assert.deepEqual((await find('RA')).data.map(summaryOf), data.map(summaryOf).slice(1, 2))
  assert.deepEqual((await find(`rat ${made.id}`)).data.map(summaryOf), data.map(summaryOf).slice(1, 2))
  assert.equal((await find('%%')).total, 0)
})

test('a refused request is recorded with its status, and none of its content', async () => {
  const till = await createKey(shop, 'till')
  await shop.call('POST', '/api/publique/produits', product(), till.header)
  await shop.call('POST', '/api/publique/clients', { nom: 'secret name' }, till.header)
  const { data } = await eventually('both calls are recorded', async () => {
    const found = await of(till.nom)
    return found.total === 3 && found
  })
  assert.deepEqual(data.map(summaryOf), [
    ['loyalty', 'createClient', null, 'refuse', 400],
    ['reference', 'createProduct', null, 'refuse', 403],
    ['reference', 'useKey', '127.0.0.1', 'fait', null],
  ])
  const rows = await shop.platform.db.rows(sql`select * from platform.audit`)
  assert.ok(!JSON.stringify(rows).includes('secret name'))
})

test('a page read while lines are written has as many lines as its total says', async () => {
  const { db } = shop.platform
  const write = async () => {
    for (let line = 0; line < 50; line++)
      await db.transaction(tx =>
        tx.run(sql`
          insert into platform.audit (le, domaine, nature, auteur, operation, resultat, "requestId")
          values (now(), 'loyalty', 'cle', 'Plume', 'createClient', 'fait', 'r')`),
      )
  }
  const readings: Trail[] = []
  const read = async () => {
    while ((readings.at(-1)?.total ?? 0) < 100) readings.push((await trail('&auteur=Plume')).body)
  }
  await Promise.all([write(), write(), read(), read(), read(), read()])
  assert.deepEqual(
    readings.map(({ data }) => data.length),
    readings.map(({ total }) => total),
  )
})

test('the token of a payment page does not appear in the audit trail', async () => {
  const seller = await createKey(shop, 'shop')
  const link = { amount: 5, returnUrl: 'https://shop.example/' }
  const { body } = await shop.call<{ redirectUrl: string }>(
    'POST',
    '/api/publique/interface-paiement',
    link,
    seller.header,
  )
  const path = new URL(body.redirectUrl).pathname
  await shop.call('POST', path, {}, seller.header)
  await eventually('the refusal is recorded', async () =>
    (await of(seller.nom)).data.some(({ operation }) => operation === 'payOnPage'),
  )
  const rows = await shop.platform.db.rows(sql`select * from platform.audit`)
  assert.ok(!JSON.stringify(rows).includes(path.split('/').at(-1) ?? ''))
})

test('a change and its audit line are stored together or not at all', async () => {
  const books = await createKey(shop, 'catalogue')
  const { db } = shop.platform
  await db.transaction(tx =>
    tx.run(sql`alter table platform.audit add constraint broken check (operation <> 'createWarehouse')`),
  )
  const warehouse = { nom: 'Jamais', adresse: 'Lille' }
  const { status } = await shop.call('POST', '/api/publique/entrepots', warehouse, books.header)
  assert.equal(status, 500)
  assert.deepEqual(await db.rows(sql`select id from reference.entrepot where nom = 'Jamais'`), [])
  await db.transaction(tx => tx.run(sql`alter table platform.audit drop constraint broken`))
  assert.equal((await shop.call('POST', '/api/publique/entrepots', warehouse, books.header)).status, 201)
  const { data } = await of(books.nom)
  assert.equal(data[0]?.operation, 'createWarehouse')
})

test('a request refused after a commit is recorded once as refused, with or without an Idempotency-Key', async () => {
  const staff = await createKey(shop, 'catalogue', 'warehouse', 'till', 'shop')
  const write = (method: 'POST' | 'PATCH', url: string, body: object, more: object = {}) =>
    shop.call<{ id: number }>(method, url, body, { ...staff.header, ...more })
  const products = '/api/publique/produits'
  const { id } = (await write('POST', products, product())).body
  const client = { nom: 'L', prenom: 'A', adresseMail: 'prise@example.org' }
  await write('POST', '/api/publique/clients', client)
  const order = {
    clientId: 'INVITE-1',
    articles: [{ id, quantite: 1, prixUnitaireCents: 1 }],
    montantTotalCents: 1,
  }
  const before = (await of(staff.nom)).total

  const key = { 'idempotency-key': 'a-key-that-is-long-enough' }
  const refused = [
    await write('PATCH', `${products}/${id}`, { prixDeVenteCents: -1 }),
    await write('PATCH', `${products}/999999`, { nom: 'Rat' }),
    await write('POST', '/api/publique/clients', client),
    await write('PATCH', `/api/v1/privee/stocks/1/${id}`, { difference: -1 }),
    await write('POST', '/api/commandes', order, key),
    await write('POST', '/api/commandes', order, key),
  ].map(({ status }) => status)

  assert.ok(
    refused.every(status => status >= 400),
    String(refused),
  )
  const { data } = await eventually('all calls are recorded', async () => {
    const found = await of(staff.nom)
    return found.total === before + refused.length && found
  })
  // Refusals are recorded after their responses, so entries of the same millisecond have no defined order.
  assert.deepEqual(
    data
      .slice(0, refused.length)
      .map(({ resultat, codeHttp }) => `${resultat} ${codeHttp}`)
      .sort(),
    refused.map(status => `refuse ${status}`).sort(),
  )
})

test('a request with an Idempotency-Key is recorded by its own transaction, and a replay is not recorded', async () => {
  const staff = await createKey(shop, 'till', 'support')
  const cash = { clientId: 'INVITE-2', montant: 5 }
  const pay = () =>
    shop.call<{ id: number }>('POST', '/api/publique/paiement/create-cash-payment', cash, {
      ...staff.header,
      'idempotency-key': 'another-key-that-is-long',
    })
  const [first, second] = [await pay(), await pay()]
  assert.deepEqual([first.status, second.status, second.headers['idempotent-replay']], [201, 201, 'true'])
  const lines = (await of(staff.nom)).data.filter(({ operation }) => operation !== 'useKey')
  assert.deepEqual(lines.map(summaryOf), [
    ['payments', 'createCashPayment', recordOf(first.body), 'fait', null],
  ])
})

test('sign-ins of staff are recorded under the member as successful, failed, or failed at the code, without their input', async () => {
  const { id, email, nom } = await addStaffMember(shop, 'till')
  const refusedWith = async (given: object) => (await signInStaff(shop, email, given)).status
  assert.equal(await refusedWith({ motDePasse: 'wrong-password-of-the-test' }), 401)
  const { header } = await signInStaff(shop, email)
  const { db } = shop.platform
  await db.transaction(tx =>
    tx.run(sql`update accounts.membre set "secretCode" = 'sealed', "codeExige" = true where id = ${id}`),
  )
  assert.equal(await refusedWith({}), 401)
  const { data } = await eventually('all calls are recorded', async () => {
    const found = await of(nom)
    return found.total === 3 && found
  })
  assert.deepEqual(data.map(summaryOf), [
    ['accounts', 'signInStaff', 'code', 'refuse', 401],
    ['accounts', 'signInStaff', null, 'fait', null],
    ['accounts', 'signInStaff', null, 'refuse', 401],
  ])
  const rows = JSON.stringify(await db.rows(sql`select * from platform.audit`))
  for (const secret of ['wrong-password-of-the-test', PASSWORD, header.cookie.split('=')[1]!, email])
    assert.ok(!rows.includes(secret))
})

test('sign-ins of unknown members are recorded without the address, sixty an hour; those answered 429 are not recorded', async () => {
  const unknown = async () => (await of('inconnu')).data
  const tryUnknown = (n: number) => signInStaff(shop, `quidam${n}@example.org`)
  await tryUnknown(0)
  const [line] = await eventually('the call is recorded', async () => {
    const lines = await unknown()
    return lines.length > 0 && lines
  })
  assert.deepEqual(line && summaryOf(line), ['accounts', 'signInStaff', null, 'refuse', 401])
  const { db } = shop.platform
  assert.ok(!JSON.stringify(await db.rows(sql`select * from platform.audit`)).includes('quidam'))

  const { limits } = shop.platform
  const counter = limits.counter(UNKNOWN_SIGN_INS)
  while ((await counter.consume('')) === undefined);
  const before = (await unknown()).length
  const { nom, email } = await addStaffMember(shop, 'till')
  const statuses: number[] = []
  for (let n = 1; n <= 12; n++) {
    statuses.push((await tryUnknown(n)).status)
    statuses.push((await signInStaff(shop, email, { motDePasse: 'wrong' })).status)
  }
  assert.ok(statuses.includes(429))
  const isTried = (_: number, at: number) => at % 2 === 1
  const tried = statuses.filter(isTried).filter(status => status === 401).length
  await eventually("the member's attempts are recorded", async () => (await of(nom)).total === tried)
  assert.equal((await unknown()).length, before)
})

test('the use of a key is recorded once for each network, twenty an hour', async () => {
  const till = await createKey(shop, 'till', 'warehouse')
  const from = (address: string, path = '/api/publique/clients') =>
    shop.server.inject({ method: 'GET', url: path, headers: till.header, remoteAddress: address })
  await Promise.all(Array.from({ length: 10 }, () => from('203.0.113.7')))
  await from('2001:db8::1')
  await from('2001:db8::2')
  await from('203.0.113.8', '/api/publique/produits/1/unknown')
  const other = await openPlatform({ settings: GUARDED, databaseUrl: shop.databaseUrl, started: false })
  await other.server.inject({
    ...{ method: 'GET', url: '/api/publique/clients', headers: till.header, remoteAddress: '203.0.113.7' },
  })
  const uses = async () =>
    (await of(till.nom)).data.filter(({ operation }) => operation === 'useKey').map(summaryOf)
  const line = (network: string) => ['loyalty', 'useKey', network, 'fait', null]
  const elsewhere = ['accounts', 'useKey', '203.0.113.8', 'fait', null]
  assert.deepEqual(await uses(), [elsewhere, line('2001:db8:0:0::/64'), line('203.0.113.7')])

  for (let n = 1; n <= 40; n++) await from(`198.51.100.${n}`)
  assert.equal((await uses()).length, 20)
})

test('twenty concurrent orders, stored in few transactions, are twenty lines with their numbers', async () => {
  const seller = await createKey(shop, 'shop', 'catalogue')
  const { body: made } = await shop.call<{ id: number }>(
    'POST',
    '/api/publique/produits',
    product(),
    seller.header,
  )
  const client = { nom: 'L', prenom: 'A', adresseMail: 'vingt@example.org', idClient: 'CLI_00000001' }
  assert.equal((await shop.call('POST', '/api/publique/clients', client, KEYS.admin)).status, 201)
  const order = {
    clientId: 'CLI_00000001',
    articles: [{ id: made.id, quantite: 1, prixUnitaireCents: 1_000 }],
    montantTotalCents: 1_000,
    adresseLivraison: { ville: 'Lille' },
    clientInfo: { nom: 'L' },
  }
  const placed = await Promise.all(
    Array.from({ length: 20 }, () =>
      shop.call<{ ordreId: string }>('POST', '/api/commandes', order, seller.header),
    ),
  )
  assert.deepEqual([...new Set(placed.map(({ status }) => status))], [201])
  const { data } = await of(seller.nom)
  const lines = data.filter(({ operation }) => operation === 'placeOrder')
  assert.deepEqual(
    lines.map(({ enregistrement }) => enregistrement).sort(),
    placed.map(({ body }) => body.ordreId).sort(),
  )
})

test('calls between areas and anonymous callers are not recorded', async () => {
  const before = (await trail()).body.total
  const register = { email: 'anyone@example.org', motDePasse: 'secret1', prenom: 'A', nom: 'B' }
  assert.equal((await shop.call('POST', '/api/auth/register', register)).status, 201)
  assert.equal((await trail()).body.total, before)
})

test('a caller with the key of the platform is recorded', async () => {
  const client = { nom: 'L', prenom: 'A', adresseMail: 'own-key@example.org' }
  assert.equal((await shop.call('POST', '/api/publique/clients', client, KEYS.peer)).status, 201)
  const { data } = await of('COMPTOIR_API_KEYS 1')
  assert.deepEqual(
    data.map(({ operation }) => operation),
    ['createClient', 'useKey'],
  )
})

test('the trail is for administrators, by page, operation, area and date; invalid parameters are 400', async () => {
  const till = await createKey(shop, 'till', 'support', 'catalogue')
  assert.equal((await trail('', till.header)).status, 403)
  assert.equal((await trail('&page=1000')).status, 400)
  assert.equal((await trail('&dateFrom=yesterday')).status, 400)
  const all = (await trail()).body
  const second = (
    await shop.call<Trail>('GET', '/api/v1/privee/audits?limit=2&page=2', undefined, KEYS.admin)
  ).body
  assert.deepEqual(second.data, all.data.slice(2, 4))
  const made = (await trail('&operation=makeKey&domaine=accounts')).body
  assert.ok(made.total > 0 && made.data.every(({ operation }) => operation === 'makeKey'))
  assert.equal((await trail('&domaine=purchases')).body.total, 0)
  assert.equal((await trail('&dateTo=2020-01-01T00:00:00Z')).body.total, 0)
})
