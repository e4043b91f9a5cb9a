import { createHash } from 'node:crypto'
import { ask, type ServerClient } from '../http.ts'

type Row = { id: number; [field: string]: unknown }

/**
 * Returns a digest of the ids that the sample's history names: those of products, stores, promotions and customers. It
 * differs if an interrupted seeding has skipped numbers, or if somebody has already created records.
 */
export async function readBasis(server: ServerClient): Promise<string> {
  const named = (rows: Row[], field: string) => rows.map(row => [row.id, row[field]])
  const [products, stores, promotions, clients] = await Promise.all([
    ask<Row[]>(server, 'GET', '/api/publique/produits?fields=id,ean'),
    ask<Row[]>(server, 'GET', '/api/publique/magasins?fields=id,nom'),
    ask<Row[]>(server, 'GET', '/api/publique/data'),
    ask<{ data: Row[] }>(server, 'GET', '/api/publique/clients?limit=100'),
  ])
  const ids = [
    ...[named(products, 'ean'), named(stores, 'nom'), named(promotions, 'description')],
    named(clients.data, 'adresseMail'),
  ].map(list => list.toSorted())
  return createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 16)
}
