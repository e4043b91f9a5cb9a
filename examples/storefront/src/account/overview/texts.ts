import { defineTexts } from '../../language/language.ts'

export const TEXTS = defineTexts({
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
    cardsText: 'Your saved cards are offered when you pay. You can also remove them there.',
    leave: 'Sign out',
    signOut: 'Sign out',
    everywhere: 'Sign out everywhere',
  },
})
