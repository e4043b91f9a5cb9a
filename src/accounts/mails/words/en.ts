import { formatEurosInEnglish } from '../../../platform/money.ts'
import type { Words } from './fr.ts'

const moments = new Intl.DateTimeFormat('en-GB', {
  ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' },
})
const BANK = 'Depending on your bank, it takes a few days to appear on your account.'

export const en: Words = {
  lang: 'en',
  euros: formatEurosInEnglish,
  colon: ': ',
  noReply: 'This message is sent automatically and needs no reply.',
  contact: 'A question? Write or call:',

  rows: {
    article: 'Item',
    discounts: 'Discounts',
    delivery: nom => `Delivery: ${nom}`,
    free: 'Free',
    total: 'Total',
    vat: rate => `including VAT ${rate}%`,
    paid: 'Amount paid',
    refundedBefore: 'Already refunded',
    refunded: 'Amount refunded',
    stillPaid: 'Remaining paid',
    collection: 'Store',
  },

  mails: {
    confirmation: ({ boutique }) => ({
      subject: `Confirm your e-mail address – ${boutique}`,
      heading: 'Confirm your e-mail address',
      paragraphs: [
        `An account at ${boutique} was opened with this address. To confirm that it is yours, follow this link and enter the password of your account.`,
        'The link works once, within 24 hours.',
      ],
      action: 'Confirm my address',
      note: 'If you did not open this account, do nothing: without a confirmation it gives access to nothing of yours.',
    }),

    'mot-de-passe': ({ boutique }) => ({
      subject: `Choose a new password – ${boutique}`,
      heading: 'Choose a new password',
      paragraphs: [
        `A new password was requested for your account at ${boutique}.`,
        'The link works once, within an hour. You will be signed out everywhere.',
      ],
      action: 'Choose a password',
      note: 'If you requested nothing, do nothing: your password stays the same.',
    }),

    'commande-recue': ({ boutique, commande, donnees: { codes = [] } }) => ({
      subject: `Your order${commande} – ${boutique}`,
      heading: 'We have received your order',
      paragraphs: [
        `Thank you for your order${commande}. Here are its details.`,
        ...(codes.length > 0 ? [`Promotion code used: ${codes.join(', ')}.`] : []),
        ...(commande ? ['Until we prepare it, you can cancel it.'] : []),
      ],
      ...(commande && { action: 'Follow my order', cancelling: 'Cancel my order' }),
    }),

    'paiement-manquant': ({ boutique, commande }) => ({
      subject: `Your order${commande} awaits its payment – ${boutique}`,
      heading: 'Your order awaits its payment',
      paragraphs: [
        `We have not received the payment of your order${commande}. You can pay it now; we prepare it as soon as it is paid.`,
        'Without a payment its items are not kept for you: another customer may buy them.',
      ],
      action: 'Pay my order',
      note: 'If you no longer want this order, do nothing: you will not be charged.',
    }),

    'lien-paiement': ({ boutique, commande }) => ({
      subject: `Pay your order${commande} – ${boutique}`,
      heading: 'Thank you for your order',
      paragraphs: [
        `Here are the details of the order${commande} that you have just placed with us. Pay it by card with this link: we prepare it as soon as it is paid. Without a payment its items are not kept for you.`,
      ],
      action: 'Pay my order',
      note: 'If you ordered nothing, do nothing: you will not be charged.',
    }),

    'recu-paiement': ({ boutique, commande, donnees: { reference } }) => ({
      subject: `Receipt for your payment – ${boutique}`,
      heading: 'We have received your payment',
      paragraphs: [
        commande ? `Your order${commande} is paid.` : 'Your payment was accepted.',
        ...(reference ? [`Payment reference: ${reference}.`] : []),
      ],
    }),

    'commande-expediee': ({ boutique, commande, suivi, donnees: { suiviUrl } }) => ({
      subject: `Your order${commande} is on its way – ${boutique}`,
      heading: 'Your order is on its way',
      paragraphs: [
        `Your order${commande} was handed over to the carrier.`,
        ...(suivi ? [`Tracking number: ${suivi}.`] : []),
      ],
      ...(suiviUrl && { action: 'Track my delivery' }),
    }),

    'commande-prete': ({ boutique, commande, donnees: { magasin } }) => ({
      subject: `Your order${commande} is ready for collection – ${boutique}`,
      heading: 'Your order is ready for collection',
      paragraphs: [
        `Your order${commande} is ready. You can collect it at ${magasin ? `the store ${magasin.nom}, ${magasin.adresse}` : 'the store that you chose'}.`,
        'Show this message, or the number of your order.',
      ],
    }),

    'commande-annulee': ({ boutique, commande, donnees: { seraRembourse } }) => ({
      subject: `Your order${commande} is cancelled – ${boutique}`,
      heading: 'Your order is cancelled',
      paragraphs: [
        `Your order${commande} is cancelled: it will be neither prepared nor delivered.`,
        seraRembourse
          ? 'All that you paid is refunded by the same means of payment. A message confirms it.'
          : 'If a refund is due to you, a message will confirm it.',
      ],
    }),

    remboursement: ({ boutique, commande }) => ({
      subject: `Your refund – ${boutique}`,
      heading: 'We have refunded you',
      paragraphs: [
        commande
          ? `Here is the refund of your order${commande}, by the means with which you paid it.`
          : 'Here is the refund of your payment, by the same means.',
        BANK,
      ],
    }),

    retour: ({ boutique, commande, donnees: { montantCents } }) => ({
      subject: `Your return – ${boutique}`,
      heading: 'We have received your return',
      paragraphs: [
        `Here are the items of your order${commande} that you returned.`,
        ...(montantCents ? [`We refund them by the means with which you paid them. ${BANK}`] : []),
      ],
    }),

    'suivi-commande': ({ boutique, commande }) => ({
      subject: `Follow your order${commande} – ${boutique}`,
      heading: 'Your order',
      paragraphs: [
        `Here is the link to your order${commande}. With it you can follow the order, read its invoice and, until it is being prepared, cancel it.`,
        'The link is personal: give it to nobody.',
      ],
      action: 'See my order',
      note: 'If you did not ask for this, do nothing: only this message has the link.',
    }),

    facture: ({ boutique, commande }) => ({
      subject: `Your invoice – ${boutique}`,
      heading: 'Your invoice is ready',
      paragraphs: [
        `Here is the invoice of your order${commande}. You can print it, or save it as a PDF from the print page of your browser.`,
        'The link is personal: anyone who has it can read the invoice.',
      ],
      action: 'See my invoice',
    }),

    retractation: ({ boutique, commande, donnees: { recuLe } }) => ({
      subject: `Your withdrawal – ${boutique}`,
      heading: 'We have received your withdrawal',
      paragraphs: [
        `${recuLe ? `On ${moments.format(new Date(recuLe))} (Paris time), you` : 'You'} declared that you withdraw from the purchase of the following items of your order${commande}.`,
        'Keep this message: it proves the date of your declaration. If it was not you, tell the shop.',
      ],
    }),

    'webhook-suspendu': ({ boutique, donnees: { webhook } }) => ({
      subject: `A webhook is suspended – ${boutique}`,
      heading: 'A webhook is suspended',
      paragraphs: [
        `Nothing more is sent to ${webhook?.url ?? 'this address'}.`,
        webhook?.motif === 'disparu'
          ? 'The recipient answered that it no longer exists (410).'
          : 'The recipient has accepted nothing for three days.',
        'Once the recipient works again, resume the deliveries on the page Webhooks of the console. Events until then are not sent to it; failed ones can be sent again.',
      ],
    }),
  },
}
