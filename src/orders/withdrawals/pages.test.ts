import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TestPlatform } from '../../../test/support/platform.ts'
import {
  createWithdrawalActions,
  EMAIL,
  HOUR,
  openWithdrawalShop,
} from '../../../test/support/withdrawals.ts'

let shop: TestPlatform
let clock: Awaited<ReturnType<typeof openWithdrawalShop>>['clock']
let actions: ReturnType<typeof createWithdrawalActions>
before(async () => {
  const opened = await openWithdrawalShop()
  shop = opened.shop
  clock = opened.clock
  actions = createWithdrawalActions(shop)
})

const get = (url: string, headers = {}) => shop.server.inject({ method: 'GET', url, headers })
const post = (url: string, fields: [string, string | number][] = []) =>
  shop.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString(),
  })
const person = (ordreId: string, courriel = EMAIL): [string, string][] => [
  ['ordreId', ordreId],
  ['nom', 'Ada <b>'],
  ['courriel', courriel],
]
const chosen = (id: number, quantite: number | string): [string, string | number][] => [
  ['article', id],
  ['quantite', quantite],
]

test('the page withdraws from an order in two steps, under the area and on the bare host', async () => {
  for (const host of ['', '/orders']) {
    const { ordreId } = await actions.ordered(2)
    const form = await get(`${host}/retractation`)
    assert.equal(form.statusCode, 200)
    assert.equal(form.headers['cache-control'], 'no-store')
    assert.doesNotMatch(form.body, /<script/)

    const declared = await post(`${host}/retractation`, person(ordreId))
    assert.equal(declared.statusCode, 303)
    const next = `${host}/${declared.headers.location}`
    const confirmation = await get(next)
    assert.match(confirmation.body, /Ada &lt;b&gt;, ada@example\.org/)
    assert.match(confirmation.body, /Toute la commande/)
    assert.equal((await actions.after.read(ordreId)).statut, 'EN_ATTENTE', 'reading changes nothing')

    for (const _ of [1, 2]) {
      const confirmed = await post(next)
      assert.equal(confirmed.statusCode, 303)
      assert.equal(`${host}/retractation/${confirmed.headers.location}`, next)
    }
    assert.match((await get(next)).body, /Votre rétractation est enregistrée/)
    assert.equal((await actions.after.read(ordreId)).statut, 'ANNULEE')
    assert.equal((await actions.ofOrder(ordreId)).length, 1)
  }
})

test('articles of the order can be chosen, from its link or with the second button', async () => {
  const { ordreId, id } = await actions.ordered(3, 'LIVREE', { nom: 'Lampe & abat-jour' })
  for (const page of [
    await get(`/retractation?ordreId=${ordreId}`),
    await post('/retractation', [...person(ordreId), ['choisir', '1']]),
  ]) {
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /Lampe &amp; abat-jour <span class="hint">sur 3</)
    assert.match(page.body, new RegExp(`name="article" value="${id}"`))
  }
  const { headers } = await post('/retractation', [...person(ordreId), ...chosen(id, 2)])
  assert.match((await get(`/${headers.location}`)).body, /2 × Lampe &amp; abat-jour/)
  await post(`/${headers.location}`)
  const [found] = await actions.ofOrder(ordreId)
  assert.deepEqual([found?.statut, found?.articles], ['acceptee', [{ id: String(id), quantite: 2 }]])

  const all = await actions.ordered(3, 'LIVREE')
  const whole = await post('/retractation', [...person(all.ordreId), ...chosen(all.id, 3)])
  await post(`/${whole.headers.location}`)
  assert.equal((await actions.ofOrder(all.ordreId))[0]?.articles, null)
})

test('an article that cannot be withdrawn says so and is not chosen at first', async () => {
  const { ordreId } = await actions.ordered(1, undefined, { retractable: false })
  const { body } = await get(`/retractation?ordreId=${ordreId}`)
  assert.match(body, /sans droit de rétractation/)
  assert.match(body, /value="0"/)
})

