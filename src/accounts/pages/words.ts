import type { FastifyRequest } from 'fastify'
import { pageLanguageOf } from '../../platform/http/page-language.ts'
import type { Language } from '../../platform/http/pages.ts'

export type Message = readonly [title: string, text: string]

const fr = {
  language: 'fr' as Language,
  confirmation: {
    page: 'Confirmez votre adresse',
    title: 'Confirmez votre adresse e-mail',
    lead: 'Donnez le mot de passe de votre compte pour confirmer que cette adresse est la vôtre.',
    password: 'Mot de passe',
    submit: 'Confirmer mon adresse',
    done: [
      'Votre adresse est confirmée',
      'Vous pouvez fermer cette page et revenir à la boutique.',
    ] as Message,
  },
  reset: {
    page: 'Nouveau mot de passe',
    title: 'Choisissez un nouveau mot de passe',
    lead: 'Toutes vos sessions ouvertes seront fermées.',
    password: 'Nouveau mot de passe',
    hint: '6 caractères au moins',
    again: 'Le même, une seconde fois',
    submit: 'Changer mon mot de passe',
    done: [
      'Votre mot de passe est changé',
      'Vous pouvez fermer cette page, revenir à la boutique et vous y connecter.',
    ] as Message,
  },
  faults: {
    wrong: 'Ce mot de passe n’est pas le bon',
    length: 'Le mot de passe doit compter de 6 à 128 caractères',
    different: 'Les deux mots de passe ne sont pas les mêmes',
  },
  problems: {
    410: [
      'Ce lien n’est plus valable',
      'Il a déjà servi ou a expiré. Demandez-en un nouveau à la boutique ; si votre adresse est confirmée ou votre mot de passe changé, il n’y a plus rien à faire.',
    ],
    429: ['Trop de tentatives', 'Réessayez dans quelques minutes.'],
    503: ['Service indisponible', 'Réessayez dans un instant.'],
  } as Partial<Record<number, Message>>,
  other: [
    'Demande impossible',
    'La demande n’a pas pu être traitée. Reprenez le lien de votre e-mail et recommencez.',
  ] as Message,
}
export type Words = typeof fr

const en: Words = {
  language: 'en',
  confirmation: {
    page: 'Confirm your address',
    title: 'Confirm your e-mail address',
    lead: 'Enter the password of your account to confirm that this address is yours.',
    password: 'Password',
    submit: 'Confirm my address',
    done: ['Your address is confirmed', 'You can close this page and return to the shop.'],
  },
  reset: {
    page: 'New password',
    title: 'Choose a new password',
    lead: 'All your open sessions will be closed.',
    password: 'New password',
    hint: 'at least 6 characters',
    again: 'The same again',
    submit: 'Change my password',
    done: ['Your password is changed', 'You can close this page, return to the shop and sign in there.'],
  },
  faults: {
    wrong: 'This password is wrong',
    length: 'The password must have 6 to 128 characters',
    different: 'The two passwords are not the same',
  },
  problems: {
    410: [
      'This link is no longer valid',
      'It was used already or has expired. Ask the shop for a new one; if your address is confirmed or your password changed, there is nothing left to do.',
    ],
    429: ['Too many attempts', 'Try again in a few minutes.'],
    503: ['Service unavailable', 'Try again in a moment.'],
  },
  other: [
    'The request is not possible',
    'The request could not be processed. Open the link in your e-mail and try again.',
  ],
}

const WORDS: Record<Language, Words> = { fr, en }

/** Returns the texts of a page in the browser's language, in which the mails of an account are written too. */
export const wordsFor = (request: FastifyRequest): Words => WORDS[pageLanguageOf(request)]
