import { defineTexts } from '../../language/language.tsx'

/** The kinds of mails, in the order in which a customer receives them. */
export const KINDS = [
  ...([
    'confirmation',
    'mot-de-passe',
    'commande-recue',
    'paiement-manquant',
    'lien-paiement',
    'recu-paiement',
  ] as const),
  ...(['facture', 'commande-expediee', 'commande-prete', 'commande-annulee', 'remboursement'] as const),
  ...(['retractation', 'retour', 'webhook-suspendu'] as const),
]

export const kindTexts = defineTexts({
  fr: {
    confirmation: 'Adresse à confirmer',
    'mot-de-passe': 'Nouveau mot de passe',
    'commande-recue': 'Commande reçue',
    'paiement-manquant': 'Paiement manquant',
    'lien-paiement': 'Lien de paiement',
    'recu-paiement': 'Reçu du paiement',
    facture: 'Facture',
    'commande-expediee': 'Commande expédiée',
    'commande-prete': 'Commande prête à retirer',
    'commande-annulee': 'Commande annulée',
    remboursement: 'Remboursement',
    retractation: 'Rétractation reçue',
    retour: 'Retour reçu',
    'webhook-suspendu': 'Webhook suspendu (à l’équipe)',
  },
  en: {
    confirmation: 'Address to confirm',
    'mot-de-passe': 'New password',
    'commande-recue': 'Order received',
    'paiement-manquant': 'Missing payment',
    'lien-paiement': 'Payment link',
    'recu-paiement': 'Payment receipt',
    facture: 'Invoice',
    'commande-expediee': 'Order sent',
    'commande-prete': 'Order ready for collection',
    'commande-annulee': 'Order cancelled',
    remboursement: 'Refund',
    retractation: 'Withdrawal received',
    retour: 'Return received',
    'webhook-suspendu': 'Webhook suspended (to the team)',
  },
})
