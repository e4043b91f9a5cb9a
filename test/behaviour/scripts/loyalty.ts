import type { Step } from '../script.ts'
import { systemSteps } from './common/system-steps.ts'

const C = '/api/publique/clients'
const ada = { nom: 'Lovelace', prenom: 'Ada', adresseMail: 'ada@example.org' }

export default [
  {
    call: `POST ${C}`,
    body: { ...ada, civilite: 'Mme', telephone: '+33 (0)6-12.34', niveauFidelisation: 'Premium' },
    save: { id: 'id', client: 'idClient' },
  },
  { call: `POST ${C}`, body: ada },
  {
    call: `POST ${C}`,
    body: {
      nom: '',
      adresseMail: 'x',
      civilite: 'Y',
      anniversaire: '2999-01-01',
      telephone: 'abc',
      pointsFidelite: -1,
    },
  },
  { call: `POST ${C}`, body: ada, as: 'nobody' },
  { call: `POST ${C}`, body: ada, as: 'wrong' },
  `GET ${C}?limit=2`,
  `GET ${C}?limit=2&page=2`,
  `GET ${C}?nom=lovel`,
  `GET ${C}?email=ada@example.org`,
  `GET ${C}?page=0`,
  { call: `GET ${C}`, as: 'nobody' },
  `GET ${C}/{id}`,
  `GET ${C}/999999`,
  `GET ${C}/abc`,
  `GET ${C}/%00`,
  { call: `GET ${C}/{id}`, as: 'nobody' },
  'GET /api/privee/clients/{client}',
  'GET /api/privee/clients/{id}',
  'GET /api/privee/clients/999999',
  'GET /api/privee/clients/%00',
  { call: 'GET /api/privee/clients/{id}', as: 'nobody' },
  'GET /loyalty/api/v1/privee/clients?refs={client},999999',
  'GET /loyalty/api/v1/privee/clients',
  { call: 'PATCH /loyalty/api/v1/privee/clients/{id}', body: { prenom: 'Augusta' } },
  { call: 'PATCH /loyalty/api/v1/privee/clients/{id}', body: { prenom: '' } },
  { call: 'PATCH /loyalty/api/v1/privee/clients/999999', body: { prenom: 'Augusta' } },
  {
    call: 'POST /api/privee/clients/import',
    body: {
      clients: [
        { ...ada, pointsFidelite: 10 },
        { nom: 'Hopper', prenom: 'Grace', adresseMail: 'grace@example.org' },
        { nom: 'Sans', prenom: 'Adresse', adresseMail: 'non' },
      ],
    },
  },
  {
    call: 'POST /api/privee/clients/import?dryRun=true',
    body: { clients: [{ nom: 'Hamilton', prenom: 'Margaret', adresseMail: 'margaret@example.org' }] },
  },
  { call: 'POST /api/privee/clients/import', body: { clients: 'aucun' } },
  { call: 'POST /api/privee/clients/import', body: { clients: [] }, as: 'nobody' },
  {
    event: 'fidelite.commande-livree',
    body: { ordreId: 'CMD-00000000000000000000', clientId: '{client}', montantTotalCents: 12000 },
  },
  'GET /loyalty/api/v1/privee/points?acheteurs={client},CLI_NOBODY',
  'GET /loyalty/api/v1/privee/points',
  {
    call: 'POST /loyalty/api/v1/privee/rapprochements-points',
    body: { ids: ['CMD-00000000000000000000'], clientIds: ['{client}'] },
  },
  { call: 'POST /loyalty/api/v1/privee/rapprochements-points', body: {} },
  { call: 'PATCH /loyalty/api/v1/privee/clients/{id}', body: { adresseMail: 'pas une adresse' } },
  {
    call: 'PATCH /loyalty/api/v1/privee/clients/{id}',
    body: { adresseMail: 'clemence.delaunay@example.org' },
  },
  { call: 'POST /loyalty/api/v1/privee/clients/{id}/points', body: { points: 5, motif: 'Geste commercial' } },
  { call: 'POST /loyalty/api/v1/privee/clients/{id}/points', body: { points: -900000, motif: 'Erreur' } },
  { call: 'POST /loyalty/api/v1/privee/clients/{id}/points', body: { points: 0, motif: 'Rien' } },
  { call: 'POST /loyalty/api/v1/privee/clients/999999/points', body: { points: 5, motif: 'Personne' } },
  'GET /loyalty/api/v1/privee/clients/{id}/points?limit=5',
  'GET /loyalty/api/v1/privee/clients/999999/points',
  'GET /loyalty/api/v1/privee/clients/{id}/points?limit=0',
  'DELETE /loyalty/api/v1/privee/clients/{id}',
  'DELETE /loyalty/api/v1/privee/clients/999999',
  'DELETE /loyalty/api/v1/privee/clients/%00',
  { call: `POST ${C}`, body: ada },
  { call: 'POST /api/privee/clients/import', body: { clients: [ada] } },
  ...systemSteps('loyalty', 'fidelite.commande-livree', true),
] satisfies Step[]
