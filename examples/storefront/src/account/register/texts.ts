import { defineTexts } from '../../language/language.ts'

export const TEXTS = defineTexts({
  fr: {
    title: 'Créer un compte',
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    passwordHint: '6 caractères au moins',
    submit: 'Créer mon compte',
    there: 'Vous avez déjà un compte ?',
    signIn: 'Se connecter',
    missing: 'À remplir',
    badEmail: 'Indiquez une adresse complète : nom@exemple.fr',
    shortPassword: '6 caractères au moins, 128 au plus',
  },
  en: {
    title: 'Create an account',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail address',
    password: 'Password',
    passwordHint: 'At least 6 characters',
    submit: 'Create my account',
    there: 'Already have an account?',
    signIn: 'Sign in',
    missing: 'Fill this in',
    badEmail: 'Enter a complete address: name@example.org',
    shortPassword: 'At least 6 characters, at most 128',
  },
})
