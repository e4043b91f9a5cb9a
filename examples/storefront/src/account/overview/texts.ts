import { texts } from '../../language/language.ts'

export const TEXTS = texts({
  fr: {
    title: 'Mon compte',
    hello: (name: string) => `Bonjour ${name}.`,
    cards: 'Mes cartes',
    cardsText:
      'Les cartes que vous avez gardées vous sont proposées au moment de payer ; c’est là aussi qu’elles se retirent.',
    leave: 'Partir',
    signOut: 'Se déconnecter',
    everywhere: 'Se déconnecter partout',
  },
  en: {
    title: 'My account',
    hello: (name: string) => `Hello ${name}.`,
    cards: 'My cards',
    cardsText:
      'The cards that you have kept are offered to you when you pay; that is where they are removed, too.',
    leave: 'Leaving',
    signOut: 'Sign out',
    everywhere: 'Sign out everywhere',
  },
})
