import type { FastifyRequest } from 'fastify'
import { allowOnlyOwner, signedIn } from '../../platform/http/caller.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { findOrder } from '../store/orders.ts'

/**
 * An order for its own customer, or for a caller with a right of the route: the order's id alone is not enough (401, 403). 404
 * when there is no such order.
 */
export async function allowOnlyCustomer({ db }: OrdersPlatform, request: FastifyRequest, ordreId: string) {
  const { rights = [] } = request.routeOptions.config
  if (!request.caller.may(...rights)) await signedIn(request.caller)
  const order = await findOrder(db, ordreId)
  if (!order) throw new Problem(404, 'commande-inconnue', `There is no order ${ordreId}`)
  // An order on a claim is nobody's: whom it names has not placed it.
  await allowOnlyOwner(request, order.prouve ? order.clientId : '')
  return order
}
