import pg from 'pg'
import type { Shape } from '../../../shapes/shape.ts'
import { WRONG_USES } from '../../codes.ts'

export type Row = Record<string, unknown>
export type AreaReader = (area: string, text: string) => Promise<Row[]>

/** Creates a function that reads the data of an area from its database in the shape. */
export const createReader =
  (shape: Shape, urlOf: (database: string) => string): AreaReader =>
  async (area, text) => {
    const part = shape.parts.find(({ areas }) => areas.includes(area))
    const client = new pg.Client(urlOf(part?.database ?? 'comptoir'))
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

const text = (value: unknown) => String(value)

/** Groups rows by a column and preserves their order. */
export function groupRows(rows: readonly Row[], column: string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const list = groups.get(text(row[column]))
    if (list) list.push(row)
    else groups.set(text(row[column]), [row])
  }
  return groups
}

/** Reads all data of the areas about orders and their effects. */
export async function readAreaData(read: AreaReader) {
  const [accounts, orders, uses, wrongUses, payments, announced, slips, taken, stock, history, clients] =
    await Promise.all([
      read(
        'accounts',
        // An account opened without loyalty adopts the number that loyalty has for the customer, and keeps the first one
        // as an alias.
        `select email, array["clientId"] || array(
         select a."clientId" from accounts.alias a where a."compteId" = compte.id) as "clientIds" from accounts.compte`,
      ),
      read(
        'orders',
        `select "ordreId", "clientId", statut, "montantTotalCents"::int as cents, "transactionId", "createdAt",
         "confirmeeLe" is not null as confirmed, "livreeLe" is not null as delivered from orders.commande`,
      ),
      read(
        'orders',
        `select "ordreId", code from orders.utilisation_code join orders.code_promotion on id = "codeId"`,
      ),
      read('orders', WRONG_USES),
      read(
        'payments',
        `select id, "orderId", status, "montantCents"::int as cents, "rembourseId" from payments.transaction order by id`,
      ),
      read('payments', 'select "transactionId", status, "remboursementId" from payments.annonce order by id'),
      read('logistics', 'select "ordreId", statut from logistics.bordereau'),
      read(
        'logistics',
        // An unpaid order reserves its goods but has not taken them.
        `select "ordreId", sum(quantite)::int as units from logistics.ligne
       join logistics.reservation using ("ordreId") where statut = 'prelevee' group by 1`,
      ),
      read('logistics', 'select "productId", quantite, reserve from logistics.stock'),
      read(
        'purchases',
        `select "ordreId", sum(quantity)::int as units, sum("totalAmount")::int as cents
       from purchases.achat where "deletedAt" is null group by 1`,
      ),
      read('loyalty', 'select "idClient", "pointsFidelite" as points, "createdAt" from loyalty.client'),
    ])
  return { accounts, orders, uses, wrongUses, payments, announced, slips, taken, stock, history, clients }
}
export type AreaData = Awaited<ReturnType<typeof readAreaData>>
