import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { CODES, type Code, createCodeActions, createMovableClock } from '../../../test/support/codes.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { CARDS, createShopActions, type Problem } from '../../../test/support/shopping.ts'

const MINUTE = 60_000

let shop: TestPlatform
const { clock, move } = createMovableClock()
before(async () => {
  shop = await openPlatform({ clock, settings: { COMPTOIR_PAYMENT_DELAY_MS: '0' } })
})

const line = { id: 'x', quantite: 1, prixUnitaireCents: 1000 }
const place = (code: Pick<Code, 'code'>, more: object = {}) =>
  createShopActions(shop).place([line], { codes: [code.code], montantTotalCents: 900, ...more })
const placed = async (code: Pick<Code, 'code'>, more: object = {}) => {
  const { status, body } = await place(code, more)
  assert.equal(status, 201, body.message)
  return body.ordreId
}
const limited = async (fields: object = { utilisationsMax: 1 }) => {
  const { promote, code } = createCodeActions(shop)
  return code(await promote(), fields)
}
const uses = (code: Code) => createCodeActions(shop).uses(code)
const begin = (ordreId: string, etape: 'lien' | 'paiement') =>
  shop.call<Problem>('POST', `/api/v1/privee/commandes/${ordreId}/encaissements`, {
    montantCents: 900,
    etape,
  })
const setStatus = (ordreId: string, nouveauStatut: string) =>
  shop.call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut })
const status = async ({ code }: Code) => (await createCodeActions(shop).basket([], [code])).codes?.[0]?.statut
const isFree = async (code: Code) => (await status(code)) !== 'epuise'
const sweep = () => shop.runSchedule('orders.release-codes')
const noneWrong = async () => assert.deepEqual(await createCodeActions(shop).wrongUses(), [])

