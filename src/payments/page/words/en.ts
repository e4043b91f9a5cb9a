import { formatEurosInEnglish } from '../../../platform/money.ts'
import type { Words } from './fr.ts'

const NOT_CHARGED = 'Nothing has been charged.'
const NEW_LINK = 'Go back to the shop to get a new one.'
const twoDigits = (number: number) => String(number).padStart(2, '0')

export const en: Words = {
  lang: 'en',
  euros: formatEurosInEnglish,

  page: 'Payment',
  secure: 'The payment is encrypted. Your card number and its security code are never kept.',
  amount: 'Amount: ',
  order: 'Order',
  articles: 'Items',
  article: 'Item',
  more: count => (count === 1 ? 'and 1 other item' : `and ${count} other items`),
  until: 'To be paid',
  before: (hour, minute) => `before ${twoDigits(hour)}:${twoDigits(minute)} Paris time`,
  back: 'Back to the shop',
  giveUp: 'Cancel and go back to the shop',
  again: 'Back to the payment',
  stamps: { paid: 'Paid', refunded: 'Refunded' },

  form: {
    title: 'Card payment',
    fault: 'Error: ',
    check: 'Please check what you typed',
    number: 'Card number',
    expiry: 'Expiry',
    expiryHint: 'MM/YY',
    cvc: 'Security code',
    holder: 'Name on the card',
    keep: 'Keep this card for my next purchases',
    pay: amount => `Pay ${amount}`,
    sending: 'Sending the payment…',
    elsewhere: 'You will type your card on the secure page of our payment provider.',
  },

  cards: {
    payWith: 'Pay with',
    card: 'Card',
    ending: 'ending in',
    other: 'Another card',
    remove: 'Remove',
    theCard: name => `the card ${name}`,
  },
  removal: {
    title: 'Remove this card?',
    text: name => `The card ${name} will not be offered to you any more.`,
    yes: 'Yes, remove the card',
    no: 'No, keep it',
  },
  cancellation: {
    title: 'Cancel this payment?',
    text: amount => `The ${amount} will not be charged. You can start again afterwards.`,
    yes: 'Yes, cancel the payment',
    no: 'No, let it go on',
  },

  pending: {
    title: 'Payment in progress',
    bank: 'Your bank is processing the payment.',
    elsewhere: 'The payment goes on at our provider.',
    usual: seconds =>
      seconds < 60
        ? ` This usually takes about ${Math.ceil(seconds / 10) * 10} seconds.`
        : ` This usually takes ${Math.ceil(seconds / 60)} min.`,
    updates: ' This page updates itself.',
    goOn: 'Go on with the payment',
    cancel: 'Cancel the payment',
  },

  paid: {
    title: 'Payment accepted',
    text: 'Thank you, your payment has been recorded.',
    receipt: address => `A receipt is sent by e-mail to ${address}.`,
    otherwiseTitle: 'Order already paid',
    otherwise: 'This order was paid in another way. Nothing more will be charged.',
    late: 'The payment had already been made and could not be cancelled. Ask the shop for a refund.',
    reference: 'Reference',
  },
  refunded: { title: 'Payment refunded', text: 'You have been given back the whole amount.' },
  expired: {
    title: 'Link expired',
    text: `This payment link is not valid any more. ${NOT_CHARGED} ${NEW_LINK}`,
  },
  ended: {
    title: 'Payment refused',
    text: `Too many cards were refused: this payment link is not valid any more. ${NOT_CHARGED} ${NEW_LINK}`,
  },
  returned: 'You can close this page: the shop tells you how your payment stands.',

  notices: {
    refused: {
      title: 'Payment refused',
      text: `${NOT_CHARGED} You can try again, with another card if need be.`,
    },
    cancelled: { title: 'Payment cancelled', text: `${NOT_CHARGED} You can start again.` },
    cardGone: { title: 'Card removed', text: 'This card is not kept any more. Please choose another one.' },
    orderGone: {
      title: 'Order not available',
      text: `This order cannot be paid: it is closed, or one of its items is not available any more. ${NOT_CHARGED}`,
    },
    otherAmount: {
      title: 'The amount has changed',
      text: `The amount of the order is a different one now. Go back to the shop to start the payment again. ${NOT_CHARGED}`,
    },
    away: {
      title: 'Payment not available',
      text: `Payment is not available at the moment. ${NOT_CHARGED} Please try again shortly.`,
    },
  },

  problems: {
    outOfDate: {
      title: 'Page out of date',
      text: 'This page was out of date, and nothing was sent to your bank. Go back to the payment and start again.',
    },
    unknown: {
      title: 'Unknown link',
      text: 'There is no such payment link. Check the address, or go back to the shop.',
    },
    tooMany: {
      title: 'Too many requests',
      text: 'Too many requests have come from your address. Wait a moment, then try again.',
    },
    away: {
      title: 'Service not available',
      text: 'Payment is not available at the moment. Please try again shortly.',
    },
    other: {
      title: 'Payment not possible',
      text: 'The request could not be carried out. Go back to the shop and start again.',
    },
  },

  script: {
    numberLacking: 'Enter the card number.',
    numberWrong: 'Check the card number.',
    expiryWrong: 'Enter the month and the year: MM/YY.',
    expired: 'This card has expired.',
    cvcWrong: 'Enter the # digits of the security code.',
    holderLacking: 'Enter the name on the card.',
    minutesLeft: ', # min left',
    timeOver: ': the time is over',
    slow: 'Your bank takes longer than expected. You can wait here or close this page: the payment goes on.',
    offline: 'The connection is interrupted. It is tried again in a moment; your payment is not lost.',
  },
}
