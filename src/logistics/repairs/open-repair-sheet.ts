import { Problem } from '../../platform/problem.ts'
import { plain } from '../../platform/text.ts'
import type { LogisticsPlatform } from '../context.ts'
import { findClientIds, findProductId, listOperationalWarehouses } from '../peers.ts'
import type { NewRepairSheet, RepairContext, RepairSheet } from './schemas.ts'
import { lockTicket } from './store/repair-events.ts'
import { findLastDelivery, findSheet, insertSheet } from './store/repair-sheets.ts'

/**
 * Creates the sheet of a ticket, with the slip, store and warehouse as far as they are known. Throws 409 if the ticket
 * already has a sheet.
 */
export async function openRepairSheet(parts: LogisticsPlatform, sheet: NewRepairSheet): Promise<RepairSheet> {
  const { db, clock } = parts
  const context = await findRepairContext(parts, sheet)
  return db.transaction(async tx => {
    await lockTicket(tx, sheet.ticketId)
    const id = await insertSheet(tx, { ...sheet, ...context }, clock.now())
    if (id === undefined)
      throw new Problem(409, 'fiche-existante', `Ticket ${sheet.ticketId} already has a repair sheet`)
    // Inserted in this transaction, so it exists.
    return (await findSheet(tx, id))!
  })
}

async function findRepairContext(
  { db, peers }: LogisticsPlatform,
  { idClient, idProduit }: NewRepairSheet,
): Promise<RepairContext> {
  const [productId, clientIds, warehouses] = await Promise.all([
    // References are sent as a comma-separated list, so one with a comma cannot be looked up.
    idProduit.includes(',') ? undefined : findProductId(peers, idProduit),
    /^\d+$/.test(idClient) ? findClientIds(peers, idClient) : [],
    listOperationalWarehouses(peers),
  ])
  const articleId = productId === undefined ? idProduit : String(productId)
  const delivery = await findLastDelivery(db, [idClient, ...clientIds], articleId)
  const canRepair = ({ rolesLogistiques }: (typeof warehouses)[number]) =>
    rolesLogistiques?.some(role => plain(role).startsWith('repara'))
  return {
    magasinId: delivery?.magasinId ?? null,
    bordereauId: delivery?.bordereauId ?? null,
    entrepotId: (warehouses.find(canRepair) ?? warehouses[0])?.id ?? null,
  }
}
