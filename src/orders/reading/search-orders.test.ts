import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'

let shop: TestPlatform
/** The orders by what they are called here. */
let orders: Record<'noel' | 'jeanne' | 'guest' | 'company', string>
let lamp: { id: number; ean: string }

const unknown = { id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 500 }

before(async () => {
  shop = await openPlatform()
  const { product, placed, store, stock } = createShopActions(shop)
  lamp = await product()
  await stock((await store()).id, lamp.id, 5)
  const place = async (clientInfo: object, more: object = {}, article: typeof unknown | object = unknown) =>
    (await placed([article as typeof unknown], { clientInfo, adresseLivraison: {}, ...more })).ordreId
  orders = {
    noel: await place(
      {
        prenom: 'Noël',
        nom: 'Lefèvre',
        email: 'Noel.Lefevre@example.org',
        telephone: '+33 (0)6 12 34 56 78',
      },
      { clientId: 'CLI_AAAAAAAA' },
      { id: lamp.id, quantite: 1, prixUnitaireCents: 1000 },
    ),
    jeanne: await place({ prenom: 'Jeanne', nom: 'D’Arc-Martin', telephone: '06 12 99 00 00' }),
    guest: await place({}, { clientId: 'INVITE-1', adresseLivraison: { prenom: 'Li', nom: 'Œuvrard' } }),
    company: await place({ societe: 'Lefèvre & fils', nom: 'Martin', email: 'jeanne@example.org' }),
  }
})

const find = async (search: string) => {
  const query = new URLSearchParams({ search })
  const { status, body } = await shop.call<{ data: { ordreId: string }[]; total: number }>(
    'GET',
    `/api/v1/privee/commandes?${query}`,
  )
  assert.equal(status, 200, search)
  assert.equal(body.total, body.data.length)
  const names = Object.entries(orders)
  return body.data.map(({ ordreId }) => names.find(([, id]) => id === ordreId)?.[0]).sort()
}

describe('the search of orders by staff', () => {
  test('finds the orders of a list of ids', async () => {
    const list = (ordreIds: string) =>
      shop.call<{ data: { ordreId: string }[]; total: number }>(
        'GET',
        `/api/v1/privee/commandes?ordreIds=${ordreIds}`,
      )
    const { body } = await list(`${orders.noel},CMD-NONE,${orders.guest}`)
    assert.deepEqual(body.data.map(({ ordreId }) => ordreId).sort(), [orders.noel, orders.guest].sort())
    assert.equal((await list('CMD-NONE')).body.total, 0)
    const many = Array.from({ length: 101 }, (_, i) => `CMD-${i}`)
    for (const refused of [many.join(), `${orders.noel},`]) assert.equal((await list(refused)).status, 400)
    assert.equal((await list(many.slice(1).join())).status, 200)
  })

  test('finds names, e-mail addresses and telephone numbers or their beginnings, in any case, without accents', async () => {
    const expected: [search: string, found: string[]][] = [
      ['lefevre', ['company', 'noel']],
      ['LEFÈVRE noël', ['noel']],
      ['Noël', ['noel']],
      ['martin', ['company', 'jeanne']],
      ['arc martin', ['jeanne']],
      ['d’arc', ['jeanne']],
      ['Jean', ['company', 'jeanne']],
      ['oeuvrard', ['guest']],
      ['Li', ['guest']],
      ['noel.lefevre@EXAMPLE.org', ['noel']],
      ['noel.lef', ['noel']],
      ['06 12 34 56 78', ['noel']],
      ['0612345678', ['noel']],
      ['+33612345678', ['noel']],
      ['0033 6 12', ['jeanne', 'noel']],
      ['martin noel', []],
      ['evre', []],
    ]
    for (const [search, found] of expected) assert.deepEqual(await find(search), found, search)
  })

  test('finds the first and last characters of an order id, and the EAN of an article', async () => {
    const id = orders.jeanne
    for (const search of [id, id.toLowerCase(), id.slice(0, 12), id.slice(4, 12), id.slice(-6)])
      assert.deepEqual(await find(search), ['jeanne'], search)
    assert.deepEqual(await find(lamp.ean), ['noel'])
    assert.deepEqual(await find('hors-catalogue'), [])
    assert.deepEqual(await find('4006381333931'), [])
  })

  test('takes any text', async () => {
    for (const search of [
      "'",
      '\\',
      "a'b\\c:*",
      '& | !',
      ':*',
      '%',
      '…',
      '(',
      'é'.repeat(200),
      '<',
      '+',
      '=',
    ])
      assert.deepEqual(await find(search), [], search)
    assert.equal((await find('')).length, 4)
    const long = await shop.call('GET', `/api/v1/privee/commandes?search=${'x'.repeat(201)}`)
    assert.equal(long.status, 400)
  })

  test('does not find erased customers', async () => {
    const none = { userIds: [], numeros: [], emails: [], ordreIds: [] }
    await shop.call('PATCH', `/api/commandes/${orders.noel}/statut`, { nouveauStatut: 'ANNULEE' })
    const body = { personne: { ...none, clientIds: ['CLI_AAAAAAAA'] }, pseudonyme: 'EFFACE_1' }
    await eventually('the events are consumed and the customer is erased', async () => {
      const { status } = await shop.call('POST', '/orders/api/v1/privee/effacements', body)
      return status === 200
    })
    for (const search of ['noel', 'noel.lefevre@example.org', '0612345678', 'CLI_AAAAAAAA'])
      assert.deepEqual(await find(search), [], search)
    assert.deepEqual(await find('lefevre'), ['company'])
  })
})
