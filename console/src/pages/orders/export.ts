import type { Shapes } from '../../api/client.ts'
import { writeEuros, writeMoment } from '../../parts/exports/csv.ts'
import { defineColumns } from '../../parts/exports/read-all.ts'
import { salesTexts } from '../../sales/texts.ts'
import { addressLines, contactOf, customerNameOf } from './customer.ts'

const words = salesTexts.fr

export const orderColumns = (nameOf: (storeId: number) => string) =>
  defineColumns<Shapes['CommandeListee']>({
    Commande: ({ ordreId }) => ordreId,
    Date: ({ createdAt }) => writeMoment(createdAt),
    Client: customerNameOf,
    'N° client': ({ clientId }) => clientId,
    Email: order => contactOf(order).email,
    Téléphone: order => contactOf(order).phone,
    État: ({ statut }) => words[statut],
    Paiement: ({ paiement: { statut } }) =>
      statut === 'en_attente' ? words.paiement_en_attente : words[statut],
    Livraison: ({ livraison: { mode, nom } }) => (mode === 'retrait' ? 'Retrait en magasin' : nom),
    Magasin: ({ livraison: { magasinId } }) => (magasinId === null ? '' : nameOf(magasinId)),
    Adresse: ({ adresseLivraison }) => addressLines(adresseLivraison).join(', '),
    Suivi: ({ trackingNumber }) => trackingNumber,
    Codes: ({ codes = [] }) => codes.map(({ code }) => code),
    'Frais de livraison (€)': ({ livraison: { prixCents } }) => writeEuros(prixCents),
    'Montant (€)': ({ montantTotalCents }) => writeEuros(montantTotalCents),
  })
