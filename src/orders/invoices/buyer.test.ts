import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buyerOf } from './parties.ts'

const buyer = (clientInfo: Record<string, unknown>, adresseLivraison: Record<string, unknown> = {}) =>
  buyerOf({ clientInfo, adresseLivraison })

describe('the buyer on an invoice', () => {
  for (const [what, info, delivery, expected] of [
    [
      'is a company with a billing address and a delivery address',
      {
        ...{ raisonSociale: 'Dupont SARL', prenom: 'Ada', nom: 'Love', siret: '123 456 789 00012' },
        ...{ numeroTva: 'FR1', adresseFacturation: '1 rue A\n75001 Paris' },
      },
      { rue: '2 rue B', cp: 69001, ville: 'Lyon' },
      {
        nom: 'Dupont SARL, Ada Love',
        adresse: ['1 rue A', '75001 Paris'],
        livraison: ['2 rue B', '69001 Lyon'],
        siren: '123456789',
        numeroTva: 'FR1',
      },
    ],
    [
      'has the name of the delivery address, without door codes and notes',
      { email: 'a@example.org' },
      { nom: 'Love', rue: '2 rue B', ville: 'Lyon', digicode: '12B', instructions: 'sonner' },
      { nom: 'Love', adresse: ['2 rue B', 'Lyon'], livraison: [], siren: null, numeroTva: null },
    ],
    [
      'has an address with field names of the shop',
      { email: 'a@example.org' },
      { lieu: 'Ferme du Pré', bourg: 'Ici', nested: { no: 1 }, list: ['no'] },
      { nom: 'a@example.org', adresse: ['Ferme du Pré', 'Ici'], livraison: [], siren: null, numeroTva: null },
    ],
    ['is empty without data', {}, {}, { nom: '', adresse: [], livraison: [], siren: null, numeroTva: null }],
    [
      'ignores invalid data',
      { nom: { a: 1 }, prenom: null, adresseFacturation: [1, 2] },
      { rue: 'x'.repeat(5000) },
      { nom: '', adresse: ['x'.repeat(200)], livraison: [], siren: null, numeroTva: null },
    ],
  ] as const)
    test(what, () => assert.deepEqual(buyer(info, delivery), expected))
})
