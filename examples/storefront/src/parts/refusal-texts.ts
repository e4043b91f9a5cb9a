type Texts = { fr: string; en: string }

const NOT_SENT: Texts = {
  fr: 'La boutique a mal transmis cette demande. Rechargez la page et réessayez.',
  en: 'The shop did not send this request correctly. Reload the page and try again.',
}
const SESSION_OVER: Texts = {
  fr: 'Votre session est terminée : connectez-vous à nouveau.',
  en: 'Your session has ended: sign in again.',
}
const PRICE_CHANGED: Texts = {
  fr: 'Un prix ou une promotion vient de changer : voici le nouveau total.',
  en: 'A price or a promotion has just changed: here is the new total.',
}
const NOT_SOLD: Texts = {
  fr: 'Cet article n’est plus en vente : retirez-le du panier.',
  en: 'This item is no longer sold: remove it from the basket.',
}
const ORDER_CHANGED: Texts = {
  fr: 'Cette commande a changé entre-temps : rechargez la page.',
  en: 'This order has changed in the meantime: reload the page.',
}
const LINK_OVER: Texts = {
  fr: 'Ce lien a expiré ou a déjà servi : demandez-en un nouveau.',
  en: 'This link has expired or was used already: request a new one.',
}
const PAYMENT_RUNNING: Texts = {
  fr: 'Un paiement de cette commande est déjà en cours : attendez sa fin.',
  en: 'A payment of this order is in progress already: wait for its end.',
}

/**
 * What shoppers read for each error code of the routes that are open to them. A test compares the codes with the API's
 * documents; codes of the status 429 and of 500 and above are described by their status.
 */
