import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  ACCEPTED,
  CANCELLED,
  type CreatedPayment,
  cardPayment,
  createPaymentActions,
  type Detail,
  findTablesContaining,
  foreignOrder,
  REFUSED,
  type SavedCard,
} from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { NewCard } from '../tables.ts'
import { confirmCards, deleteUnconfirmedCards, listCards, saveCard } from './store.ts'

const MASTERCARD = '5105105105105100'
let shop: TestPlatform
const { ended, paid } = createPaymentActions(() => shop)
before(async () => {
  shop = await openPlatform({
    only: ['payments', 'orders', 'accounts', 'loyalty'],
    settings: { COMPTOIR_PAYMENT_DELAY_MS: '0' },
  })
})

type Save = { clientId?: string | number; fidelise?: number | null; cardNumber?: string; holder?: string }

async function payAndSave(save: Save, on = shop) {
  const body = cardPayment({ ...save, orderId: foreignOrder() })
  body.moyenPaiement.cb.cardHolderName = save.holder ?? 'Ada Lovelace'
  const { status, body: paid } = await on.call<CreatedPayment>('POST', '/api/private/create_paiement', {
    ...body,
    fidelise: save.fidelise ?? 0,
    savePaymentMethod: true,
  })
  assert.equal(status, 201)
  return paid.response.transactionId
}

const list = async (ref: string | number, on = shop) =>
  (await on.call<SavedCard[]>('GET', `/api/private/clients-card/${ref}`)).body

test('a card is saved for a fidelise above 0, or else for the client, and listed in a fixed format', async () => {
  await ended(await payAndSave({ fidelise: 501, clientId: 502 }))
  await ended(await payAndSave({ fidelise: null, clientId: 'CLI_0000AA01' }))

  const [byFidelise] = await list(501)
  assert.deepEqual(byFidelise, {
    id: byFidelise!.id,
    clientFideliseId: 501,
    type: 'carte_bancaire',
    details: { last4: '4242', expirationDate: '12/2040', cardHolderName: 'Ada Lovelace', brand: 'visa' },
  })
  assert.equal((await list('CLI_0000AA01'))[0]?.clientFideliseId, 'CLI_0000AA01')
})

test('without savePaymentMethod no card is saved', async () => {
  const { status } = await shop.call('POST', '/api/private/create_paiement', {
    ...cardPayment({ clientId: 503 }),
    fidelise: 503,
  })
  assert.equal(status, 201)
  assert.deepEqual(await list(503), [])
})

test('a repeated card, even twenty times concurrently, is one saved card with the latest details', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => payAndSave({ fidelise: 510 })))
  await Promise.all(ids.map(ended))
  await payAndSave({ fidelise: 510, holder: 'Ada King' })
  await payAndSave({ fidelise: 510, cardNumber: '4242 4242 4242 4242', holder: 'Countess Lovelace' })
  await payAndSave({ fidelise: 511 })

  assert.deepEqual(
    (await list(510)).map(({ details }) => details.cardHolderName),
    ['Countess Lovelace'],
  )
  assert.equal((await list(511)).length, 1, 'another customer with the same card has their own')
})

test('a card whose first payment fails is deleted; a later failure does not delete it', async () => {
  for (const cardNumber of [REFUSED, CANCELLED]) {
    await ended(await payAndSave({ fidelise: 520, cardNumber }))
    assert.deepEqual(await list(520), [], cardNumber)
  }
  await ended(await payAndSave({ fidelise: 520 }))
  const slow = await openPlatform({
    only: ['payments', 'orders'],
    databaseUrl: shop.databaseUrl,
    started: false,
    settings: { COMPTOIR_PAYMENT_DELAY_MS: '3600000' },
  })
  const pending = await payAndSave({ fidelise: 520 }, slow)
  const { body } = await slow.call<Detail>('GET', `/api/private/transactions/${pending}`)
  const cancelled = await slow.call('PATCH', `/api/v1/publique/transactions/${pending}`, {
    status: 'annule',
    orderId: body.orderId,
  })
  assert.equal(cancelled.status, 200)
  assert.equal((await list(520)).length, 1)
})

test('a saved card is deleted on request once', async () => {
  await payAndSave({ fidelise: 530 })
  const [card] = await list(530)
  const remove = () =>
    shop.call<{ message: string }>('DELETE', `/api/private/clients-card/${card!.id}`).then(a => a)
  const answers = await Promise.all(Array.from({ length: 20 }, remove))

  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual([statuses[0], ...new Set(statuses.slice(1))], [200, 404])
  assert.equal(typeof answers.find(({ status }) => status === 200)!.body.message, 'string')
  assert.deepEqual(await list(530), [])
})

