import type { FastifyRequest } from 'fastify'
import { pageLanguageOf, selectLanguage } from '../../platform/http/page-language.ts'
import type { Language } from '../../platform/http/pages.ts'
import { formatEuros, formatEurosInEnglish } from '../../platform/money.ts'
import type { Order } from '../tables.ts'

export type Message = readonly [title: string, text: string]

const fr = {
  language: 'fr' as Language,
  euros: formatEuros,
  title: 'Annuler votre commande',
  question: 'Annuler votre commande ?',
  order: 'Commande',
  article: 'Article',
  total: 'Total :',
  refund: 'Ce que vous avez payé vous est remboursé en entier, par le même moyen.',
  cancel: 'Annuler la commande',
  cancelled: ['Votre commande est annulée', 'Elle n’est ni préparée ni livrée.'] as Message,
  done: [
    'Votre commande est annulée',
    'Ce que vous avez payé vous est remboursé. Selon votre banque, il faut quelques jours pour que cela se voie sur votre compte.',
  ] as Message,
  tooLate: 'La commande ne peut plus être annulée',
  conflicts: {
    'commande-annulee': 'Elle a déjà été annulée par le magasin. La boutique peut vous aider.',
    'commande-en-preparation': 'Elle est déjà en préparation. La boutique peut vous aider.',
  } as Partial<Record<string, string>>,
  problems: {
    401: ['Ce lien n’est pas valable', 'Il est incomplet ou expiré. Reprenez-le dans votre e-mail.'],
    403: ['Cette commande n’est pas la vôtre', 'Connectez-vous avec le compte qui a passé la commande.'],
    404: ['Commande inconnue', 'Aucune commande ne porte ce numéro. Vérifiez l’adresse.'],
    429: ['Trop de demandes', 'Réessayez dans quelques minutes.'],
    503: ['Service indisponible', 'Réessayez dans un instant.'],
  } as Partial<Record<number, Message>>,
  other: ['Demande impossible', 'Reprenez le lien de votre e-mail et recommencez.'] as Message,
}
export type Words = typeof fr

const en: Words = {
  language: 'en',
  euros: formatEurosInEnglish,
  title: 'Cancel your order',
  question: 'Cancel your order?',
  order: 'Order',
  article: 'Item',
  total: 'Total:',
  refund: 'What you have paid is refunded in full, by the same means.',
  cancel: 'Cancel the order',
  cancelled: ['Your order is cancelled', 'It will be neither prepared nor delivered.'],
  done: [
    'Your order is cancelled',
    'What you have paid is refunded. Depending on your bank, it takes a few days to appear on your account.',
  ],
  tooLate: 'The order can no longer be cancelled',
  conflicts: {
    'commande-annulee': 'The shop has already cancelled it and can help you.',
    'commande-en-preparation': 'It is already being prepared. The shop can help you.',
  },
  problems: {
    401: ['This link is not valid', 'It is incomplete or has expired. Open it again from your e-mail.'],
    403: ['This is not your order', 'Sign in with the account that placed the order.'],
    404: ['Unknown order', 'No order has this number. Check the address.'],
    429: ['Too many requests', 'Try again in a few minutes.'],
    503: ['Service unavailable', 'Try again in a moment.'],
  },
  other: ['The request is not possible', 'Open the link in your e-mail and try again.'],
}

const WORDS: Record<Language, Words> = { fr, en }

/** Returns the texts of the pages that answer a request, also of those about an error. */
export const wordsFor = (request: FastifyRequest): Words => WORDS[pageLanguageOf(request)]

/** Selects the language of the order for the pages that answer a request; returns its texts. */
export function selectWords(request: FastifyRequest, { langue }: Pick<Order, 'langue'>): Words {
  selectLanguage(request, langue)
  return WORDS[langue]
}