describe('a use', () => {
  test('is taken by an order that applies the code, and not by one that only names it', async () => {
    const code = await limited({ utilisationsMax: 2 })
    const better = await limited({})
    await shop.call('PUT', `/api/publique/data/${better.promotionId}`, { valeurPromotion: 20 })
    await placed(code)
    const both = { codes: [code.code, better.code], montantTotalCents: 800 }
    assert.equal((await createShopActions(shop).place([line], both)).status, 201)
    assert.equal(await uses(code), 1)
    await placed(code)
    assert.partialDeepStrictEqual(await place(code), {
      ...{ status: 422, body: { code: 'code-refuse', codePromotion: code.code, statut: 'epuise' } },
    })
    assert.equal(await uses(code), 2)
  })

  test('comes back with every kind of cancellation, once, and staff who undo it take none', async () => {
    const code = await limited()
    const cancellations: ((ordreId: string) => Promise<{ status: number }>)[] = [
      ordreId => shop.call('POST', `/api/v1/publique/commandes/${ordreId}/annulation`),
      ordreId => shop.call('POST', `/api/v1/publique/commandes/${ordreId}/annulation`, { siImpayee: true }),
      ordreId => setStatus(ordreId, 'ANNULEE'),
    ]
    for (const cancel of cancellations) {
      const ordreId = await placed(code)
      assert.equal(await isFree(code), false)
      await Promise.all([cancel(ordreId), cancel(ordreId), cancel(ordreId)])
      assert.equal(await uses(code), 0)
      assert.equal(await isFree(code), true)
    }
    const ordreId = await placed(code)
    await setStatus(ordreId, 'EXPEDIEE')
    await setStatus(ordreId, 'ANNULEE')
    await setStatus(ordreId, 'EN_PREPARATION')
    assert.equal(await uses(code), 0)
    const other = await placed(code)
    assert.partialDeepStrictEqual(await begin(ordreId, 'paiement'), {
      status: 409,
      body: { code: 'code-refuse' },
    })
    await setStatus(ordreId, 'ANNULEE')
    assert.equal(await uses(code), 1)
    await setStatus(other, 'ANNULEE')
    await noneWrong()
  })

  test('comes back 30 minutes after an unpaid order, with and without the schedule', async () => {
    const code = await limited()
    for (const release of [sweep, async () => {}]) {
      const ordreId = await placed(code)
      move(29 * MINUTE)
      assert.equal(await isFree(code), false)
      move(2 * MINUTE)
      assert.equal(await isFree(code), true)
      assert.equal(await uses(code), 0)
      await release()
      assert.equal(await isFree(code), true)
      // A payment takes it again.
      assert.equal((await begin(ordreId, 'paiement')).status, 200)
      assert.equal(await isFree(code), false)
      await setStatus(ordreId, 'ANNULEE')
    }
    await noneWrong()
  })

  test('is refused to a late payment, link and intent once another order has it', async () => {
    const code = await limited()
    const ordreId = await placed(code)
    move(31 * MINUTE)
    const other = await placed(code)
    for (const etape of ['lien', 'paiement'] as const)
      assert.partialDeepStrictEqual(await begin(ordreId, etape), {
        status: 409,
        body: { code: 'code-refuse' },
      })
    const link = { amount: '9.00', orderId: ordreId, returnUrl: 'https://example.org/' }
    const answer = await shop.call<Problem>('POST', '/api/publique/interface-paiement', link)
    assert.partialDeepStrictEqual(answer, { status: 409, body: { code: 'code-refuse' } })
    assert.match(answer.body.message, new RegExp(code.code))
    await setStatus(other, 'ANNULEE')
    assert.equal((await begin(ordreId, 'lien')).status, 200)
    await setStatus(ordreId, 'ANNULEE')
    await noneWrong()
  })

  test('lasts as long as a link prolongs it', async () => {
    const code = await limited()
    const ordreId = await placed(code)
    move(20 * MINUTE)
    assert.equal((await begin(ordreId, 'lien')).status, 200)
    move(29 * MINUTE)
    await sweep()
    assert.equal(await isFree(code), false)
    move(2 * MINUTE)
    assert.equal(await isFree(code), true)
  })

  test('is kept by a refused payment until the time to pay is over', async () => {
    const code = await limited()
    const { pay } = createShopActions(shop)
    const ordreId = await placed(code)
    await pay(ordreId, 9, CARDS.refused)
    await eventually('the payment no longer holds it', async () => {
      const { rows } = await shop.platform.db.pg.query(
        'select "paiementJusque" as until from orders.utilisation_code where "ordreId" = $1',
        [ordreId],
      )
      return rows[0]?.until === null
    })
    assert.equal(await isFree(code), false)
    move(31 * MINUTE)
    assert.equal(await isFree(code), true)
  })

  test('lasts while a payment is pending, and for good once it is paid', async () => {
    const code = await limited()
    const { pay, read } = createShopActions(shop)
    const ordreId = await placed(code)
    assert.equal((await begin(ordreId, 'paiement')).status, 200)
    move(48 * 60 * MINUTE)
    await sweep()
    assert.equal(await isFree(code), false)
    const { transactionId, authorizationId } = (await pay(ordreId, 9)).response
    const confirm = () =>
      shop.call('POST', `/api/commandes/${ordreId}/confirmer-paiement`, {
        ...{ transactionId: String(transactionId), authorizationId, amount: '9.00' },
      })
    await eventually('the order is confirmed', async () => (await confirm()).status === 200)
    assert.ok((await read(ordreId)).transactionId)
    move(100 * 60 * MINUTE)
    assert.equal(await isFree(code), false)
    await sweep()
    await sweep()
    assert.equal(await isFree(code), false)
    assert.equal(await uses(code), 1)
    await setStatus(ordreId, 'ANNULEE')
    assert.equal(await uses(code), 0)
    await noneWrong()
  })

  test('of a free order is held for good', async () => {
    const code = await limited()
    await shop.call('PUT', `/api/publique/data/${code.promotionId}`, { valeurPromotion: 100 })
    await placed(code, { montantTotalCents: 0 })
    move(31 * MINUTE)
    await sweep()
    assert.equal(await isFree(code), false)
  })

  test('is not held longer by a payment whose goods are sold out', async () => {
    const actions = createShopActions(shop)
    const { id: storeId } = await actions.store()
    const goods = await actions.stocked(storeId, 1)
    const code = await limited()
    const order = { codes: [code.code], montantTotalCents: 900 }
    const { ordreId } = await actions.placed([goods.line()], order)
    move(31 * MINUTE)
    await shop.call('DELETE', `/api/v1/privee/reservations/${ordreId}`)
    await actions.placed([goods.line()])
    assert.partialDeepStrictEqual(await begin(ordreId, 'paiement'), {
      status: 409,
      body: { code: 'stock-insuffisant' },
    })
    assert.equal(await isFree(code), true)
    await sweep()
    assert.partialDeepStrictEqual(await begin(ordreId, 'lien'), {
      status: 409,
      body: { code: 'stock-insuffisant' },
    })
    assert.equal(await isFree(code), true)
    await noneWrong()
  })

  test('is released with an unpaid order that an erasure of its customer cancels', async () => {
    const code = await limited()
    const clientId = 'CLI_ERASED'
    const ordreId = await placed(code, { clientId })
    await shop.platform.db.pg.query(
      'update orders.commande set "reserveeJusque" = null where "ordreId" = $1',
      [ordreId],
    )
    const personne = { clientIds: [clientId], userIds: [], numeros: [], emails: [], ordreIds: [] }
    const erasure = { personne, pseudonyme: 'EFFACE_0123456789AB' }
    await eventually('the events about the customer are sent, and the erasure is made', async () => {
      const { status } = await shop.call('POST', '/orders/api/v1/privee/effacements', erasure)
      return status === 200
    })
    assert.equal(await uses(code), 0)
    await noneWrong()
  })

  test('stays with its order when the code is revoked, which nobody else can use', async () => {
    const code = await limited({ utilisationsMax: 5 })
    const ordreId = await placed(code)
    await shop.call('DELETE', `${CODES}/${code.id}`)
    assert.equal(await uses(code), 1)
    assert.partialDeepStrictEqual(await place(code), { status: 422, body: { statut: 'inconnu' } })
    assert.equal((await begin(ordreId, 'lien')).status, 200)
  })
})

