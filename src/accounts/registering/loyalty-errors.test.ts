import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { openPlatform } from '../../../test/support/platform.ts'
import { startUpstream } from '../../../test/support/upstream.ts'
import type { Client } from '../../loyalty/schemas.ts'

type Signed = { accessToken: string; clientId: string; derniereSynchro: string | null }

/** Opens the accounts area with a loyalty service whose responses come from `listener`. */
const accountsWith = async (listener: RequestListener) =>
  openPlatform({ only: ['accounts'], settings: { COMPTOIR_LOYALTY_URL: await startUpstream(listener) } })

const person = { email: 'ada@example.org', motDePasse: 'secret', prenom: 'Ada', nom: 'Lovelace' }
const answering =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)

for (const [what, listener] of [
  ['an error', answering(500, '{"statusCode":500}')],
  ['a refusal', answering(403, '{"statusCode":403}')],
  ['a page of a proxy', answering(200, '<html>')],
  ['null', answering(200, 'null')],
  [
    'a customer without an identifier',
    answering(200, '{"data":[{"adresseMail":"ada@example.org"}],"nom":"x"}'),
  ],
  [
    'a closed connection',
    ((request: { socket: { destroy(): void } }) => request.socket.destroy()) as RequestListener,
  ],
] as const)
  test(`when loyalty answers with ${what}, the account is opened and the profile shown without its data`, async () => {
    const shop = await accountsWith(listener)
    const { status, body } = await shop.call<Signed>('POST', '/api/auth/register', person)
    assert.equal(status, 201)
    assert.match(body.clientId, /^CLI_[0-9A-F]{8}$/)
    const headers = { authorization: `Bearer ${body.accessToken}` }
    const profile = await shop.call<Signed>('GET', '/api/auth/me', undefined, headers)
    assert.equal(profile.status, 200)
    assert.equal(profile.body.derniereSynchro, null)
    const client = { ...person, clientId: body.clientId }
    const first = await shop.call('POST', '/api/auth/set-password', client)
    assert.ok([401, 503].includes(first.status), String(first.status))
  })

test('an identifier of another account is not adopted', async () => {
  const moment = '2026-01-01T00:00:00.000Z'
  const customer: Omit<Client, 'adresseMail'> = {
    ...{ id: 1, idClient: 'CLI_00000001', civilite: null, nom: 'L', prenom: 'A', anniversaire: null },
    ...{ telephone: null, adresse: null, pointsFidelite: 5, niveauFidelisation: 'Premium' },
    ...{ dateDebutFidelisation: null, createdAt: moment, updatedAt: moment, deletedAt: null },
  }
  const pagination = { page: 1, limit: 10, total: 1, totalPages: 1 }
  const shop = await accountsWith((request, response) => {
    const email = new URL(request.url!, 'http://loyalty').searchParams.get('email')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: [{ ...customer, adresseMail: email }], pagination }))
  })
  const register = (email: string) =>
    shop.call<Signed & { niveauFidelisation: string }>('POST', '/api/auth/register', { ...person, email })
  const first = await register('a@example.org')
  const second = await register('b@example.org')
  assert.equal(first.body.clientId, 'CLI_00000001')
  assert.equal(first.body.niveauFidelisation, 'Premium')
  assert.equal(second.status, 201)
  assert.notEqual(second.body.clientId, 'CLI_00000001')
  const headers = { authorization: `Bearer ${second.body.accessToken}` }
  const { body } = await shop.call<Signed>('GET', '/api/auth/me', undefined, headers)
  assert.equal(body.clientId, second.body.clientId)
})
