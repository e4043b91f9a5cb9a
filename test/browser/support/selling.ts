import assert from 'node:assert/strict'
import type { openStorefront } from './storefront.ts'

type Shop = Pick<Awaited<ReturnType<typeof openStorefront>>, 'call'>

const LIVE = {
  ...{ dateDebut: '2020-01-01', dateFin: '2090-01-01' },
  ...{ applicationCreatrice: 'PROMOTION', applicationsConcernees: ['E-COMMERCE'] },
}

/** Creates delivery methods, promotions and codes of a shop. */
export function createSellingActions(shop: Shop) {
  async function create<Created>(path: string, body: object) {
    const answer = await shop.call<Created>('POST', path, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body
  }
  const promotion = (more: object) => create<{ id: number }>('/api/publique/data', { ...LIVE, ...more })
  return {
    promotion,

    method: (method: object) => create('/api/v1/privee/modes-livraison', { zones: [], ...method }),

    /** Creates a code for a discount on baskets, of €10 by default. */
    async code(
      code: string,
      { valeurPromotion = 10, ...more }: { valeurPromotion?: number; [field: string]: unknown } = {},
    ) {
      const { id } = await promotion({
        ...{
          categoriePromotion: 'PANIER',
          typePromotion: 'MONTANT_FIXE',
          valeurPromotion,
          uniteValeur: 'EURO',
        },
        ...{ description: `Code ${code}`, autoAppliquee: false },
      })
      return create<{ id: number; promotionId: number }>('/api/v1/privee/codes-promotion', {
        promotionId: id,
        code,
        ...more,
      })
    },
  }
}

/** Creates collection, a pick-up point that is free from €60 on, and express delivery to Lille alone. */
export async function createDeliveryMethods(shop: Shop) {
  const { method } = createSellingActions(shop)
  await method({
    ...{ code: 'magasin', nom: 'Retrait gratuit', type: 'retrait' },
    tarifs: [{ prixCents: 0 }],
  })
  await method({
    ...{ code: 'relais', nom: 'Point relais', type: 'relais', offertDesCents: 6_000 },
    ...{ description: 'Près de chez vous, tard le soir et le samedi.', delaiJours: { min: 3, max: 5 } },
    tarifs: [{ prixCents: 390 }],
  })
  await method({
    ...{ code: 'express', nom: 'Express à domicile', type: 'domicile', delaiJours: { min: 1, max: 1 } },
    ...{
      zones: [{ pays: 'FR', prefixes: ['59'] }],
      suiviUrl: 'https://transporteur.example/suivi?n={numero}',
    },
    tarifs: [{ prixCents: 990 }],
  })
}
