import type { Step } from '../script.ts'
import { systemSteps } from './common/system-steps.ts'

const H = '/api/privee/client-buy-history'
const purchase = {
  clientId: '{client}',
  purchaseDate: '2030-02-01T10:00:00Z',
  purchases: [
    { articleId: '1', articleName: 'Lampe', unitPrice: 1000, quantity: 2, category: 'Maison' },
    { articleId: '2', articleName: 'Ampoule', unitPrice: 300, quantity: 4 },
  ],
}

export default [
  {
    call: 'POST /api/auth/register',
    body: { email: 'ada@example.org', motDePasse: 'un mot de passe', prenom: 'Ada', nom: 'Lovelace' },
    save: { ada: 'accessToken', client: 'clientId' },
    as: 'nobody',
  },
  { call: `POST ${H}`, body: purchase, save: { achat: 'data.0.id', numero: 'data.0.clientId' } },
  { call: `POST ${H}`, body: { ...purchase, clientId: 'CLI_NOBODY' } },
  { call: `POST ${H}`, body: { ...purchase, purchases: [] } },
  { call: `POST ${H}`, body: purchase, as: 'nobody' },
  { call: `POST ${H}`, body: purchase, as: 'wrong' },
  {
    event: 'fidelite.historique-achat',
    body: {
      action: 'create',
      timestamp: '2030-03-01T10:00:00Z',
      requestId: '0b1e7a3c-0000-4000-8000-000000000001',
      data: { ...purchase, purchaseDate: '2030-03-01T09:59:00Z' },
    },
  },
  {
    event: 'fidelite.historique-achat',
    body: {
      action: 'create',
      timestamp: '2030-03-01T10:00:00Z',
      requestId: '0b1e7a3c-0000-4000-8000-000000000002',
      data: { ...purchase, clientId: 'CLI_NOBODY' },
    },
  },
  `GET ${H}`,
  `GET ${H}?limit=1&page=2`,
  `GET ${H}?dateFrom=2030-02-15&minAmount=1500&articleName=LAMP`,
  `GET ${H}?dateTo=2030-02-15&maxAmount=1500&articleId=2`,
  `GET ${H}?page=0`,
  { call: `GET ${H}`, as: 'nobody' },
  `GET ${H}/{achat}`,
  `GET ${H}/999999`,
  `GET ${H}/abc`,
  { call: `PATCH ${H}/{achat}`, body: { quantity: 3 } },
  { call: `PATCH ${H}/{achat}`, body: { quantity: 0 } },
  { call: `PATCH ${H}/999999`, body: { quantity: 3 } },
  'GET /api/publique/client-buy-history/{client}',
  { call: 'GET /api/publique/client-buy-history/{client}?limit=1', as: 'ada' },
  { call: 'GET /api/publique/client-buy-history/{client}', as: 'nobody' },
  { call: 'GET /api/publique/client-buy-history/1', as: 'ada' },
  'GET /api/publique/client-buy-history/CLI_NOBODY',
  'GET /api/publique/client-buy-history/{client}?limit=0',
  'GET /api/publique/clients/{client}/habits',
  { call: 'GET /api/publique/clients/{numero}/habits?limitItems=1&limitCategories=1', as: 'ada' },
  'GET /api/publique/clients/CLI_NOBODY/habits',
  'GET /api/publique/clients/{client}/habits?limitItems=0',
  { call: 'GET /api/publique/clients/{client}/habits', as: 'nobody' },
  'GET /purchases/api/v1/privee/clients/{client}/achats-par-mois',
  'GET /purchases/api/v1/privee/clients/CLI_NOBODY/achats-par-mois',
  'GET /purchases/api/v1/privee/clients/%00/achats-par-mois',
  `DELETE ${H}/{achat}`,
  `DELETE ${H}/{achat}`,
  `DELETE ${H}/abc`,
  `GET ${H}?limit=2`,
  {
    call: 'POST /purchases/api/v1/privee/rapprochements-historiques',
    body: { ids: ['CMD-00000000000000000000'] },
  },
  { call: 'POST /purchases/api/v1/privee/rapprochements-historiques', body: {} },
  ...systemSteps('purchases', 'fidelite.historique-achat', true),
] satisfies Step[]
