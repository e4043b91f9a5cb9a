import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { PaymentChange } from '../../src/payments/contract.ts'
import { eventually } from './eventually.ts'
import type { TestPlatform } from './platform.ts'

export const ACCEPTED = '4242424242424242'
export const REFUSED = '4000000000000002'
export const CANCELLED = '4000000000000259'

/** Returns the id of an order unknown to the orders area, which is payable for shops that store orders elsewhere. */
export const foreignOrder = () => `externe-${randomUUID()}`

type Wanted = {
  cardNumber?: string
  montant?: unknown
  orderId?: string | undefined
  clientId?: string | number
}

export const cardPayment = ({
  cardNumber = ACCEPTED,
  montant = 12.34,
  orderId,
  clientId = 'CLI_00000001',
}: Wanted = {}) => ({
  client: { id: clientId, nom: 'Ada Lovelace', email: 'ada@example.org' },
  montant,
  devise: 'EUR',
  orderId,
  typePaiement: 'achat',
  moyenPaiement: {
    type: 'carte_bancaire',
    cb: { cardNumber, expirationDate: '12/2040', cardHolderName: 'Ada Lovelace' },
  },
  occurence_credit: 1,
  differe: null,
  fidelise: 0,
  savePaymentMethod: false,
})

export type CreatedPayment = {
  response: {
    transactionId: number
    status: string
    clientId: string
    message: string
    authorizationId: string
  }
  returnUrl: string
}

export type Detail = {
  id: number
  montant: number
  status: string
  typePaiement: string
  orderId: string | null
  clientId: string
  authorizationId: string
  montantRembourse: number
  moyenPaiement: { type: string; brand: string | null; last4: string | null }
}

export type SavedCard = {
  id: number
  clientFideliseId: number | string
  type: string
  details: { last4: string; expirationDate: string; cardHolderName: string; brand: string }
}

/** Returns the calls of tests to the payments area. */
export const createPaymentActions = (shop: () => TestPlatform) => ({
  pay: (wanted?: Wanted, headers?: Record<string, string>) =>
    shop().call<CreatedPayment>('POST', '/api/private/create_paiement', cardPayment(wanted), headers),

  /** Creates a payment and returns its id. */
  async paid(wanted?: Wanted) {
    const { status, body } = await shop().call<CreatedPayment>(
      'POST',
      '/api/private/create_paiement',
      cardPayment(wanted),
    )
    assert.equal(status, 201, JSON.stringify(body))
    return body.response.transactionId
  },

  read: async (id: number) => (await shop().call<Detail>('GET', `/api/private/transactions/${id}`)).body,

  ended: (id: number) =>
    eventually(`payment ${id} ends`, async () => {
      const { body } = await shop().call<Detail>('GET', `/api/private/transactions/${id}`)
      return body.status !== 'en_attente' && body
    }),

  /** Reads the announced statuses of a transaction, in order. */
  announced: async (id: number) => (await readEvents(shop(), id)).map(({ status }) => status),

  events: (id: number) => readEvents(shop(), id),
})

/** Reads the events of a transaction, in order, from the outbox, which deletes consumed ones. */
async function readEvents(shop: TestPlatform, id: number) {
  const { rows } = await shop.platform.db.pg.query<{ body: PaymentChange }>(
    `select body from platform.outbox
     where queue = 'paiement.expedition-commande' and body->>'transactionId' = $1 order by id`,
    [String(id)],
  )
  return rows.map(({ body }) => body)
}

/** Finds the tables of all schemas that contain a text in any column. */
export async function findTablesContaining(shop: TestPlatform, text: string): Promise<string[]> {
  const { pg } = shop.platform.db
  const { rows } = await pg.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  assert.ok(rows.length > 8, 'the tables were found')
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await pg.query(`select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`, [
      text,
    ])
    if (rowCount) found.push(name)
  }
  return found.sort()
}
