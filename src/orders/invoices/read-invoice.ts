import type { FastifyRequest } from 'fastify'
import { Problem } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { allowOnlyCustomer } from '../reading/own-order.ts'
import type { Invoice } from './schemas.ts'
import { documentsOf } from './store.ts'

/**
 * The invoice of an order with its credit notes, for its customer, a key holder, or who has the link of its mail (else 401 or 403). 404
 * unknown order, 409 while no invoice is issued, 410 for a link to one whose customer has been erased.
 */
export async function readInvoice(
  platform: Pick<OrdersPlatform, 'db'>,
  request: FastifyRequest,
  ordreId: string,
): Promise<Invoice> {
  await allowOnlyCustomer(platform, request, ordreId)
  const documents = await documentsOf(platform.db, [ordreId])
  const invoice = documents.find(document => document.nature === 'facture')
  if (!invoice) throw new Problem(409, 'facture-absente', 'Aucune facture n’a été émise pour cette commande')
  const { caller, routeOptions } = request
  if (invoice.archiveeLe && !caller.may(...(routeOptions.config.rights ?? [])))
    throw new Problem(410, 'facture-archivee', 'Cette facture est archivée : demandez-la à la boutique')
  const { numero, emiseLe, contenu } = invoice
  const avoirs = documents.filter(document => document.nature === 'avoir')
  return {
    ...{ numero, ordreId, emiseLe },
    ...contenu,
    avoirs: avoirs.map(credit => ({
      ...{ numero: credit.numero, remboursementId: credit.remboursementId, emiseLe: credit.emiseLe },
      ...credit.contenu,
    })),
  }
}
