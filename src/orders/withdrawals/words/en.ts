import type { Words } from './fr.ts'

export const en: Words = {
  language: 'en',
  locale: 'en-GB',
  page: 'Withdrawal',
  title: 'Withdraw from a contract',
  lead: days =>
    `You can withdraw from your purchase without giving a reason, up to ${days} days after its delivery. You confirm your declaration in the next step.`,
  ordreId: 'Order number',
  nom: 'Your name',
  courriel: 'E-mail address of the order',
  units: 'How many units do you send back? Enter 0 for what you keep.',
  outOf: count => `of ${count}`,
  excluded: 'no right of withdrawal',
  next: 'Continue',
  part: 'Send back only a part',
  order: 'Order',
  whole: 'The whole order',
  article: 'Item',
  confirmation: 'Confirm your withdrawal',
  confirm: 'Confirm withdrawal',
  again: 'Start again',
  recorded: 'Your withdrawal is recorded',
  received: at => `We received it on ${at}.`,
  sendBack:
    'If this is the number of a paid order, a mail to the address of the order confirms it. If you do not receive it, check the number and start again. If you have already received the items, send them back within fourteen days.',
  declare: 'Declare a withdrawal',
  faults: {
    unknown: 'No order has this number',
    ordreId: 'Enter the order number',
    nom: 'Enter your name, in at most 200 characters',
    courriel: 'This e-mail address is not valid',
    units: 'Enter a whole number for each item, from 0 to the quantity ordered',
    none: 'Choose at least one item',
  },
  problems: {
    404: [
      'This declaration is no longer valid',
      'It is unknown or has expired. Start again: a declaration must be confirmed within an hour.',
    ],
    429: ['Too many declarations', 'Try again in a minute.'],
    503: ['Service unavailable', 'Try again in a moment.'],
  },
  other: ['The request is not possible', 'The request could not be processed. Start again.'],
}
