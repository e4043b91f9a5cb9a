import { formatEurosInEnglish } from '../../../platform/money.ts'
import type { Words } from './fr.ts'

const NOT_CHARGED = 'Nothing has been charged.'
const NEW_LINK = 'Go back to the shop to get a new one.'
const twoDigits = (number: number) => String(number).padStart(2, '0')

export const en: Words = {
  lang: 'en',
  euros: formatEurosInEnglish,

  page: 'Payment',
  secure: 'The payment is encrypted. Your card number and security code are never stored.',
  amount: 'Amount: ',
  order: 'Order',
  articles: 'Items',
  article: 'Item',
  delivery: 'Delivery',
  free: 'Free',
  code: 'Promotion code, included',
  vat: rate => `Including VAT${rate === undefined ? '' : ` ${rate}%`}`,
  undiscounted: 'Instead of',
  contact: 'A question? Write or call:',
  more: count => (count === 1 ? 'and 1 other item' : `and ${count} other items`),
  until: 'Payment due',
  before: (hour, minute) => `before ${twoDigits(hour)}:${twoDigits(minute)} Paris time`,
  back: 'Back to the shop',
  giveUp: 'Cancel and return to the shop',
  orderStays:
    'You will not be charged. Your order is not cancelled: you can pay it from the shop while its items are available.',
  again: 'Back to the payment',
  stamps: { paid: 'Paid', refunded: 'Refunded' },

  form: {
    title: 'Card payment',
    fault: 'Error: ',
    check: 'Please check your entries',
    number: 'Card number',
    expiry: 'Expiry',
    expiryHint: 'MM/YY',
    accepted: 'Accepted cards:',
    cvc: 'Security code',
    cvcHelp: 'The 3 digits on the back of the card, or the 4 on the front of an Amex.',
    holder: 'Name on the card',
    keep: 'Save this card for future purchases',
    pay: amount => `Pay ${amount}`,
    sending: 'Sending the payment…',
    elsewhere: 'You will enter your card details on the secure page of our payment provider.',
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
    text: name => `The card ${name} will no longer be offered to you.`,
    yes: 'Yes, remove the card',
    no: 'No, keep it',
  },
  cancellation: {
    title: 'Cancel this payment?',
    text: amount => `You will not be charged ${amount}. You can start again afterwards.`,
    yes: 'Yes, cancel the payment',
    no: 'No, continue',
  },

  pending: {
    title: 'Payment in progress',
    bank: 'Your bank is processing the payment.',
    elsewhere: 'The payment continues at our provider.',
    usual: seconds =>
      seconds < 60
        ? ` This usually takes about ${Math.ceil(seconds / 10) * 10} seconds.`
        : ` This usually takes ${Math.ceil(seconds / 60)} min.`,
    updates: ' This page updates automatically.',
    goOn: 'Continue with the payment',
    cancel: 'Cancel the payment',
  },

  paid: {
    title: 'Payment accepted',
    text: 'Thank you, your payment has been recorded.',
    receipt: address => `A receipt is sent by e-mail to ${address}.`,
    otherwiseTitle: 'Order already paid',
    otherwise: 'This order was paid by another payment. You will not be charged again.',
    late: 'The payment had already been made and could not be cancelled. Ask the shop for a refund.',
    reference: 'Reference',
  },
  orderPage: {
    title: 'Pay your order',
    text: order => `Order ${order}. We prepare it as soon as the payment is accepted.`,
    closed: {
      title: 'Nothing to pay',
      text: 'This order is already paid, or it is cancelled. You will not be charged.',
    },
  },
  refunded: { title: 'Payment refunded', text: 'The full amount has been refunded.' },
  expired: {
    title: 'Link expired',
    text: `This payment link is no longer valid. ${NOT_CHARGED} ${NEW_LINK}`,
  },
  ended: {
    title: 'Payment refused',
    text: `Too many cards were refused: this payment link is no longer valid. ${NOT_CHARGED} ${NEW_LINK}`,
  },
  returned: 'You can close this page. The shop will tell you the status of your payment.',

  notices: {
    refused: {
      title: 'Payment refused',
      text: `${NOT_CHARGED} Your bank refused this payment without telling us why. Most often a detail is incorrect, or the limit of the card is reached.`,
      advice: [
        'Check the number, the date and the security code.',
        'Try another card.',
        'Or ask your bank to allow this payment, then try again.',
      ],
    },
    cancelled: { title: 'Payment cancelled', text: `${NOT_CHARGED} You can start again.` },
    cardGone: { title: 'Card removed', text: 'This card is no longer saved. Please choose another one.' },
    orderGone: {
      title: 'Order unavailable',
      text: `This order cannot be paid: it is closed, or one of its items or codes is no longer available. ${NOT_CHARGED}`,
    },
    otherAmount: {
      title: 'The amount has changed',
      text: `The amount of the order has changed. Go back to the shop to start the payment again. ${NOT_CHARGED}`,
    },
    away: {
      title: 'Payment unavailable',
      text: `Payment is currently unavailable. ${NOT_CHARGED} Please try again shortly.`,
    },
  },

  problems: {
    outOfDate: {
      title: 'Page out of date',
      text: 'This page was out of date, and nothing was sent to your bank. Go back to the payment and start again.',
    },
    unknown: {
      title: 'Unknown link',
      text: 'This payment link does not exist. Check the address, or go back to the shop.',
    },
    tooMany: {
      title: 'Too many requests',
      text: 'We received too many requests from your address. Wait a moment, then try again.',
    },
    away: {
      title: 'Service unavailable',
      text: 'Payment is currently unavailable. Please try again shortly.',
    },
    other: {
      title: 'Payment not possible',
      text: 'The request could not be processed. Go back to the shop and start again.',
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
    timeOver: ': time is up',
    slow: 'Your bank is taking longer than expected. You can wait here or close this page: the payment continues.',
    offline: 'The connection was interrupted. We will try again shortly; your payment is not lost.',
  },
}