test('customers list and delete their own cards only, and get 503 while loyalty may know others', async () => {
  const own = '/api/v1/publique/profil/cartes'
  const ada = await register('ada.cartes@example.org')
  const eve = await register('eve.cartes@example.org')
  const call = <T>(method: 'GET' | 'DELETE', path: string, { accessToken }: typeof ada, on = shop) =>
    on.call<T>(method, path, undefined, { authorization: `Bearer ${accessToken}` })
  const listOwn = async (who: typeof ada) =>
    (await call<{ id: number; last4: string; expiree: boolean }[]>('GET', own, who)).body
  await ended(await payAndSave({ clientId: ada.userId }))
  await ended(await payAndSave({ clientId: ada.clientId, cardNumber: MASTERCARD }))
  await ended(await payAndSave({ clientId: eve.clientId }))
  await ended(await payAndSave({ clientId: ada.clientId, cardNumber: REFUSED }))

  const [card, other] = await listOwn(ada)
  assert.deepEqual(
    [card, other],
    [
      { id: card!.id, brand: 'visa', last4: '4242', expirationDate: '12/2040', expiree: false },
      { id: other!.id, brand: 'mastercard', last4: '5100', expirationDate: '12/2040', expiree: false },
    ],
  )
  const [hers] = await listOwn(eve)
  for (const [path, expected] of [
    [`${own}/${hers!.id}`, 404],
    [`${own}/999999999`, 404],
    [`${own}/abc`, 400],
    [`${own}/0`, 400],
  ] as const)
    assert.equal((await call('DELETE', path, ada)).status, expected, path)
  for (const method of ['GET', 'DELETE'] as const)
    for (const headers of [{}, { authorization: 'Bearer nonsense' }]) {
      const path = method === 'GET' ? own : `${own}/${card!.id}`
      assert.equal((await shop.call(method, path, undefined, headers)).status, 401, method)
    }
  const loyaltyDown = await openPlatform({
    only: ['payments', 'orders', 'accounts'],
    databaseUrl: shop.databaseUrl,
    started: false,
    settings: { COMPTOIR_LOYALTY_URL: 'http://127.0.0.1:1' },
  })
  assert.equal((await call('GET', own, ada, loyaltyDown)).status, 503)
  assert.equal((await call('DELETE', `${own}/${card!.id}`, ada, loyaltyDown)).status, 503)

  const twenty = await Promise.all(
    Array.from({ length: 20 }, () => call('DELETE', `${own}/${card!.id}`, ada)),
  )
  const statuses = twenty.map(({ status }) => status).sort()
  assert.deepEqual([statuses[0], ...new Set(statuses.slice(1))], [204, 404])
  assert.deepEqual(await listOwn(ada), [other])
  assert.deepEqual(await listOwn(eve), [hers])
})

test('an invalid customer or card ID is refused', async () => {
  for (const [method, ref, expected] of [
    ['GET', 'abc', 400],
    ['GET', '0', 400],
    ['GET', '-1', 400],
    ['GET', '1e30', 400],
    ['DELETE', 'abc', 400],
    ['DELETE', '0', 400],
    ['DELETE', '999999999', 404],
    ['DELETE', '99999999999999999999', 400],
    ['GET', '999999999', 200],
  ] as const)
    assert.equal(
      (await shop.call(method, `/api/private/clients-card/${ref}`)).status,
      expected,
      `${method} ${ref}`,
    )
})

test('a saved card is encrypted for its owner: no number or holder in plain text, and unusable in another row', async () => {
  await ended(await payAndSave({ fidelise: 540, holder: 'Zéphyrine Quatremer' }))
  await ended(await payAndSave({ fidelise: 541, holder: 'Théodora Lagarde' }))
  for (const text of [ACCEPTED, 'Zéphyrine Quatremer', 'Lagarde'])
    assert.deepEqual(await findTablesContaining(shop, text), [], text)

  await shop.platform.db.pg.query(
    `update payments.carte set carte = (select carte from payments.carte where "clientFideliseId" = 541)
     where "clientFideliseId" = 540`,
  )
  assert.equal((await shop.call('GET', '/api/private/clients-card/540')).status, 500)
})

const register = async (email: string, on = shop) =>
  (
    await on.call<{ userId: number; clientId: string; accessToken: string }>('POST', '/api/auth/register', {
      email,
      motDePasse: 'un mot de passe',
      prenom: 'Ada',
      nom: 'Lovelace',
    })
  ).body

const numberOf = async (clientId: string, on = shop) =>
  (await on.call<{ id: number }>('GET', `/api/privee/clients/${clientId}`)).body.id

const last4 = async (ref: string | number) => (await list(ref)).map(({ details }) => details.last4)

test('a card paid under an account ID or CLI_ identifier belongs to its loyalty customer, listed by their number', async () => {
  const { userId, clientId } = await register('cartes@example.org')
  await payAndSave({ clientId: userId })
  await payAndSave({ clientId, cardNumber: MASTERCARD })
  await payAndSave({ clientId: userId, cardNumber: MASTERCARD })
  const numero = await numberOf(clientId)

  for (const ref of [numero, clientId]) assert.deepEqual(await last4(ref), ['4242', '5100'])
  assert.deepEqual(
    (await list(clientId)).map(({ clientFideliseId }) => clientFideliseId),
    [numero, numero],
  )
})