test('errors are shown at their fields with what was typed, and nothing is declared', async () => {
  const { ordreId, id } = await actions.ordered(2)
  const quantityError = /quantité entière, de 0 à celle de la commande/
  for (const [fields, error] of [
    [[], /Donnez le numéro de la commande/],
    [person(' '), /Donnez le numéro de la commande/],
    [person('x'.repeat(101)), /Donnez le numéro de la commande/],
    [[['ordreId', ordreId]], /Donnez votre nom/],
    [person(ordreId, 'ada'), /Cette adresse e-mail n’est pas valable/],
    [[...person('CMD-UNKNOWN'), ['choisir', '1']], /Aucune commande ne porte ce numéro/],
    [[...person(ordreId), ...chosen(id, 3)], quantityError],
    [[...person(ordreId), ...chosen(id, '-1')], quantityError],
    [[...person(ordreId), ...chosen(id, '1,5')], quantityError],
    [[...person(ordreId), ...chosen(id, '')], quantityError],
    [[...person(ordreId), ...chosen(id, 0)], /Choisissez au moins un article/],
  ] as [[string, string | number][], RegExp][]) {
    const { statusCode, body } = await post('/retractation', fields)
    assert.equal(statusCode, 400, JSON.stringify(fields))
    assert.match(body, error)
    assert.match(body, /aria-invalid="true"/)
  }
  assert.match((await post('/retractation', person('', 'x"y'))).body, /value="x&quot;y"/)
  assert.equal((await post('/retractation', [['nom', 'x'.repeat(501)]])).statusCode, 400)
  assert.equal((await post('/retractation', [['nom', 'x'.repeat(20_000)]])).statusCode, 413)
  const json = await shop.server.inject({ method: 'POST', url: '/retractation', body: { ordreId } })
  assert.equal(json.statusCode, 400)
  assert.match(String(json.headers['content-type']), /html/)
})

test('a link that is unknown or too old answers 404 with a way to start again', async () => {
  const { ordreId } = await actions.ordered(1)
  const { headers } = await post('/retractation', person(ordreId))
  clock.advance(HOUR)
  for (const url of [`/${headers.location}`, '/retractation/inconnu'])
    for (const answer of [await get(url), await post(url)]) {
      assert.equal(answer.statusCode, 404)
      assert.match(answer.body, /href="\.\.\/retractation\?langue=fr"/)
    }
  assert.equal((await actions.after.read(ordreId)).statut, 'EN_ATTENTE')
})

test('every page is in the language of its address, else of the browser, and leads to pages in it', async () => {
  const { ordreId, id } = await actions.ordered(2, undefined, { retractable: false })
  const english = { 'accept-language': 'en-GB,en;q=0.9,fr;q=0.5' }
  const french = /[éèêà’]|Rétract|Commande|Article /
  const form = await get(`/retractation?ordreId=${ordreId}`, english)
  assert.match(form.body, /<html lang="en">[\s\S]*Withdraw from a contract[\s\S]*no right of withdrawal/)
  assert.match(form.body, /action="retractation\?langue=en"/)
  assert.match((await get('/retractation?langue=fr', english)).body, /<html lang="fr">/)

  const address = '/retractation?langue=en'
  for (const [fields, error] of [
    [[], /Enter the order number[\s\S]*Enter your name[\s\S]*This e-mail address is not valid/],
    [[...person('CMD-UNKNOWN'), ['choisir', '1']], /No order has this number/],
    [[...person(ordreId), ...chosen(id, 3)], /Enter a whole number for each item/],
    [[...person(ordreId), ...chosen(id, 0)], /Choose at least one item/],
  ] as [[string, string | number][], RegExp][]) {
    const { statusCode, body } = await post(address, fields)
    assert.equal(statusCode, 400)
    assert.match(body, error)
    assert.doesNotMatch(body, french)
  }

  const { headers } = await post(address, [...person(ordreId), ...chosen(id, 1)])
  const next = `/${headers.location}`
  const confirmation = (await get(next)).body
  assert.match(confirmation, /Confirm your withdrawal[\s\S]*Confirm withdrawal<[\s\S]*langue=en">Start again/)
  const confirmed = await post(next)
  assert.equal(`/retractation/${confirmed.headers.location}`, next)
  const receipt = (await get(next)).body
  assert.match(receipt, /We received it on \d+ \w+ \d{4} at \d\d:\d\d\./)
  const unknown = await get('/retractation/inconnu?langue=en')
  assert.equal(unknown.statusCode, 404)
  assert.match(unknown.body, /langue=en">Declare a withdrawal/)
  for (const body of [form.body, confirmation, receipt, unknown.body]) assert.doesNotMatch(body, french)
  assert.equal((await get('/retractation?langue=de')).statusCode, 400)
})
