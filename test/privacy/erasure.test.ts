import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import pg from 'pg'
import { areas } from '../../src/areas.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { openMailbox } from '../support/mailbox.ts'
import { createMarkedShop, type Erasure, type MarkedCustomer } from '../support/marked-customer.ts'
import { findMarkedTables } from '../support/marks.ts'
import { type Process, startServer } from '../support/server.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

type Problem = { message: string }
type Export = { client: Record<string, unknown[]>; domaines: Record<string, Record<string, unknown[]>> }

describe('a customer with a mark in every text, on a server with the most verbose log', () => {
  let databaseUrl: string
  let process: Process
  let shop: ReturnType<typeof createMarkedShop>
  let customer: MarkedCustomer
  let other: MarkedCustomer
  const path = (what: string, ref: string | number = customer.clientId) =>
    `/api/v1/privee/clients/${ref}/${what}`
  const erase = (ref?: string | number) =>
    shop.server.call<Erasure & Problem>('POST', path('effacements', ref))
  const marksOf = ({ marks }: MarkedCustomer) => Object.values(marks)
  const figures = async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(`
      select (select json_agg(json_build_array("montantTotalCents", statut, lignes->0->'quantite') order by "createdAt") from orders.commande) as orders,
        (select json_agg(json_build_array("montantCents", status, "typePaiement", "montantRembourseCents") order by id)
          from payments.transaction) as payments,
        (select json_agg(json_build_array("clientId", "articleId", quantity, "totalAmount") order by id)
          from purchases.achat) as history,
        (select json_agg(json_build_array(id, "pointsFidelite", "niveauFidelisation") order by id)
          from loyalty.client) as points,
        (select count(*) from logistics.bordereau) as slips`)
    await client.end()
    return rows[0]
  }

  before(async () => {
    databaseUrl = await createTestDatabase()
    // This mail server refuses every mail with an error that contains the address.
    const mailbox = await openMailbox({ refuse: () => 550 })
    process = await startServer(['start'], {
      DATABASE_URL: databaseUrl,
      COMPTOIR_DATA: createTemporaryFolder('privacy'),
      COMPTOIR_SAMPLE: '0',
      COMPTOIR_PAYMENT_DELAY_MS: '0',
      COMPTOIR_SMTP_URL: mailbox.url,
      LOG_LEVEL: 'trace',
    })
    shop = createMarkedShop(process.url)
    customer = await shop.customer()
    other = await shop.customer()
  })

  test('is not erased while an order is open: 409, and nothing has changed', async () => {
    const { status, body } = await erase()
    assert.equal(status, 409)
    assert.match(body.message, new RegExp(`Order ${customer.ordreId} is EN_ATTENTE`))
    assert.equal((await shop.server.call('GET', path('effacements'))).status, 404)
    await shop.delivered(customer)
  })

  test('has all their data in the export, by any identifier, and none of another customer', async () => {
    const { status, body, text } = await eventually('no mail is pending', async () => {
      const answer = await shop.server.call<Export>('GET', path('export'))
      const isOver = /commande-expediee/.test(answer.text) && !/"statut":"a_envoyer"/.test(answer.text)
      return isOver && answer
    })
    assert.equal(status, 200, text)
    const { cle: _sealedOrHashed, ...exported } = customer.marks
    for (const [what, mark] of Object.entries(exported))
      assert.ok(text.includes(mark), `the export lacks the ${what}`)
    for (const mark of marksOf(other))
      assert.ok(!text.includes(mark), 'the export has data of another customer')
    for (const secret of ['motDePasse', 'tokenHash', '$argon2', customer.accessToken])
      assert.ok(!text.includes(secret), `the export contains ${secret}`)
    const holders = areas.filter(area => area.personalData).map(({ name }) => name)
    assert.deepEqual(Object.keys(body.domaines).sort(), holders.sort())
    const mails = body.domaines.accounts!.courriel as { modele: string }[]
    assert.deepEqual(mails.map(({ modele }) => modele).sort(), [
      ...['commande-annulee', 'commande-expediee', 'commande-recue', 'commande-recue', 'recu-paiement'],
      ...['retractation', 'retractation'],
    ])
    assert.equal(body.domaines.orders!.retractation?.length, 3)
    const byNumber = await shop.server.call<Export>('GET', path('export', customer.numero))
    assert.deepEqual(byNumber.body.domaines, body.domaines)
  })

  test('has marks in the tables beforehand, so the search is known to work', async () => {
    const found = await findMarkedTables(databaseUrl, marksOf(customer))
    // The idempotency key is hashed, and the cardholder is encrypted.
    const { cle: _hashed, porteur: _sealed, ...open } = customer.marks
    for (const [what, mark] of Object.entries(open))
      assert.ok(
        found.some(line => line.endsWith(mark)),
        `${what} is stored nowhere`,
      )
    assert.ok(found.includes(`accounts.courriel: ${customer.marks.email}`), 'mails were written')
  })

  test('is erased in every area: no mark remains in any column of any table, but amounts and counts do', async () => {
    const before = await figures()
    const answers = await Promise.all(Array.from({ length: 5 }, () => erase()))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 201])
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
    const erasure = await shop.erased(customer.clientId)

    assert.deepEqual(await findMarkedTables(databaseUrl, [...marksOf(customer), customer.clientId]), [])
    assert.deepEqual(await figures(), before)
    for (const { faitLe } of erasure.domaines) assert.match(faitLe ?? '', /^\d{4}-.*Z$/)
    assert.equal(erasure.demandePar, 'sans clé')
    assert.equal(erasure.commandesInvite, 1)
  })

  test('can be erased again with the same result; an unknown customer is 404', async () => {
    for (const ref of [customer.clientId, customer.numero]) {
      const { status, body } = await erase(ref)
      assert.equal(status, 200)
      assert.equal(body.statut, 'termine')
      assert.equal((await shop.server.call('GET', path('export', ref))).status, 404)
    }
    for (const ref of ['CLI_NOBODY', '999999']) assert.equal((await erase(ref)).status, 404)
    assert.equal((await erase('a%20b')).status, 400)
  })

  test('is signed out, and may return as a new customer', async () => {
    const headers = { authorization: `Bearer ${customer.accessToken}` }
    assert.equal((await shop.server.call('GET', '/api/auth/me', { headers })).status, 401)
    const body = {
      email: `${customer.marks.email}@example.org`,
      motDePasse: 'un mot de passe',
      prenom: 'Ada',
      nom: 'Lovelace',
    }
    const { status, body: account } = await shop.server.call<{ clientId: string; userId: number }>(
      'POST',
      '/api/auth/register',
      { body },
    )
    assert.equal(status, 201)
    assert.notEqual(account.clientId, customer.clientId)
    assert.notEqual(account.userId, customer.userId)
  })

  test('leaves the other customer unchanged', async () => {
    const { cle: _hashed, porteur: _sealed, motif, suivi, commentaire, note, ...written } = other.marks
    const found = await findMarkedTables(databaseUrl, Object.values(written))
    for (const mark of Object.values(written))
      assert.ok(
        found.some(line => line.endsWith(mark)),
        mark,
      )
    assert.ok(motif && suivi && commentaire && note)
    assert.equal((await erase(other.clientId)).status, 409)
  })

  test('leaves a personal promotion available to nobody, not to everybody', async () => {
    const { body } = await shop.server.call<{ id: number; idClient: string[] }[]>('GET', '/api/publique/data')
    const promotion = body.find(({ id }) => id === customer.promotionId)!
    assert.equal(promotion.idClient.length, 1)
    assert.match(promotion.idClient[0]!, /^EFFACE_/)
  })

  test('leaves an audit entry with who, when and where, but not about whom', async () => {
    const { body, text } = await shop.server.call<{ data: Erasure[] }>('GET', '/api/v1/privee/effacements')
    assert.equal(body.data.length, 1)
    for (const mark of [...marksOf(customer), customer.clientId]) assert.ok(!text.includes(mark))
  })

  test('leaves no mark in any log line', async () => {
    assert.equal(await process.end('SIGTERM'), 0)
    const output = process.output()
    assert.ok(output.split('\n').length > 50, 'the server logged lines')
    for (const customerOf of [customer, other])
      for (const mark of marksOf(customerOf)) assert.ok(!output.includes(mark), `${mark} was logged`)
  })
})
