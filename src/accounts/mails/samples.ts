import type { Language } from '../../platform/http/pages.ts'
import type { Mail, MailContent, Template } from './schemas.ts'

const ARTICLES = [
  { nom: 'Lampe de bureau', quantite: 1, prixUnitaireCents: 4_990 },
  { nom: 'Chaise en chêne', quantite: 2, prixUnitaireCents: 8_900 },
]
const ORDER = {
  articles: ARTICLES,
  ...{ remiseCents: 1_780, codes: ['BIENVENUE10'], livraison: { nom: 'Colis', prixCents: 590 } },
  ...{ montantCents: 21_600, tva: [{ tauxTva: 20, tvaCents: 3_600 }] },
}
const MOMENT = '2026-11-26T09:30:00.000Z'

const SAMPLES: Partial<Record<Template, MailContent>> = {
  'commande-recue': ORDER,
  'paiement-manquant': ORDER,
  'lien-paiement': ORDER,
  'commande-annulee': { ...ORDER, seraRembourse: true },
  facture: { montantCents: ORDER.montantCents },
  'recu-paiement': { montantCents: ORDER.montantCents, reference: 'AUTH_53F6CA1C769D4D462C0EC7F0' },
  'commande-expediee': {
    ...{ articles: ARTICLES, suivi: '6A 123 456', suiviUrl: 'https://transporteur.example/6A123456' },
  },
  'commande-prete': {
    articles: ARTICLES,
    magasin: { nom: 'Lille Centre', adresse: '12 rue de Béthune, 59800 Lille' },
  },
  remboursement: { montantCents: 4_000, payeCents: ORDER.montantCents, rembourseCents: 6_500 },
  retour: {
    articles: [{ nom: 'Lampe de bureau', quantite: 1, prixUnitaireCents: 4_990, montantCents: 4_490 }],
    montantCents: 4_490,
  },
  retractation: { articles: ARTICLES, recuLe: MOMENT },
  'webhook-suspendu': { webhook: { url: 'https://partenaire.example/webhook', motif: 'disparu' } },
}

/** Returns a mail with invented data, for a preview. */
export const createSample = (
  modele: Template,
  langue: Language,
): Pick<Mail, 'modele' | 'ordreId' | 'donnees'> => ({
  modele,
  ordreId: 'CMD-XWXS5K9MYYDKKG0EKQMZ',
  donnees: { ...SAMPLES[modele], langue },
})
