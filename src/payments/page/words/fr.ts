import { formatEuros, formatPercent } from '../../../platform/money.ts'

const NOT_CHARGED = 'Aucune somme n’a été débitée.'
const NEW_LINK = 'Revenez à la boutique pour en obtenir un nouveau.'
const twoDigits = (number: number) => String(number).padStart(2, '0')

export const fr = {
  lang: 'fr' as 'fr' | 'en',
  euros: formatEuros,

  page: 'Paiement',
  secure: 'Paiement chiffré. Le numéro de votre carte et son code de sécurité ne sont jamais conservés.',
  amount: 'Montant : ',
  order: 'Commande',
  articles: 'Articles',
  article: 'Article',
  delivery: 'Livraison',
  free: 'Offerte',
  code: 'Dont code promotion',
  vat: (rate?: number) => `Dont TVA${rate === undefined ? '' : ` ${formatPercent(rate)}`}`,
  undiscounted: 'Au lieu de',
  contact: 'Une question ? Écrivez ou appelez :',
  more: (count: number) => (count === 1 ? 'et 1 autre article' : `et ${count} autres articles`),
  until: 'À régler',
  /** A time of day in a form that cannot be misread as a duration. */
  before: (hour: number, minute: number) => `avant ${twoDigits(hour)} h ${twoDigits(minute)}`,
  back: 'Revenir à la boutique',
  giveUp: 'Annuler et revenir à la boutique',
  orderStays:
    'Rien ne sera débité. Votre commande n’est pas annulée : vous pourrez la payer depuis la boutique, tant que ses articles sont disponibles.',
  again: 'Revenir au paiement',
  stamps: { paid: 'Payé', refunded: 'Remboursé' },

  form: {
    title: 'Paiement par carte',
    fault: 'Erreur : ',
    check: 'Vérifiez votre saisie',
    number: 'Numéro de carte',
    expiry: 'Expiration',
    expiryHint: 'MM/AA',
    accepted: 'Cartes acceptées :',
    cvc: 'Code de sécurité',
    cvcHelp: 'Les 3 chiffres au dos de la carte, ou les 4 au recto d’une Amex.',
    holder: 'Titulaire de la carte',
    keep: 'Garder cette carte pour mes prochains achats',
    pay: (amount: string) => `Payer ${amount}`,
    sending: 'Envoi du paiement…',
    elsewhere: 'Vous saisirez votre carte sur la page sécurisée de notre prestataire de paiement.',
  },

  cards: {
    payWith: 'Payer avec',
    card: 'Carte',
    ending: 'se terminant par',
    other: 'Une autre carte',
    remove: 'Retirer',
    theCard: (name: string) => `la carte ${name}`,
  },
  removal: {
    title: 'Retirer cette carte ?',
    text: (name: string) => `La carte ${name} ne vous sera plus proposée.`,
    yes: 'Oui, retirer la carte',
    no: 'Non, la garder',
  },
  cancellation: {
    title: 'Annuler ce paiement ?',
    text: (amount: string) => `Les ${amount} ne seront pas débités. Vous pourrez recommencer ensuite.`,
    yes: 'Oui, annuler le paiement',
    no: 'Non, le laisser suivre son cours',
  },

  pending: {
    title: 'Paiement en cours',
    bank: 'Votre banque traite le paiement.',
    elsewhere: 'Le paiement se poursuit chez notre prestataire.',
    usual: (seconds: number) =>
      seconds < 60
        ? ` Cela prend en général une ${tenOf(seconds)} de secondes.`
        : ` Cela prend en général ${Math.ceil(seconds / 60)} min.`,
    updates: ' Cette page se met à jour d’elle-même.',
    goOn: 'Continuer le paiement',
    cancel: 'Annuler le paiement',
  },

  paid: {
    title: 'Paiement accepté',
    text: 'Merci, votre paiement a bien été enregistré.',
    receipt: (address: string) => `Un reçu vous est envoyé par e-mail à ${address}.`,
    otherwiseTitle: 'Commande déjà payée',
    otherwise: 'Cette commande a été réglée par un autre moyen. Rien de plus ne sera débité.',
    late: 'Le paiement était déjà passé et n’a pas pu être annulé. Adressez-vous à la boutique pour être remboursé.',
    reference: 'Référence',
  },
  orderPage: {
    title: 'Payer votre commande',
    text: (order: string) => `Commande ${order}. Elle sera préparée dès que le paiement est accepté.`,
    closed: {
      title: 'Rien à payer',
      text: 'Cette commande est déjà payée, ou elle est annulée. Aucune somme ne sera débitée.',
    },
  },
  refunded: { title: 'Paiement remboursé', text: 'La somme vous a été rendue en entier.' },
  expired: {
    title: 'Lien expiré',
    text: `Ce lien de paiement n’est plus valable. ${NOT_CHARGED} ${NEW_LINK}`,
  },
  ended: {
    title: 'Paiement refusé',
    text: `Trop de cartes ont été refusées : ce lien de paiement n’est plus valable. ${NOT_CHARGED} ${NEW_LINK}`,
  },
  returned: 'Vous pouvez fermer cette page : la boutique vous dit où en est votre paiement.',

  notices: {
    refused: {
      title: 'Paiement refusé',
      text: `${NOT_CHARGED} Votre banque a refusé ce paiement sans nous dire pourquoi. Le plus souvent, une donnée est inexacte, ou le plafond de la carte est atteint.`,
      advice: [
        'Vérifiez le numéro, la date et le code de sécurité.',
        'Essayez une autre carte.',
        'Ou demandez à votre banque d’autoriser ce paiement, puis recommencez.',
      ],
    },
    cancelled: { title: 'Paiement annulé', text: `${NOT_CHARGED} Vous pouvez recommencer.` },
    cardGone: {
      title: 'Carte retirée',
      text: 'Cette carte n’est plus enregistrée. Choisissez-en une autre.',
    },
    orderGone: {
      title: 'Commande indisponible',
      text: `Cette commande ne peut pas être payée : elle est close, ou un de ses articles ou codes n’est plus disponible. ${NOT_CHARGED}`,
    },
    otherAmount: {
      title: 'Le montant a changé',
      text: `Le montant de la commande n’est plus celui-ci. Revenez à la boutique pour reprendre le paiement. ${NOT_CHARGED}`,
    },
    away: {
      title: 'Paiement indisponible',
      text: `Le paiement est momentanément indisponible. ${NOT_CHARGED} Réessayez dans un instant.`,
    },
  },

  problems: {
    outOfDate: {
      title: 'Page périmée',
      text: 'Cette page n’était plus à jour, et rien n’a été envoyé à votre banque. Revenez au paiement et recommencez.',
    },
    unknown: {
      title: 'Lien inconnu',
      text: 'Ce lien de paiement n’existe pas. Vérifiez l’adresse, ou revenez à la boutique.',
    },
    tooMany: {
      title: 'Trop de demandes',
      text: 'Trop de demandes sont arrivées de votre adresse. Patientez un instant, puis réessayez.',
    },
    away: {
      title: 'Service indisponible',
      text: 'Le paiement est momentanément indisponible. Réessayez dans un instant.',
    },
    other: {
      title: 'Paiement impossible',
      text: 'La demande n’a pas pu être traitée. Revenez à la boutique et recommencez.',
    },
  },

  /** Texts of the page's script. `#` stands for a number. */
  script: {
    numberLacking: 'Indiquez le numéro de la carte.',
    numberWrong: 'Vérifiez le numéro de la carte.',
    expiryWrong: 'Indiquez le mois et l’année : MM/AA.',
    expired: 'Cette carte a expiré.',
    cvcWrong: 'Indiquez les # chiffres du code de sécurité.',
    holderLacking: 'Indiquez le nom du titulaire.',
    minutesLeft: ', encore # min',
    timeOver: ' : le délai est passé',
    slow: 'Votre banque prend plus de temps que prévu. Vous pouvez attendre ici ou fermer cette page : le paiement suit son cours.',
    offline: 'La connexion est interrompue. Nouvel essai dans un instant ; votre paiement n’est pas perdu.',
  },
}

/** Rounds seconds up to ten, twenty, thirty or sixty, in words. */
const tenOf = (seconds: number) =>
  seconds <= 10 ? 'dizaine' : seconds <= 20 ? 'vingtaine' : seconds <= 30 ? 'trentaine' : 'soixantaine'

/** The texts of the page in one language. */
export type Words = typeof fr
