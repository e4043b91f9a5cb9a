import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { awardPoints } from '../points/award-points.ts'
import type { Client } from '../schemas.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['loyalty'], started: false })
})

const ada = { nom: 'Lovelace', prenom: 'Ada' }
const create = (client: object) => shop.call<Client>('POST', '/api/publique/clients', client)

test('support corrects every field of a customer; a taken address changes nothing', async () => {
  const { body: client } = await create({ ...ada, adresseMail: 'corrected@example.org', telephone: '01' })
  await create({ ...ada, adresseMail: 'taken@example.org' })
  const correct = (body: object) =>
    shop.call<Client & { code?: string }>('PATCH', `/api/v1/privee/clients/${client.id}`, body)
  const change = {
    ...{ civilite: 'Mme', nom: 'King', prenom: 'Augusta', anniversaire: '1815-12-10', adresse: '2 rue Y' },
    ...{ adresseMail: 'corrected@example.com', telephone: null },
  }
  const { updatedAt: _at, ...corrected } = (await correct(change)).body
  assert.partialDeepStrictEqual(corrected, { ...change, idClient: client.idClient })
  for (const [body, status] of [
    [{ nom: 'X', adresseMail: 'TAKEN@example.org' }, 409],
    [{ nom: 'X', anniversaire: '2999-01-01' }, 400],
    [{ nom: 'X', anniversaire: 'demain' }, 400],
    [{ nom: null }, 400],
    [{ nom: 'X', civilite: 'Dr' }, 400],
  ] as const)
    assert.equal((await correct(body)).status, status, JSON.stringify(body))
  const { updatedAt: _now, ...same } = (await shop.call<Client>('GET', `/api/publique/clients/${client.id}`))
    .body
  assert.deepEqual(same, corrected)
})

test('points that support changes for a reason are in the history beside those of orders, and never negative', async () => {
  const { body: client } = await create({ ...ada, adresseMail: 'points@example.org' })
  const url = `/api/v1/privee/clients/${client.idClient}/points`
  const adjust = (body: object, key?: string) =>
    shop.call<{ code?: string }>('POST', url, body, key === undefined ? {} : { 'idempotency-key': key })
  await shop.platform.db.transaction(tx =>
    awardPoints(
      tx,
      shop.platform.clock,
      { ordreId: 'history', clientId: client.idClient, payeCents: 4_200 },
      { delivered: true },
    ),
  )
  const gift = { points: 500, motif: 'Geste commercial' }
  for (let i = 0; i < 2; i++) assert.equal((await adjust(gift, 'the same gift, once')).status, 201)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => adjust({ points: -100, motif: 'Erreur de caisse' })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 5)
  assert.equal((await adjust({ points: -43, motif: 'Erreur' })).body.code, 'points-hors-bornes')
  for (const bad of [
    { points: 0, motif: 'Rien' },
    { points: 1 },
    { points: 1, motif: ' ' },
    { points: 1.5, motif: 'x' },
  ])
    assert.equal((await adjust(bad)).status, 400, JSON.stringify(bad))

  const { body } = await shop.call<{ total: number; data: object[] }>('GET', `${url}?limit=100`)
  assert.equal(body.total, 7)
  assert.partialDeepStrictEqual(body.data.at(-1) as object, {
    nature: 'commande',
    ordreId: 'history',
    points: 42,
  })
  assert.partialDeepStrictEqual(body.data.at(-2) as object, { nature: 'ajustement', ...gift, ordreId: null })
  const now = (await shop.call<Client>('GET', `/api/publique/clients/${client.id}`)).body
  assert.deepEqual([now.pointsFidelite, now.niveauFidelisation], [42, 'Premium'])
})
