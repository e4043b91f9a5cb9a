import { defineTexts } from '../../language/language.ts'

export const TEXTS = defineTexts({
  fr: {
    title: 'Se connecter',
    expired: 'Votre session a pris fin : reconnectez-vous pour continuer.',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    submit: 'Se connecter',
    forgotten: 'Mot de passe oublié ?',
    none: 'Pas encore de compte ?',
    follow: 'Suivre une commande passée sans compte',
    register: 'Créer un compte',
    missing: 'À remplir',
  },
  en: {
    title: 'Sign in',
    expired: 'Your session has ended: sign in again to continue.',
    email: 'E-mail address',
    password: 'Password',
    submit: 'Sign in',
    forgotten: 'Forgot your password?',
    none: 'No account yet?',
    follow: 'Track an order placed without an account',
    register: 'Create an account',
    missing: 'Fill this in',
  },
})
