import type { Call, Step } from '../../script.ts'

const PATH = '/api/v1/publique/retractations'
const STAFF = '/api/v1/privee/retractations'
const NOBODY = { as: 'nobody' } as const

const declare = (ordreId: string, name: string, courriel = 'ada@example.org'): Call => ({
  call: `POST ${PATH}`,
  body: { ordreId, nom: 'Ada Lovelace', courriel, articles: [{ id: '21', quantite: 1 }] },
  ...NOBODY,
  save: { [name]: 'jeton' },
})

/** Withdrawals from a delivered order of product 21, of which one unit came back: by route, by page and by staff. */
export const withdrawalSteps = (ordre: string): Step[] => [
  declare(ordre, 'jeton'),
  { call: `POST ${PATH}`, body: { ordreId: ordre }, ...NOBODY },
  { call: `POST ${PATH}/{jeton}/confirmations`, ...NOBODY },
  { call: `POST ${PATH}/{jeton}/confirmations`, ...NOBODY },
  { call: `POST ${PATH}/inconnu/confirmations`, ...NOBODY },
  { call: `POST ${PATH}/%00/confirmations`, ...NOBODY },
  declare(ordre, 'jeton2', 'eve@example.org'),
  { call: `POST ${PATH}/{jeton2}/confirmations`, ...NOBODY },
  { call: 'GET /retractation', ...NOBODY },
  { call: `GET /retractation?ordreId=${'x'.repeat(101)}`, ...NOBODY },
  {
    call: 'POST /retractation',
    form: { ordreId: 'CMD-INCONNUE', nom: 'Ada', courriel: 'ada@example.org' },
    ...NOBODY,
    save: { page: 'header:location' },
  },
  { call: 'POST /retractation', form: { ordreId: '', nom: '', courriel: 'ada' }, ...NOBODY },
  { call: 'GET /{page}', ...NOBODY },
  { call: 'POST /{page}', form: {}, ...NOBODY },
  { call: 'GET /{page}', ...NOBODY },
  { call: 'GET /retractation/inconnue', ...NOBODY },
  { call: 'GET /retractation/%00', ...NOBODY },
  { call: 'POST /retractation/inconnue', form: {}, ...NOBODY },
  { call: 'POST /retractation/%00', form: {}, ...NOBODY },
  { call: `GET ${STAFF}`, save: { acceptee: 'data.0.id', a_verifier: 'data.1.id', inconnue: 'data.2.id' } },
  `GET ${STAFF}?statut=a_verifier&limit=1`,
  `GET ${STAFF}?statut=inconnu`,
  { call: `GET ${STAFF}`, ...NOBODY },
  { call: `PATCH ${STAFF}/{inconnue}`, body: { statut: 'acceptee' } },
  { call: `PATCH ${STAFF}/{a_verifier}`, body: { statut: 'refusee' } },
  { call: `PATCH ${STAFF}/{a_verifier}`, body: { statut: 'refusee', motif: 'Autre adresse' } },
  { call: `PATCH ${STAFF}/{a_verifier}`, body: { statut: 'acceptee' } },
  { call: `PATCH ${STAFF}/999999`, body: { statut: 'acceptee' } },
  { call: `PATCH ${STAFF}/{a_verifier}`, body: { statut: 'acceptee' }, ...NOBODY },
  {
    call: 'POST /api/v1/privee/retours',
    body: { ordreId: ordre, articles: [{ id: '21', quantite: 1 }], retractationId: '{a_verifier}' },
  },
  {
    call: 'POST /api/v1/privee/retours',
    body: { ordreId: ordre, articles: [{ id: '21', quantite: 1 }], retractationId: '{acceptee}' },
  },
]
