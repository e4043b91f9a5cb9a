import { defineTexts, useTexts } from '../language/language.ts'

/** What a shopper reads about a code that takes nothing off, by its `statut`. */
const TEXTS = defineTexts({
  fr: {
    about: (code: string, text: string) => `${code} : ${text}`,
    'non-retenu':
      'Ce code est valable, mais ne change rien ici. Ses conditions ne sont pas remplies, ou une autre promotion est plus avantageuse.',
    'connexion-requise': 'Ce code est réservé à nos clients : connectez-vous pour l’utiliser.',
    epuise: 'Ce code n’est plus disponible : il a déjà été utilisé autant de fois que prévu.',
    expire: 'Ce code a expiré.',
    inconnu: 'Ce code n’existe pas : vérifiez ses lettres et ses chiffres.',
  },
  en: {
    about: (code: string, text: string) => `${code}: ${text}`,
    'non-retenu':
      'This code is valid but changes nothing here. Its conditions are not met, or another promotion is better.',
    'connexion-requise': 'This code is for our customers: sign in to use it.',
    epuise: 'This code is no longer available: it was already used as often as it can be.',
    expire: 'This code has expired.',
    inconnu: 'This code does not exist: check its letters and digits.',
  },
})

export const useCodeTexts = () => useTexts(TEXTS)
