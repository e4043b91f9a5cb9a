import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { card, createPaymentPageActions, extractCsrf, RETURN } from '../../../test/support/payment-page.ts'
import { REFUSED } from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import { areas } from '../../areas.ts'
import { findAreaErrors, readConfig } from '../../config.ts'

const ENGLISH = { 'accept-language': 'en-GB,en;q=0.9,fr;q=0.5' }
const folder = mkdtempSync(join(tmpdir(), 'comptoir-logo-'))
after(() => rmSync(folder, { recursive: true }))
const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>'

let shop: TestPlatform
const { get, post, open, settle } = createPaymentPageActions(() => shop)
before(async () => {
  shop = await openPlatform({
    started: false,
    settings: {
      COMPTOIR_SHOP_NAME: 'L’<b>Échoppe',
      ...{ COMPTOIR_LEGAL_NAME: 'L’Échoppe SAS', COMPTOIR_LEGAL_ADDRESS: '1 rue de la Paix; 75002 Paris' },
      ...{ COMPTOIR_LEGAL_SIRET: '12345678900012', COMPTOIR_LEGAL_VAT_NUMBER: 'FR00123456789' },
      COMPTOIR_LEGAL_CONTACT: 'aide@boutique.example <b>',
      COMPTOIR_SHOP_LOGO: file('logo.svg', SVG),
      // Mails are not sent, because no background work runs.
      COMPTOIR_SMTP_URL: 'smtp://127.0.0.1:9',
    },
  })
})

const inEnglish = async (url: string) => (await get(url)).text.replaceAll('&#39;', "'")

/** Creates an order with one known and one unknown product, and opens its payment page. */
async function ordered({ clientInfo = {}, langue = undefined as string | undefined } = {}) {
  const { product, placed } = createShopActions(shop)
  const lamp = await product({ nom: 'Lampe d’<i>atelier' })
  const { ordreId } = await placed(
    [
      { id: lamp.id, quantite: 2, prixUnitaireCents: lamp.prixDeVenteCents },
      { id: 'inconnu', nom: 'Appelez le 08 99', quantite: 1, prixUnitaireCents: 2990 },
    ],
    { clientInfo, langue },
  )
  return { ordreId, path: await open({ orderId: ordreId }) }
}

