import { writeMoment } from '../../parts/exports/csv.ts'
import { defineColumns } from '../../parts/exports/read-all.ts'
import { type Withdrawal, withdrawalTexts } from '../../sales/withdrawals.tsx'
import { pageTexts } from './texts.ts'

export const withdrawalColumns = defineColumns<Withdrawal>({
  Numéro: ({ id }) => id,
  Commande: ({ ordreId }) => ordreId,
  'Commande connue': ({ commandeConnue }) => commandeConnue !== false,
  Client: ({ nom }) => nom,
  Email: ({ courriel }) => courriel,
  Articles: ({ articles }) =>
    articles === null
      ? pageTexts.fr.everything
      : articles.map(({ id, quantite }) => `${quantite} × ${id}`).join(', '),
  'Reçue le': ({ recuLe }) => writeMoment(recuLe),
  'À rembourser avant': ({ aRembourserAvant }) => writeMoment(aRembourserAvant),
  État: ({ statut }) => withdrawalTexts.fr[statut],
  Motif: ({ motif }) => motif,
})
