import { ComptoirError, isUnavailable } from '../api/client.ts'
import { language } from '../language/language.ts'

type Words = { fr: string; en: string }

const AWAY: Words = {
  fr: 'La boutique ne répond pas. Vérifiez votre connexion et réessayez.',
  en: 'The shop does not answer. Check your connection and try again.',
}
const TOO_FAST = (seconds: number | undefined): Words => ({
  fr: `C’était trop de demandes à la fois. Réessayez dans ${seconds ?? 60} s.`,
  en: `That was too many requests at once. Try again in ${seconds ?? 60} s.`,
})
const UNKNOWN: Words = {
  fr: 'Quelque chose n’a pas fonctionné. Réessayez dans un instant.',
  en: 'Something went wrong. Try again in a moment.',
}

/** Texts for errors whose server message is unsuitable for shoppers or only in French. */
const BY_CODE: Record<string, Words> = {
  'identifiants-incorrects': {
    fr: 'Adresse e-mail ou mot de passe incorrect.',
    en: 'Wrong e-mail address or password.',
  },
  'adresse-non-prouvee': {
    fr: 'Confirmez d’abord votre adresse, par le lien reçu par e-mail.',
    en: 'First confirm your address, with the link in the e-mail.',
  },
  'effacement-impossible': {
    fr: 'Une commande, un paiement ou une réparation est encore en cours : attendez sa fin, ou annulez la commande.',
    en: 'An order, a payment or a repair is still open: wait until it ends, or cancel the order.',
  },
  'mot-de-passe-incorrect': {
    fr: 'Ce mot de passe n’est pas le bon.',
    en: 'This is not the right password.',
  },
  'panier-change': {
    fr: 'Un prix ou une promotion vient de changer : voici le nouveau total.',
    en: 'A price or a promotion has just changed: here is the new total.',
  },
  'code-refuse': {
    fr: 'Un code promotion de cette commande n’est plus disponible : revenez au panier pour commander sans lui.',
    en: 'A promotion code of this order is no longer available: go back to the basket to order without it.',
  },
  'livraison-indisponible': {
    fr: 'Ce mode de livraison n’est pas proposé à cette adresse : choisissez-en un autre.',
    en: 'This delivery method is not offered for this address: choose another.',
  },
  'livraison-incoherente': {
    fr: 'Ce mode de livraison vient de changer : choisissez-le à nouveau.',
    en: 'This delivery method has just changed: choose it again.',
  },
  'stock-insuffisant': {
    fr: 'Il n’en reste plus assez : ajustez la quantité.',
    en: 'Not enough items are left: change the quantity.',
  },
}

function wordsFor(error: unknown): Words {
  if (isUnavailable(error)) return AWAY
  if (!(error instanceof ComptoirError)) return UNKNOWN
  if (error.status === 429) return TOO_FAST(error.retryAfterSeconds)
  if (error.status >= 500) return UNKNOWN
  return BY_CODE[error.code ?? ''] ?? { fr: error.message, en: error.message }
}

/** Returns a function that describes an error in the shopper's language, or in the server's words if no text fits. */
export function useErrorText() {
  const current = language.value
  return (error: unknown) => wordsFor(error)[current]
}
