import type { Step } from '../../script.ts'

const MODES = '/api/v1/privee/modes-livraison'
const method = {
  code: 'colis-domicile',
  nom: 'Colis à domicile',
  type: 'domicile',
  zones: [{ pays: 'FR', prefixes: ['59'] }],
  tarifs: [
    { jusquAGrammes: 2000, prixCents: 490 },
    { aPartirDeCents: 5000, prixCents: 290 },
  ],
  delaiJours: { min: 2, max: 4 },
  suiviUrl: 'https://suivi.example/{numero}',
}
const basket = { articles: [{ id: 21, quantite: 2 }], adresseLivraison: { codePostal: '59 000' } }

/** Delivery methods, a basket and an order with one, and its shipment. The promotion of the script takes 10 % off `order`. */
export const deliverySteps = (order: object): Step[] => [
  { call: `POST ${MODES}`, body: method },
  { call: `POST ${MODES}`, body: method },
  { call: `POST ${MODES}`, body: { ...method, code: 'express', zones: [{ pays: 'ZZ', prefixes: [] }] } },
  { call: `POST ${MODES}`, body: method, as: 'nobody' },
  `GET ${MODES}`,
  { call: `GET ${MODES}`, as: 'nobody' },
  'GET /api/v1/publique/modes-livraison',
  `GET ${MODES}/colis-domicile`,
  `GET ${MODES}/inconnu`,
  `GET ${MODES}/%00`,
  { call: `PATCH ${MODES}/colis-domicile`, body: { offertDesCents: 100_000, description: 'En semaine' } },
  { call: `PATCH ${MODES}/colis-domicile`, body: { tarifs: [] } },
  { call: `PATCH ${MODES}/inconnu`, body: { actif: false } },
  { call: 'POST /api/v1/publique/paniers', body: basket, as: 'nobody' },
  {
    call: 'POST /api/v1/publique/paniers',
    body: { ...basket, livraison: { code: 'colis-domicile' } },
    as: 'nobody',
  },
  {
    call: 'POST /api/v1/publique/paniers',
    body: { ...basket, adresseLivraison: { pays: 'Atlantide' } },
    as: 'nobody',
  },
  {
    call: 'POST /api/commandes',
    body: { ...order, livraison: { code: 'colis-domicile' } },
    as: 'ada',
  },
  {
    call: 'POST /api/commandes',
    body: { ...order, livraison: { code: 'colis-domicile' }, montantTotalCents: 6212 },
    as: 'ada',
    save: { livree: 'ordreId' },
  },
  {
    call: 'PATCH /api/commandes/{livree}/statut',
    body: { nouveauStatut: 'EXPEDIEE', trackingNumber: 'COLIS 2' },
  },
  { call: 'GET /api/commandes/{livree}', as: 'ada' },
  { call: `PATCH ${MODES}/colis-domicile`, body: { type: 'relais' } },
  `DELETE ${MODES}/colis-domicile`,
  `DELETE ${MODES}/inconnu`,
  `DELETE ${MODES}/%00`,
  { call: `POST ${MODES}`, body: { ...method, code: 'express' } },
  `DELETE ${MODES}/express`,
  { call: `PATCH ${MODES}/colis-domicile`, body: { actif: false } },
]
