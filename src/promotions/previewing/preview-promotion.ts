import { Problem } from '../../platform/problem.ts'
import { findClientIdentifier, type PromotionsPlatform, previewedBasket } from '../peers.ts'
import { checkTargets } from '../records/check-targets.ts'
import { checkPromotion, withDefaults } from '../records/rules.ts'
import type { PromotionToPreview } from './schemas.ts'

/** What a basket would cost with a promotion, which is checked as if it were kept. */
export async function previewPromotion(
  { peers }: PromotionsPlatform,
  { promotion, promotionId = null, idClient = null, articles }: PromotionToPreview,
) {
  const { clientsVises: _clients, produitsVises: _products, ...fields } = withDefaults(promotion)
  checkPromotion({ ...fields, clientsVises: null, produitsVises: null })
  const [{ clientsVises, produitsVises }, client] = await Promise.all([
    checkTargets(peers, fields),
    idClient === null ? null : identifierOf(peers, idClient),
  ])
  const targets = { idClient: clientsVises ?? null, idProduit: produitsVises ?? null }
  return previewedBasket(peers, {
    promotion: { ...fields, ...targets },
    promotionId,
    idClient: client,
    articles,
  })
}

async function identifierOf(peers: PromotionsPlatform['peers'], idClient: string): Promise<string> {
  const found = await findClientIdentifier(peers, idClient)
  if (found === undefined) throw new Problem(422, 'client-inconnu', `There is no customer ${idClient}`)
  return found
}
