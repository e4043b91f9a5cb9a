import { defineTexts } from '../../language/language.ts'

export const TEXTS = defineTexts({
  fr: {
    title: 'Mon compte',
    hello: (name: string) => `Bonjour ${name}.`,
    leave: 'Déconnexion',
    signOut: 'Se déconnecter',
    everywhere: 'Se déconnecter partout',
  },
  en: {
    title: 'My account',
    hello: (name: string) => `Hello ${name}.`,
    leave: 'Sign out',
    signOut: 'Sign out',
    everywhere: 'Sign out everywhere',
  },
})
