import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addedMember, GUARDED, KEYS, madeKey, signedInStaff } from '../../../test/support/guarded.ts'
import { eventually, openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { sql } from '../../platform/database/sql.ts'

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
const told = ({ domaine, operation, enregistrement, resultat, codeHttp }: Entry) =>
  [domaine, operation, enregistrement, resultat, codeHttp] as const

let eans = 0
const product = () => ({ ean: `AUDIT${++eans}`, nom: 'Souris', prixDeVenteCents: 1_000 })

test('what a member of staff changes is told with who, what and which, newest first, across areas', async () => {
  const { email, nom } = await addedMember(shop, 'catalogue', 'till')
  const { header } = await signedInStaff(shop, email)
  const { body: made } = await shop.call<{ id: number }>('POST', '/api/publique/produits', product(), header)
  await shop.call('PATCH', `/api/publique/produits/${made.id}`, { nom: 'Rat' }, header)
  await shop.call('GET', `/api/publique/produits/${made.id}`, undefined, header)
  const client = { nom: 'L', prenom: 'A', adresseMail: `${nom.replace(' ', '')}@example.org` }
  const { body: joined } = await shop.call<{ id: number }>('POST', '/api/publique/clients', client, header)

  const { data, total } = await of(nom)
  assert.deepEqual(data.map(told), [
    ['loyalty', 'createClient', String(joined.id), 'fait', null],
    ['reference', 'changeProduct', String(made.id), 'fait', null],
    ['reference', 'createProduct', String(made.id), 'fait', null],
  ])
  assert.deepEqual([total, data[0]?.nature], [3, 'personnel'])
})

test('what is refused is told with its status, and nothing else of it is kept', async () => {
  const till = await madeKey(shop, 'till')
  await shop.call('POST', '/api/publique/produits', product(), till.header)
  await shop.call('POST', '/api/publique/clients', { nom: 'secret name' }, till.header)
  const { data } = await eventually('both are told', async () => {
    const found = await of(till.nom)
    return found.total === 2 && found
  })
  assert.deepEqual(data.map(told), [
    ['loyalty', 'createClient', null, 'refuse', 400],
    ['reference', 'createProduct', null, 'refuse', 403],
  ])
  const rows = await shop.platform.db.rows(sql`select * from platform.audit`)
  assert.ok(!JSON.stringify(rows).includes('secret name'))
})

test('a reading while lines are written tells as many as it counts', async () => {
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

test('the secret of an address is no record: the trail opens no payment page', async () => {
  const seller = await madeKey(shop, 'shop')
  const link = { amount: 5, returnUrl: 'https://shop.example/' }
  const { body } = await shop.call<{ redirectUrl: string }>(
    'POST',
    '/api/publique/interface-paiement',
    link,
    seller.header,
  )
  const path = new URL(body.redirectUrl).pathname
  await shop.call('POST', path, {}, seller.header)
  await eventually('the refusal is told', async () =>
    (await of(seller.nom)).data.some(({ operation }) => operation === 'payOnPage'),
  )
  const rows = await shop.platform.db.rows(sql`select * from platform.audit`)
  assert.ok(!JSON.stringify(rows).includes(path.split('/').at(-1) ?? ''))
})

test('a change and its line are kept together or not at all', async () => {
  const books = await madeKey(shop, 'catalogue')
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

test('twenty orders at once, kept by few transactions, are twenty lines with their numbers', async () => {
  const seller = await madeKey(shop, 'shop', 'catalogue')
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

test('what areas do for one another is in nobody’s name; an anonymous caller leaves no line', async () => {
  const before = (await trail()).body.total
  const register = { email: 'anyone@example.org', motDePasse: 'secret1', prenom: 'A', nom: 'B' }
  assert.equal((await shop.call('POST', '/api/auth/register', register)).status, 201)
  assert.equal((await trail()).body.total, before)
})

test('who calls with the platform’s own key is told all the same', async () => {
  const client = { nom: 'L', prenom: 'A', adresseMail: 'own-key@example.org' }
  assert.equal((await shop.call('POST', '/api/publique/clients', client, KEYS.peer)).status, 201)
  const { data } = await of('COMPTOIR_API_KEYS 1')
  assert.deepEqual(
    data.map(({ operation }) => operation),
    ['createClient'],
  )
})

test('is for administrators, by pages, by operation, by area and by date; nonsense is 400', async () => {
  const till = await madeKey(shop, 'till', 'support', 'catalogue')
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
  assert.equal((await trail('&domaine=logistics')).body.total, 0)
  assert.equal((await trail('&dateTo=2020-01-01T00:00:00Z')).body.total, 0)
})
