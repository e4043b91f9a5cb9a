import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Headers, NOBODY, openWithCallers, registerCustomer } from '../../../test/support/callers.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { KEYS } from '../../../test/support/guarded.ts'
import { createInvoiceActions, invoicePath, LEGAL } from '../../../test/support/invoices.ts'
import { openMailbox } from '../../../test/support/mailbox.ts'
import type { TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import { createSignedLinks } from '../../platform/http/signed-links.ts'

let shop: TestPlatform
let keys: Awaited<ReturnType<typeof openWithCallers>>['keys']
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let ada: Awaited<ReturnType<typeof registerCustomer>>
let eve: Awaited<ReturnType<typeof registerCustomer>>
let lamp: { id: number; quantite: number; prixUnitaireCents: number }
const { read, page, paid, issued } = createInvoiceActions(() => shop, KEYS.admin)

before(async () => {
  mailbox = await openMailbox()
  const opened = await openWithCallers({
    ...LEGAL,
    COMPTOIR_PAYMENT_DELAY_MS: '0',
    COMPTOIR_SMTP_URL: mailbox.url,
    COMPTOIR_PUBLIC_URL: 'http://boutique.example',
  })
  shop = opened.shop
  keys = opened.keys
  ada = await registerCustomer(shop, KEYS.admin)
  eve = await registerCustomer(shop, KEYS.admin)
  const { id } = await createShopActions(shop, KEYS.admin['x-api-key']).product({ nom: 'Lampe <i>d’été</i>' })
  lamp = { id, quantite: 2, prixUnitaireCents: 1000 }
})

const INFO = { prenom: 'Ada', nom: 'Love<script>lace', email: 'ada.invitee@example.org' }
const place = (more: object, headers: Headers = NOBODY) =>
  paid([lamp], { clientInfo: INFO, ...more }, headers)

/** Returns the link in the invoice mail, once the mail has arrived. */
const linkOf = (ordreId: string, address: string) =>
  eventually(`the mail with the invoice of ${ordreId} arrives`, async () => {
    const texts = mailbox
      .to(address)
      .flatMap(({ subject, text }) => (/^Votre facture – /.test(subject) ? text : []))
    const link = new RegExp(`^http://boutique\\.example/.*${ordreId}/facture\\?jeton=.*$`, 'm').exec(
      texts.join('\n'),
    )
    return link !== null && new URL(link[0])
  })

describe('an invoice', () => {
  test('is readable by its customer, key holders and holders of the mailed link only', async () => {
    const { ordreId } = await place({ clientId: ada.clientId }, ada.bearer)
    await issued(ordreId)
    const { search } = await linkOf(ordreId, ada.email)
    const { shop, till, staff, catalogue } = keys
    for (const [who, headers, query, expected] of [
      ['nobody, with the order id alone', NOBODY, '', 401],
      ['its customer', ada.bearer, '', 200],
      ['another customer', eve.bearer, '', 403],
      ['a key of the shop', shop, '', 200],
      ['a till', till, '', 200],
      ['staff with support', staff, '', 200],
      ['a key without a right of the route', catalogue, '', 403],
      ['a token that is none', { authorization: 'Bearer nonsense' }, '', 401],
      ['the link', NOBODY, search, 200],
      ['another customer with the link', eve.bearer, search, 200],
    ] as const)
      assert.equal((await read(ordreId, headers, query)).status, expected, who)
  })

  test('is not readable with a modified or expired link, one of another order, or one signed with another secret', async () => {
    const { ordreId } = await place({ clientId: ada.clientId }, ada.bearer)
    const other = await place({ clientId: eve.clientId }, eve.bearer)
    await Promise.all([issued(ordreId), issued(other.ordreId)])
    const now = () => new Date()
    const secret = 'a secret of the tests alone'
    const sign = (path: string, until: number, with_ = secret) =>
      new URL(createSignedLinks(with_, { now }).sign(path, new Date(Date.now() + until)), 'http://x').search
    const good = sign(invoicePath(ordreId), 60_000)
    const [end = '', signature = ''] = good.slice('?jeton='.length).split('.')
    for (const [what, query] of [
      ['for another order', sign(invoicePath(other.ordreId), 60_000)],
      ['for another record', sign(`/api/v1/publique/retours/${ordreId}/facture`, 60_000)],
      ['ended', sign(invoicePath(ordreId), -1_000)],
      ['with another secret', sign(invoicePath(ordreId), 60_000, 'another secret of the tests')],
      ['extended', `?jeton=${(Number.parseInt(end, 36) + 1).toString(36)}.${signature}`],
      ['altered', `?jeton=${end}.${signature.replace(/^./, first => (first === 'A' ? 'B' : 'A'))}`],
      ['cut', good.slice(0, -1)],
      ['empty', '?jeton='],
      ['twice', `${good}&jeton=x`],
    ] as const) {
      const { status } = await read(ordreId, NOBODY, query)
      assert.ok(status === 401 || status === 400, `${what}: ${status}`)
    }
    for (const path of [invoicePath(ordreId), `/orders${invoicePath(ordreId)}`])
      assert.equal((await shop.server.inject({ url: path + good })).statusCode, 200, path)
    const redirected = await shop.server.inject({ url: `${invoicePath(ordreId)}/${good}` })
    assert.equal(
      new URL(String(redirected.headers.location), `http://x${invoicePath(ordreId)}/`).search,
      good,
    )
  })

  test('is readable only with the link if the customer was named by another caller', async () => {
    const { ordreId } = await place({ clientId: ada.clientId })
    await issued(ordreId)
    assert.equal((await read(ordreId, ada.bearer)).status, 403)
    const { search } = await linkOf(ordreId, INFO.email)
    assert.equal((await read(ordreId, NOBODY, search)).status, 200)
  })
})

test('the invoice of an erased customer is archived, and only key holders read it', async () => {
  const { ordreId } = await place({ clientId: ada.clientId }, ada.bearer)
  const before = await issued(ordreId)
  const { search } = await linkOf(ordreId, ada.email)
  await shop.platform.db.pg.query(`update orders.piece set "archiveeLe" = now() where "ordreId" = $1`, [
    ordreId,
  ])
  for (const [headers, query] of [
    [NOBODY, search],
    [ada.bearer, ''],
  ] as const) {
    const { status, body } = await read(ordreId, headers, query)
    assert.partialDeepStrictEqual({ status, ...body }, { status: 410, code: 'facture-archivee' })
  }
  assert.match((await page(ordreId, NOBODY, search)).body, /<h1>Facture archivée<\/h1>/)
  assert.deepEqual((await read(ordreId, KEYS.admin)).body, before)
})

describe('the response for an invoice', () => {
  test('is a page unless the client prefers JSON', async () => {
    const { ordreId } = await place({ clientId: ada.clientId }, ada.bearer)
    await issued(ordreId)
    for (const [accept, type] of [
      ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html'],
      ['*/*', 'text/html'],
      ['application/json;q=0.4, text/html', 'text/html'],
      ['application/json', 'application/json'],
      ['application/*, text/html;q=0.9', 'application/json'],
      ['application/json;q=0', 'text/html'],
    ] as const) {
      const { headers } = await page(ordreId, { ...KEYS.admin, accept })
      assert.equal(headers['content-type'], `${type}; charset=utf-8`, accept)
      assert.equal(headers.vary, 'accept')
    }
  })

  test('contains all required details, escaped and without a script, and finds its stylesheet', async () => {
    const { ordreId } = await place({ clientId: ada.clientId }, ada.bearer)
    const { numero } = await issued(ordreId)
    const { body, headers } = await page(ordreId)
    assert.match(String(headers['content-security-policy']), /^default-src 'none';.*frame-ancestors 'none'$/)
    assert.equal(headers['cache-control'], 'no-store')
    for (const text of [
      ...[
        numero,
        ordreId,
        'L’Échoppe &lt;SAS&gt;',
        'SAS au capital de 10 000 €',
        '75002 Paris',
        '123 456 789 00012',
      ],
      ...['RCS Paris', 'FR32123456789', 'Ada Love&lt;script&gt;lace', 'Lampe &lt;i&gt;d’été&lt;/i&gt;'],
      ...['Facture acquittée', 'carte bancaire', 'Total HT', 'Total TVA', 'Total TTC', 'livraison de biens'],
    ])
      assert.ok(body.includes(text), text)
    assert.match(body, /16,67\s€.*3,33\s€.*20,00\s€/s)
    assert.doesNotMatch(body, /<script|<i>|style=/)
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(body) ?? []
    for (const prefix of ['', '/orders']) {
      const { pathname } = new URL(style, `http://x${prefix}${invoicePath(ordreId)}`)
      assert.equal((await shop.server.inject({ url: pathname })).statusCode, 200, pathname)
    }
  })

  test('is an HTML page for an error if requested, and otherwise the standard error body', async () => {
    const { body: unpaid } = await createShopActions(shop).place([lamp])
    for (const [ordreId, headers, status, code, heading] of [
      [unpaid.ordreId, KEYS.admin, 409, 'facture-absente', 'Pas encore de facture'],
      ['CMD-00000000000000000000', KEYS.admin, 404, 'commande-inconnue', 'Commande inconnue'],
      [unpaid.ordreId, NOBODY, 401, 'jeton-absent', 'Ce lien n’est pas valable'],
      ['x'.repeat(101), KEYS.admin, 400, 'requete-invalide', 'Demande impossible'],
    ] as const) {
      const shown = await page(ordreId, headers)
      assert.equal(shown.statusCode, status)
      assert.match(shown.body, new RegExp(`<h1>${heading}</h1>`))
      assert.match(String(shown.headers['content-security-policy']), /default-src 'none'/)
      const { body } = await read(ordreId, headers)
      assert.partialDeepStrictEqual(body, { statusCode: status, code })
    }
  })
})

describe('the invoice mail', () => {
  test('is sent once to the address of the order, and staff read it without the token', async () => {
    const { ordreId } = await place({
      clientId: 'INVITE_1',
      clientInfo: { ...INFO, email: 'une.seule@example.org' },
    })
    await linkOf(ordreId, 'une.seule@example.org')
    const { body } = await shop.call<{ data: { modele: string; texte: string; statut: string }[] }>(
      'GET',
      `/api/v1/privee/courriels?ordreId=${ordreId}`,
      undefined,
      KEYS.admin,
    )
    const [mail, ...more] = body.data.filter(({ modele }) => modele === 'facture')
    assert.deepEqual(more, [])
    assert.ok(mail!.texte.includes(`${ordreId}/facture?jeton=•••`))
    const { rows } = await shop.platform.db.pg.query(
      `select from accounts.courriel t where t::text like '%jeton=%'`,
    )
    assert.equal(rows.length, 0)
  })
})
