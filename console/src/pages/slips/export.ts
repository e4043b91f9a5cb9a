import { writeMoment } from '../../parts/exports/csv.ts'
import { defineColumns } from '../../parts/exports/read-all.ts'
import { addressLine, countMissing, type Slip } from './slips.ts'
import { slipTexts } from './texts.ts'

export const slipColumns = (nameOf: (storeId: number | null) => string) =>
  defineColumns<Slip>({
    Bon: ({ numero }) => numero,
    Date: ({ createdAt }) => writeMoment(createdAt),
    Commande: ({ ordreId }) => ordreId,
    'N° client': ({ clientId }) => clientId,
    Magasin: ({ storeId }) => nameOf(storeId),
    Retrait: ({ retrait }) => retrait,
    Adresse: ({ adresseLivraison }) => addressLine(adresseLivraison),
    Articles: ({ articles }) => articles.map(({ quantite, nom }) => `${quantite} × ${nom}`).join(', '),
    Manquants: countMissing,
    État: ({ statut }) => slipTexts.fr[statut],
    Suivi: ({ trackingNumber }) => trackingNumber,
  })