test('digits are the number of a loyalty customer, never the ID of an account with the same number', async () => {
  const client = { nom: 'L', prenom: 'A', adresseMail: 'seule@example.org' }
  const { body } = await shop.call<{ id: number; idClient: string }>('POST', '/api/publique/clients', client)
  let account = await register('homonyme0@example.org')
  for (let i = 1; account.userId < body.id; i++) account = await register(`homonyme${i}@example.org`)
  assert.equal(account.userId, body.id, 'the account has the number of the loyalty customer')
  const alone = await openPlatform({
    only: ['payments', 'orders'],
    databaseUrl: shop.databaseUrl,
    settings: { COMPTOIR_PAYMENT_DELAY_MS: '0' },
  })
  await payAndSave({ fidelise: body.id })
  // Saved under the account ID, because the areas that know its loyalty customer are unavailable.
  await payAndSave({ clientId: account.userId, cardNumber: MASTERCARD }, alone)

  assert.deepEqual(await last4(body.id), ['4242'])
  assert.deepEqual(await last4(body.idClient), ['4242'])
  assert.deepEqual(await last4(account.clientId), ['5100'])
  assert.deepEqual(await last4(await numberOf(account.clientId)), ['5100'])
})

test('a card without a known owner is saved for the account, and listed for its loyalty customer once known', async () => {
  const { userId, clientId } = await register('sans-fidelite@example.org')
  const numero = await numberOf(clientId)
  const settings = { COMPTOIR_PAYMENT_DELAY_MS: '0' }
  const alone = await openPlatform({
    only: ['payments', 'orders'],
    databaseUrl: shop.databaseUrl,
    settings,
  })
  await ended(await payAndSave({ clientId: userId }, alone))
  const withoutLoyalty = await openPlatform({
    only: ['payments', 'orders', 'accounts'],
    databaseUrl: shop.databaseUrl,
    settings,
  })
  await ended(await payAndSave({ clientId: userId, cardNumber: MASTERCARD }, withoutLoyalty))

  const owners = async (ref: string | number) =>
    (await list(ref)).map(({ clientFideliseId }) => clientFideliseId)
  assert.deepEqual(await owners(clientId), [String(userId), clientId])
  assert.deepEqual(await owners(numero), [String(userId), clientId])
})

test('a card saved for the account is merged with the cards of its loyalty customer', async () => {
  const { userId, clientId } = await register('avant@example.org')
  const settings = { COMPTOIR_PAYMENT_DELAY_MS: '0' }
  const { databaseUrl } = shop
  const alone = await openPlatform({ only: ['payments', 'orders'], databaseUrl, settings })
  await ended(await payAndSave({ clientId: userId }, alone))
  const withoutLoyalty = await openPlatform({
    only: ['payments', 'orders', 'accounts'],
    databaseUrl,
    settings,
  })
  await ended(await payAndSave({ clientId }, withoutLoyalty))
  assert.deepEqual(await last4(clientId), ['4242'])

  // A refused payment does not delete a card that was valid before.
  const slow = await openPlatform({
    databaseUrl,
    started: false,
    settings: { COMPTOIR_PAYMENT_DELAY_MS: '3600000' },
  })
  const numero = await numberOf(clientId)
  for (const save of [{ clientId }, { clientId: userId }, { fidelise: numero }])
    await payAndSave({ ...save, holder: 'Ada King' }, slow)
  assert.deepEqual(
    (await list(clientId)).map(({ clientFideliseId, details }) => [clientFideliseId, details.cardHolderName]),
    [[numero, 'Ada King']],
  )
  const { rows } = await shop.platform.db.pg.query(
    'select "enAttenteDe" from payments.carte where "clientFideliseId" = $1',
    [numero],
  )
  assert.deepEqual(rows, [{ enAttenteDe: null }])
})

test('a confirmed card of the account stays confirmed when its owner already has it unconfirmed', async () => {
  const owner = { clientFideliseId: 987_654, clientId: null }
  const { clock, db } = shop.platform
  const [first, second, third] = [await paid(), await paid(), await paid()]
  const save = (card: Partial<NewCard> & Pick<NewCard, 'enAttenteDe'>) =>
    db.transaction(tx =>
      saveCard(
        tx,
        { ...owner, empreintes: ['owned'], formerly: [], provider: 'simule', carte: 'x', ...card },
        clock.now(),
      ),
    )
  const former = { clientFideliseId: null, clientId: 'CLI_FORMER', empreintes: ['former'] as [string] }
  await save({ ...former, enAttenteDe: first })
  await db.transaction(tx => confirmCards(tx, [first]))
  await save({ enAttenteDe: second })
  await save({ enAttenteDe: third, formerly: [{ clientId: 'CLI_FORMER', empreinte: 'former' }] })
  await db.transaction(tx => deleteUnconfirmedCards(tx, [second, third]))
  const cards = await listCards(
    db,
    { clientFideliseId: owner.clientFideliseId, clientIds: ['CLI_FORMER'] },
    true,
  )
  assert.deepEqual(
    cards.map(({ clientFideliseId }) => clientFideliseId),
    [owner.clientFideliseId],
  )
})
