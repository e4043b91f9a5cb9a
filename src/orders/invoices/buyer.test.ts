import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buyerOf } from './parties.ts'

const buyer = (clientInfo: Record<string, unknown>, adresseLivraison: Record<string, unknown> = {}) =>
  buyerOf({ clientInfo, adresseLivraison })

describe('who buys', () => {
  for (const [what, info, delivery, expected] of [
    [
      'a company, at its own address, for a site',
      {
        ...{ raisonSociale: 'Dupont SARL', prenom: 'Ada', nom: 'Love', siret: '12345678900012' },
        ...{ numeroTva: 'FR1', adresseFacturation: '1 rue A\n75001 Paris' },
      },
      { rue: '2 rue B', cp: 69001, ville: 'Lyon' },
      {
        nom: 'Dupont SARL, Ada Love',
        adresse: ['1 rue A', '75001 Paris'],
        livraison: ['2 rue B', '69001 Lyon'],
        siren: '12345678900012',
        numeroTva: 'FR1',
      },
    ],
    [
      'whose name stands with the address, without door codes and notes',
      { email: 'a@example.org' },
      { nom: 'Love', rue: '2 rue B', ville: 'Lyon', digicode: '12B', instructions: 'sonner' },
      { nom: 'Love', adresse: ['2 rue B', 'Lyon'], livraison: [], siren: null, numeroTva: null },
    ],
    [
      'in words of the shop’s own',
      { email: 'a@example.org' },
      { lieu: 'Ferme du Pré', bourg: 'Ici', nested: { no: 1 }, list: ['no'] },
      { nom: 'a@example.org', adresse: ['Ferme du Pré', 'Ici'], livraison: [], siren: null, numeroTva: null },
    ],
    [
      'of whom nothing is told',
      {},
      {},
      { nom: '', adresse: [], livraison: [], siren: null, numeroTva: null },
    ],
    [
      'nonsense',
      { nom: { a: 1 }, prenom: null, adresseFacturation: [1, 2] },
      { rue: 'x'.repeat(5000) },
      { nom: '', adresse: ['x'.repeat(200)], livraison: [], siren: null, numeroTva: null },
    ],
  ] as const)
    test(what, () => assert.deepEqual(buyer(info, delivery), expected))
})