export const REFUSAL_TEXTS: Record<string, Texts> = {
  'adresse-de-retour-refusee': NOT_SENT,
  'adresse-non-prouvee': {
    fr: 'Confirmez d’abord votre adresse, par le lien reçu par e-mail.',
    en: 'First confirm your address, with the link in the e-mail.',
  },
  'autorisation-differente': NOT_SENT,
  'carte-expiree': {
    fr: 'Cette carte a expiré : utilisez-en une autre.',
    en: 'This card has expired: use another one.',
  },
  'carte-inconnue': {
    fr: 'Cette carte n’est plus enregistrée.',
    en: 'This card is no longer saved.',
  },
  'carte-invalide': {
    fr: 'Le numéro ou la date de cette carte est incorrect : vérifiez-les.',
    en: 'The number or the date of this card is wrong: check them.',
  },
  'champ-inconnu': NOT_SENT,
  'cle-absente': NOT_SENT,
  'cle-idempotence-en-cours': {
    fr: 'Votre demande est déjà en cours : attendez un instant.',
    en: 'Your request is in progress already: wait a moment.',
  },
  'cle-idempotence-invalide': NOT_SENT,
  'cle-idempotence-reutilisee': NOT_SENT,
  'cle-invalide': NOT_SENT,
  'client-inconnu': SESSION_OVER,
  'code-absent': NOT_SENT,
  'code-refuse': {
    fr: 'Un code promotion de cette commande n’est plus disponible : revenez au panier pour commander sans lui.',
    en: 'A promotion code of this order is no longer available: go back to the basket to order without it.',
  },
  'commande-annulee': {
    fr: 'Cette commande est annulée : passez-en une nouvelle.',
    en: 'This order is cancelled: place a new one.',
  },
  'commande-close': ORDER_CHANGED,
  'commande-en-preparation': {
    fr: 'Cette commande est déjà en préparation : vous pourrez la retourner après la livraison.',
    en: 'This order is in preparation already: you can return it after the delivery.',
  },
  'commande-expiree': {
    fr: 'Cette commande a attendu trop longtemps son paiement : passez-la à nouveau.',
    en: 'This order waited too long for its payment: place it again.',
  },
  'commande-inconnue': { fr: 'Cette commande est introuvable.', en: 'This order cannot be found.' },
  'commande-payee': { fr: 'Cette commande est déjà payée.', en: 'This order is paid already.' },
  'corps-trop-grand': NOT_SENT,
  'deja-administree': NOT_SENT,
  'devise-differente': NOT_SENT,
  'donnees-d-autrui': {
    fr: 'Cette page appartient à un autre compte : connectez-vous avec celui-ci.',
    en: 'This page belongs to another account: sign in with that one.',
  },
  'droit-absent': NOT_SENT,
  'effacement-impossible': {
    fr: 'Une commande, un paiement ou une réparation est encore en cours : attendez sa fin, ou annulez la commande.',
    en: 'An order, a payment or a repair is still open: wait until it ends, or cancel the order.',
  },
  'email-pris': {
    fr: 'Cette adresse e-mail a déjà un compte : connectez-vous.',
    en: 'This e-mail address has an account already: sign in.',
  },
  'encodage-non-pris-en-charge': NOT_SENT,
  'entrepot-inconnu': NOT_SENT,
  'facture-absente': {
    fr: 'Cette commande n’a pas encore de facture.',
    en: 'This order has no invoice yet.',
  },
  'facture-archivee': {
    fr: 'Cette facture n’est plus en ligne : demandez-la à la boutique.',
    en: 'This invoice is no longer online: ask the shop for it.',
  },
  'fournisseur-inconnu': NOT_SENT,
  'identifiants-incorrects': {
    fr: 'Adresse e-mail ou mot de passe incorrect.',
    en: 'Wrong e-mail address or password.',
  },
  'image-inconnue': NOT_SENT,
  'intention-expiree': LINK_OVER,
  'intention-inconnue': LINK_OVER,
  'jeton-absent': SESSION_OVER,
  'jeton-invalide': SESSION_OVER,
  'json-invalide': NOT_SENT,
  'lien-bloque': {
    fr: 'Trop de cartes ont été refusées : reprenez le paiement depuis la commande.',
    en: 'Too many cards were refused: start the payment again from the order.',
  },
  'lien-expire': LINK_OVER,
  'lien-inconnu': LINK_OVER,
  'livraison-incoherente': {
    fr: 'Ce mode de livraison vient de changer : choisissez-le à nouveau.',
    en: 'This delivery method has just changed: choose it again.',
  },
  'livraison-indisponible': {
    fr: 'Ce mode de livraison n’est pas proposé à cette adresse : choisissez-en un autre.',
    en: 'This delivery method is not offered for this address: choose another.',
  },
  'livraison-requise': {
    fr: 'La livraison se choisit désormais parmi plusieurs modes : choisissez le vôtre.',
    en: 'There are several delivery methods now: choose yours.',
  },
  'magasin-inconnu': {
    fr: 'Ce magasin n’est plus proposé : choisissez-en un autre.',
    en: 'This store is no longer offered: choose another.',
  },
  'magasin-interdit': NOT_SENT,
  'montant-different': PRICE_CHANGED,
  'montant-invalide': NOT_SENT,
  'montant-trop-grand': {
    fr: 'Ce total est trop grand : réduisez les quantités.',
    en: 'This total is too large: reduce the quantities.',
  },
  'mot-de-passe-incorrect': {
    fr: 'Ce mot de passe n’est pas le bon.',
    en: 'This is not the right password.',
  },
  'moyen-non-accepte': {
    fr: 'Ce moyen de paiement n’est pas accepté ici : choisissez-en un autre.',
    en: 'This means of payment is not accepted here: choose another.',
  },
  'notification-invalide': NOT_SENT,
  'origine-refusee': NOT_SENT,
  'paiement-annule': {
    fr: 'Le paiement a été annulé : vous pouvez recommencer.',
    en: 'The payment was cancelled: you can try again.',
  },
  'paiement-en-attente': PAYMENT_RUNNING,
  'paiement-en-cours': PAYMENT_RUNNING,
  'paiement-non-annulable': {
    fr: 'Ce paiement est terminé : il ne peut plus être annulé.',
    en: 'This payment has ended: it can no longer be cancelled.',
  },
  'paiement-refuse': {
    fr: 'Le paiement a été refusé : essayez une autre carte.',
    en: 'The payment was refused: try another card.',
  },
  'paiement-rembourse': {
    fr: 'Ce paiement a été remboursé : payez à nouveau la commande.',
    en: 'This payment was refunded: pay the order again.',
  },
  'panier-change': PRICE_CHANGED,
  'prestataire-inconnu': NOT_SENT,
  'prix-change': PRICE_CHANGED,
  'produit-hors-vente': NOT_SOLD,
  'produit-inconnu': NOT_SOLD,
  'quantite-limitee': {
    fr: 'Cette quantité demande un compte : réduisez-la ou connectez-vous.',
    en: 'This quantity needs an account: reduce it or sign in.',
  },
  'requete-invalide': {
    fr: 'Une information saisie n’est pas acceptée : vérifiez-la et réessayez.',
    en: 'Something that you entered is not accepted: check it and try again.',
  },
  'retractation-inconnue': {
    fr: 'Cette rétractation est introuvable ou a expiré : déclarez-la à nouveau.',
    en: 'This withdrawal cannot be found or has expired: declare it again.',
  },
  'signature-invalide': NOT_SENT,
  'statut-incompatible': ORDER_CHANGED,
  'stock-insuffisant': {
    fr: 'Il n’en reste plus assez : ajustez la quantité.',
    en: 'Not enough items are left: change the quantity.',
  },
  'transaction-d-autrui': NOT_SENT,
  'transaction-deja-utilisee': NOT_SENT,
  'transaction-inconnue': NOT_SENT,
  'trop-de-commandes': {
    fr: 'Trop de vos commandes attendent un paiement : payez-en une d’abord.',
    en: 'Too many of your orders await a payment: pay one of them first.',
  },
  'type-non-pris-en-charge': NOT_SENT,
  'valeur-inconnue': NOT_SENT,
}