describe('the payment page shows', () => {
  test('the name and the logo of the shop, whose file cannot run scripts', async () => {
    const { text } = await get(await open())
    assert.ok(text.includes('<p class="name">L’&lt;b&gt;Échoppe</p>'))
    assert.ok(text.includes('<p class="host">boutique.example</p>'))
    const [, logo = ''] = /<img src="(logo\/[^"]+)" alt="">/.exec(text) ?? []
    const { status, headers, text: sent } = await get(`/paiement/${logo}`)
    assert.equal(status, 200)
    assert.equal(sent, SVG)
    assert.equal(headers['content-type'], 'image/svg+xml')
    assert.match(String(headers['content-security-policy']), /^default-src 'none';.* sandbox$/)
    assert.match(String(headers['cache-control']), /immutable/)
    assert.equal((await get('/paiement/logo/autre')).headers['cache-control'], 'no-store')
  })

  test('the names of articles from the catalogue, never a text of the caller', async () => {
    const { text } = await get((await ordered()).path)
    const pageText = text.replaceAll(/\s/g, ' ')
    assert.ok(pageText.includes('<li><span>2 × Lampe d’&lt;i&gt;atelier</span> <span>20,00 €</span></li>'))
    assert.ok(pageText.includes('<li><span>1 × Article</span> <span>29,90 €</span></li>'))
    assert.doesNotMatch(text, /08 99/)
  })

  test('the deadline and the remaining time', async () => {
    const path = await open()
    assert.match((await get(path)).text, /<dd>avant \d\d h \d\d<span data-left="1[78]\d\d">, encore 30 min</)
    await shop.platform.db.pg.query(
      `update payments.lien set "expireLe" = "expireLe" - interval '20 minutes' where "tokenHash" is not null`,
    )
    assert.match((await get(path)).text, /, encore 10 min</)
  })

  test('an error for a missing number that differs from that for an invalid one', async () => {
    const path = await open()
    const fields = { ...card(), csrf: extractCsrf((await get(path)).text) }
    assert.ok(
      (await post(path, { ...fields, cardNumber: ' ' })).text.includes('Indiquez le numéro de la carte.'),
    )
    assert.ok((await post(path, { ...fields, cardNumber: '42' })).text.includes('Vérifiez le numéro'))
  })

  test('the expected duration of a payment, and the address of the receipt', async () => {
    const { ordreId, path } = await ordered({ clientInfo: { email: 'ada@example.org' } })
    await post(path, { ...card(), csrf: extractCsrf((await get(path)).text) })
    assert.match((await get(path)).text, /Cela prend en général une dizaine de secondes\./)
    await settle(ordreId)
    // The mail about the order does not exist yet, and its customer has no account.
    assert.doesNotMatch((await get(path)).text, /Un reçu/)
    await shop.platform.db.pg.query(
      `insert into accounts.courriel (modele, destinataire, "clientId", "ordreId", objet, donnees, statut, "prochainEssai", "perimeLe", "createdAt")
       values ('commande-recue', 'ada@example.org', 'CLI_0A1B2C3D', $1, $1, '{}', 'retenu', now(), now(), now())`,
      [ordreId],
    )
    assert.ok((await get(path)).text.includes('Un reçu vous est envoyé par e-mail à a•••@example.org.'))
  })

  test('after a refusal what to do, and the name and date typed before, never the number or the code', async () => {
    const { ordreId, path } = await ordered()
    const again = { cardHolderName: 'Zoé <i>', expirationDate: '11 / 39' }
    await post(path, { ...card(REFUSED), ...again, csrf: extractCsrf((await get(path)).text) })
    await settle(ordreId)
    const { text } = await get(path)
    assert.match(text, /<h2>Paiement refusé<\/h2><p>[^<]*<\/p><ul><li>Vérifiez le numéro/)
    assert.match(text, /name="cardHolderName" value="Zoé &lt;i&gt;"/)
    assert.match(text, /name="expirationDate" value="11\/39"/)
    for (const secret of ['4000', card().cvc]) assert.ok(!text.includes(`value="${secret}`), secret)
    assert.ok(text.includes('<strong>aide@boutique.example &lt;b&gt;</strong>'))
    assert.match(text, /Votre commande n’est pas annulée/)
    assert.doesNotMatch((await get(await open({ orderId: null }))).text, /n’est pas annulée/)
  })

  test('all of it in English if the order names that language', async () => {
    const { ordreId, path } = await ordered({ langue: 'en' })
    const form = await inEnglish(path)
    assert.match(form, /<html lang="en">/)
    assert.match(form, /<h1>Card payment<\/h1>[\s\S]*Pay €49\.90</)
    assert.match(form, /before \d\d:\d\d Paris time<span data-left="\d+">, 30 min left</)
    const posted = await shop.server.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ csrf: extractCsrf(form) }).toString(),
    })
    assert.ok(posted.body.includes('Enter the card number.'))
    assert.equal(posted.headers.vary, 'accept-language')
    await post(path, { ...card(), csrf: extractCsrf(form) })
    assert.match(await inEnglish(path), /Payment in progress/)
    assert.match(await inEnglish(`${path}/annulation`), /Cancel this payment\?/)
    await settle(ordreId)
    assert.match(await inEnglish(path), /Payment accepted[\s\S]*Back to the shop/)
    const outdated = await post(path, { ...card(), csrf: 'x' })
    assert.match(outdated.text, /Page out of date/)
    const unknown = await shop.server.inject({ url: '/paiement/inconnu', headers: ENGLISH })
    assert.match(unknown.body, /This payment link does not exist/, 'without a link, the browser decides')
    for (const page of [form, await inEnglish(path)])
      assert.doesNotMatch(page.replaceAll(/Lampe[^<]*/g, ''), /paiement(?!\/)|carte|boutique(?!\.example)/i)
  })

  test('the language of the link before that of the order, French without both; the browser’s never', async () => {
    const { ordreId } = await ordered({ langue: 'en' })
    const languages = async (wanted: Parameters<typeof open>[0]) => {
      const url = await open(wanted)
      return /<html lang="(..)">/.exec((await shop.server.inject({ url, headers: ENGLISH })).body)?.[1]
    }
    assert.equal(await languages({ orderId: ordreId, langue: 'fr' }), 'fr')
    assert.equal(await languages({ orderId: ordreId, langue: null }), 'en')
    assert.equal(await languages({ langue: 'en' }), 'en')
    assert.equal(await languages({}), 'fr')
    const read = await shop.call<{ langue: string }>('GET', `/api/commandes/${ordreId}`)
    assert.equal(read.body.langue, 'en')
    for (const langue of ['de', 'EN', '', 1]) {
      const link = { amount: 49.9, returnUrl: RETURN, langue }
      assert.equal((await shop.call('POST', '/api/publique/interface-paiement', link)).status, 400)
      const articles = [{ id: 'x', quantite: 1, prixUnitaireCents: 100 }]
      assert.equal((await createShopActions(shop).place(articles, { langue })).status, 400)
    }
  })
})

describe('the start is refused if the logo is', () => {
  const payments = areas.filter(({ name }) => name === 'payments')
  for (const [what, path, fault] of [
    ['missing', join(folder, 'absent.svg'), 'the file cannot be read'],
    [
      'not an image',
      file('page.svg', '<html><svg></svg></html>'),
      'the file is not an SVG, PNG, JPEG or WebP image',
    ],
    [
      'too large',
      file('big.svg', SVG.padEnd(100_001)),
      'the file has 100001 bytes; at most 100000 are allowed',
    ],
  ] as const)
    test(what, () => {
      assert.throws(
        () => readConfig({ COMPTOIR_SHOP_LOGO: path }, areas, config => findAreaErrors(config, payments)),
        { message: `COMPTOIR_SHOP_LOGO: ${fault}` },
      )
    })
})
