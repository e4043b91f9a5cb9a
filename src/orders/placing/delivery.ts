import { Problem } from '../../platform/problem.ts'
import { type OrdersPlatform, storeExists } from '../peers.ts'
import type { Order } from '../tables.ts'
import type { Delivery } from './schemas.ts'

type Delivered = Pick<Order, 'livraison' | 'magasinId'>
const AT_HOME: Delivered = { livraison: 'domicile', magasinId: null }

/**
 * Where an order goes: home, unless a store is named that it is collected from. 400 for a store that is missing, or named
 * for nothing; 422 for one that does not exist.
 */
export async function deliveryOf(
  { peers }: Pick<OrdersPlatform, 'peers'>,
  delivery: Delivery | null | undefined,
): Promise<Delivered> {
  const { mode, magasinId = null } = delivery ?? { mode: 'domicile' }
  if (mode === 'domicile') {
    if (magasinId === null) return AT_HOME
    throw new Problem(400, 'requete-invalide', 'livraison.magasinId goes with the mode retrait alone')
  }
  if (magasinId === null)
    throw new Problem(400, 'requete-invalide', 'livraison.magasinId must name the store of a retrait')
  if (!(await storeExists(peers, magasinId)))
    throw new Problem(422, 'magasin-inconnu', `There is no store ${magasinId}`)
  return { livraison: mode, magasinId }
}