describe('buyers at once', () => {
  /** Places orders, at most 20 at a time. */
  async function rush(code: Code, buyers: number, more: (i: number) => object = () => ({})) {
    const ordreIds: string[] = []
    for (let begun = 0; begun < buyers; begun += 20) {
      const answers = await Promise.all(
        Array.from({ length: Math.min(20, buyers - begun) }, (_, i) => place(code, more(begun + i))),
      )
      for (const { status, body } of answers) {
        if (status === 201) ordreIds.push(body.ordreId)
        else
          assert.partialDeepStrictEqual(
            { status, body },
            { status: 422, body: { code: 'code-refuse', statut: 'epuise' } },
          )
      }
    }
    return ordreIds
  }

  test('a thousand for ten uses get ten orders, and what is cancelled in between is sold again', async () => {
    const code = await limited({ utilisationsMax: 10 })
    const first = await rush(code, 500)
    assert.equal(first.length, 10)
    const [cancelled, later] = await Promise.all([
      Promise.all(first.slice(0, 5).map(ordreId => setStatus(ordreId, 'ANNULEE'))),
      rush(code, 250),
    ])
    assert.equal(cancelled.length, 5)
    later.push(...(await rush(code, 250)))
    assert.equal(later.length, 5)
    assert.equal(await uses(code), 10)
    await noneWrong()
  })

  test('twenty of one customer for one use each get one', async () => {
    const person = { nom: 'Lovelace', prenom: 'Ada', adresseMail: 'rush@example.org' }
    const { body } = await shop.call<{ idClient: string }>('POST', '/api/publique/clients', person)
    const code = await limited({ utilisationsParClient: 1 })
    assert.equal((await rush(code, 20, () => ({ clientId: body.idClient }))).length, 1)
    assert.equal(await uses(code), 1)
  })

  test('several processes share the limit', async () => {
    const other = await openPlatform({ clock, databaseUrl: shop.databaseUrl, started: false })
    const code = await limited({ utilisationsMax: 10 })
    const order = createShopActions(shop).order([line], { codes: [code.code], montantTotalCents: 900 })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => (i % 2 ? shop : other).call('POST', '/api/commandes', order)),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 10)
    await noneWrong()
  })

  test('of codes without a limit are all counted, while others cancel', async () => {
    const other = await openPlatform({ clock, databaseUrl: shop.databaseUrl, started: false })
    const { promote, code } = createCodeActions(shop)
    const lines: (typeof line)[] = []
    const codes: Code[] = []
    for (const utilisationsMax of [null, 100]) {
      const { id } = await createShopActions(shop).product()
      lines.push({ ...line, id: String(id) })
      codes.push(await code(await promote({ idProduit: [String(id)] }), { utilisationsMax }))
    }
    const fields = { codes: codes.map(({ code }) => code), montantTotalCents: 1800 }
    const order = createShopActions(shop).order(lines, fields)
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const at = i % 2 ? shop : other
        const { status, body } = await at.call<{ ordreId: string }>('POST', '/api/commandes', order)
        return status === 201 && (i % 3 === 0 ? (await setStatus(body.ordreId, 'ANNULEE')).status : status)
      }),
    )
    assert.equal(answers.filter(status => status === 201).length, 40)
    assert.equal(answers.filter(status => status === 200).length, 20)
    for (const each of codes) assert.equal(await uses(each), 40)
    await noneWrong()
  })
})
