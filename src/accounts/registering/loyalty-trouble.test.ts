import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { openPlatform } from '../../../test/support/platform.ts'

type Signed = { accessToken: string; clientId: string; derniereSynchro: string | null }

const closing: (() => void)[] = []
after(() => {
  for (const close of closing) close()
})

/** Accounts with a loyalty service that answers as `listener` says, and how often it was asked. */
async function accountsWith(listener: RequestListener) {
  const loyalty = createServer(listener).listen(0, '127.0.0.1')
  await once(loyalty, 'listening')
  closing.push(() => {
    loyalty.close()
    loyalty.closeAllConnections()
  })
  const { port } = loyalty.address() as AddressInfo
  return openPlatform({
    only: ['accounts'],
    settings: { COMPTOIR_LOYALTY_URL: `http://127.0.0.1:${port}` },
  })
}

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
  test(`loyalty answers with ${what}: the account is opened, and the profile shown, without it`, async () => {
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

test("an identifier that is another account's is left alone", async () => {
  const customer = {
    idClient: 'CLI_00000001',
    nom: 'L',
    prenom: 'A',
    pointsFidelite: 5,
    niveauFidelisation: 'Or',
  }
  const shop = await accountsWith((request, response) => {
    const email = new URL(request.url!, 'http://loyalty').searchParams.get('email')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: [{ ...customer, adresseMail: email }] }))
  })
  const register = (email: string) =>
    shop.call<Signed & { niveauFidelisation: string }>('POST', '/api/auth/register', { ...person, email })
  const first = await register('a@example.org')
  const second = await register('b@example.org')
  assert.equal(first.body.clientId, 'CLI_00000001')
  assert.equal(first.body.niveauFidelisation, 'Or')
  assert.equal(second.status, 201)
  assert.notEqual(second.body.clientId, 'CLI_00000001')
  const headers = { authorization: `Bearer ${second.body.accessToken}` }
  const { body } = await shop.call<Signed>('GET', '/api/auth/me', undefined, headers)
  assert.equal(body.clientId, second.body.clientId)
})
