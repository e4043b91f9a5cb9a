import type { Step } from '../../script.ts'

const CODES = '/api/v1/privee/codes-promotion'
/** The promotion of the sample with the code BIENVENUE. */
const promotionId = 6
const code = { promotionId, code: 'Ete 2030', utilisationsMax: 1 }
const basket = { articles: [{ id: 21, quantite: 2 }], codes: ['ete-2030', 'NOSUCHCODE'] }

/** Promotion codes, a basket and an order that name them. */
export const codeSteps = (order: object): Step[] => [
  { call: `POST ${CODES}`, body: code, save: { codePromotion: 'id' } },
  { call: `POST ${CODES}`, body: { ...code, code: 'ETE-2030' } },
  { call: `POST ${CODES}`, body: { ...code, nombre: 3 } },
  { call: `POST ${CODES}`, body: { ...code, promotionId: 999_999 } },
  { call: `POST ${CODES}`, body: code, as: 'nobody' },
  `GET ${CODES}?search=te20`,
  `GET ${CODES}?limit=0`,
  { call: `GET ${CODES}`, as: 'nobody' },
  `GET /orders/api/v1/privee/promotions/${promotionId}/codes`,
  'GET /orders/api/v1/privee/promotions/x/codes',
  { call: 'POST /api/v1/publique/paniers', body: basket, as: 'nobody' },
  { call: 'POST /api/commandes', body: { ...order, codes: ['NOSUCHCODE'] }, as: 'ada' },
  `DELETE ${CODES}/{codePromotion}`,
  `DELETE ${CODES}/999999`,
  `DELETE ${CODES}/x`,
]
