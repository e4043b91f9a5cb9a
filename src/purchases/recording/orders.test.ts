import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import {
  apple,
  type Client,
  captureLog,
  createCustomer,
  deliver,
  fetchHistory,
  fetchTotal,
  openHistories,
  order,
} from '../../../test/support/histories.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { orderConfirmed } from '../../orders/contract.ts'

let shop: TestPlatform
before(async () => {
  shop = await openHistories()
})

describe('an order', () => {
  test('is added to the history once', async () => {
    const client = await createCustomer()
    const message = order(client.idClient)
    await deliver(orderConfirmed, message, message, { ...message, timestamp: '2025-07-16T00:00:00Z' })

    const { data } = (await fetchHistory(client.id)).body
    assert.equal(data.length, 1)
    assert.partialDeepStrictEqual(data[0], { ...apple, clientId: client.id, totalAmount: 1000 })
  })

  test('with numeric IDs is added to the history', async () => {
    const client = await createCustomer()
    const articles = [{ ...apple, articleId: 7 }]
    await deliver(orderConfirmed, order(client.idClient, { ordreId: 12, transactionId: 1, articles }))
    assert.partialDeepStrictEqual((await fetchHistory(client.id)).body.data[0], apple)
  })

  test('under an identifier that loyalty replaced is added to its customer', async () => {
    const alone = await openPlatform({ only: ['accounts'], databaseUrl: shop.databaseUrl })
    const register = async () => {
      const body = { email: `${randomUUID()}@example.org`, motDePasse: 'secret', prenom: 'A', nom: 'L' }
      return (await alone.call<{ email: string; clientId: string }>('POST', '/api/auth/register', body)).body
    }
    const [joinedLater, replaced] = [await register(), await register()]
    const { body: client } = await shop.call<Client>('POST', '/api/publique/clients', {
      nom: 'L',
      prenom: 'A',
      adresseMail: replaced.email,
    })

    await deliver(orderConfirmed, order(replaced.clientId), order(joinedLater.clientId))

    assert.equal(await fetchTotal(client.id), 1)
    assert.equal(await fetchTotal(replaced.clientId), 1)
    assert.equal(await fetchTotal(joinedLater.clientId), 1)
  })

  test('under digits belongs to the account with that ID, never to the loyalty customer with that number', async () => {
    const client = await createCustomer()
    const body = { email: client.adresseMail, motDePasse: 'secret', prenom: 'A', nom: 'L' }
    const { body: account } = await shop.call<{ userId: number }>('POST', '/api/auth/register', body)
    const stranger = await createCustomer()
    assert.notEqual(account.userId, stranger.id)

    await deliver(orderConfirmed, order(String(account.userId)), order(String(stranger.id)))

    assert.equal(await fetchTotal(client.idClient), 1)
    assert.equal(await fetchTotal(stranger.idClient), 0)
  })

  test('of a guest is skipped without an error, and the others in its batch are recorded', async () => {
    const client = await createCustomer()
    const errors = await captureLog('error', () =>
      deliver(orderConfirmed, order('INVITE_7'), order(client.idClient), order('INVITE_8')),
    )
    assert.equal(errors, '[]')
    assert.equal(await fetchTotal(client.id), 1)
  })

  test('of an unknown customer is rejected and logged', async () => {
    assert.match(await captureLog('error', () => deliver(orderConfirmed, order('CLI_0'))), /CLI_0 not found/)
  })
})
