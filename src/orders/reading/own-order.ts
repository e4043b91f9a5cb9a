import type { FastifyRequest } from 'fastify'
import { allowOnlyOwner } from '../../platform/http/caller.ts'
import { Problem } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { findOrder } from '../store/orders.ts'

/**
 * An order for its own customer, a caller with a right of the route, or who has the link of its mail: its id alone is not
 * enough (401, 403). 404 when there is no such order.
 */
export async function allowOnlyCustomer(
  { db }: Pick<OrdersPlatform, 'db'>,
  request: FastifyRequest,
  ordreId: string,
) {
  const order = await findOrder(db, ordreId)
  if (!order) throw new Problem(404, 'commande-inconnue', `There is no order ${ordreId}`)
  // An order on a claim is nobody's: whom it names has not placed it.
  await allowOnlyOwner(request, order.prouve ? order.clientId : '')
  return order
}
