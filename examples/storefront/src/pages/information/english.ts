import type { Information } from './particulars.ts'

const MEDIATOR = 'consumer mediator (name and address)'

export const EN: Information = {
  titles: {
    'conditions-de-vente': 'Terms of sale',
    retours: 'Returns and withdrawal',
    confidentialite: 'Privacy',
    contact: 'Contact',
    accessibilite: 'Accessibility',
    'mentions-legales': 'Legal notice',
  },
  pages: {
    'conditions-de-vente': ({ name, seller, identifiers, contact }) => ({
      needs: [MEDIATOR],
      sections: [
        {
          title: 'The seller',
          paragraphs: [`${name} is the shop of ${seller}. ${identifiers}.`, `Contact: ${contact}.`],
        },
        {
          title: 'Prices and payment',
          paragraphs: [
            'Prices are in euros and include taxes. The price of the delivery and the discounts are shown before you order; the total on the button “Pay” is what you pay.',
            'You pay by card when you order. Your items are reserved for 30 minutes; without a payment, the order is cancelled and nothing is charged.',
          ],
        },
        {
          title: 'Order',
          paragraphs: [
            'The contract is concluded when the payment is accepted. You then receive an e-mail with the details of the order, and later the invoice.',
            'Until the order is being prepared, you can cancel it on its page or by the link in the e-mail. Everything is refunded by the same means of payment.',
          ],
        },
        {
          title: 'Delivery and collection',
          paragraphs: [
            'The methods offered for your address, their prices and times are shown in the basket and at checkout. You collect in a store that has all your items.',
            'If the delivery is late, you may set a reasonable deadline, then cancel the order if it still does not arrive.',
          ],
        },
        {
          title: 'Guarantees',
          paragraphs: [
            'For two years from the delivery you have the legal guarantee of conformity: repair or replacement or, failing that, a lower price or a refund (articles L217-1 and following of the French consumer code).',
            'You are also protected against hidden defects, for two years after their discovery (articles 1641 and following of the French civil code).',
          ],
        },
        {
          title: 'Disputes',
          paragraphs: [
            `Write to us first: ${contact}. If we find no solution, you can turn to the consumer mediator at no cost: [to be completed: ${MEDIATOR}].`,
          ],
        },
      ],
    }),
    retours: ({ contact }) => ({
      needs: [],
      sections: [
        {
          title: 'Changing your mind',
          paragraphs: [
            'You have at least fourteen days after the delivery to withdraw from all or part of an order, without giving a reason. The law excepts the items marked “No right of withdrawal”, such as those made to measure or unsealed goods for hygiene.',
            'Declare your withdrawal by the link below with the number of the order: choose the items, confirm, and keep the acknowledgement that we send.',
          ],
        },
        {
          title: 'Sending back and refund',
          paragraphs: [
            'Send the items back within fourteen days of your declaration, or bring them to a store. You pay for the return unless we take it on.',
            'We refund the items and, if you withdraw from the whole order, the delivery at the price of the cheapest method, within fourteen days, by the same means of payment. We may wait until we have received the items or the proof that they were sent.',
          ],
        },
        {
          title: 'Damaged or wrong item',
          paragraphs: [
            `Write to us with the number of the order: ${contact}. The shop arranges the return at its own cost.`,
          ],
        },
      ],
    }),
    confidentialite: ({ seller, contact }) => ({
      needs: ['providers and host that receive data'],
      sections: [
        { title: 'Controller', paragraphs: [`${seller}. For questions and requests: ${contact}.`] },
        {
          title: 'Which data, and why',
          paragraphs: [
            'To sell and deliver (the contract): name, e-mail, telephone, addresses, items and payments of your orders. To keep our accounts (the law): invoices and amounts.',
            'For your account: e-mail, password in encrypted form, saved addresses, loyalty points. A card is saved only if you ask for it, in encrypted form and without its security code.',
            'This site does not measure your visit and shows no advertising. It stores in your browser your basket, language, orders and, until the tab is closed, the address that you typed: this is necessary for buying and needs no consent.',
          ],
        },
        {
          title: 'How long',
          paragraphs: [
            'Invoices and accounting entries are kept for ten years, as the law requires. Sent e-mails are deleted after 30 days. The rest is kept until you delete your account.',
          ],
        },
        {
          title: 'Your rights',
          paragraphs: [
            `You can read and correct your data in your account, and delete it: everything that is not an accounting entry is erased. For a copy of your data, an objection or any other request, write to ${contact}.`,
            'You can also complain to the CNIL, cnil.fr.',
          ],
        },
      ],
    }),
    contact: ({ seller }) => ({
      needs: [],
      sections: [
        { title: 'Address', paragraphs: [seller] },
        {
          title: 'To be faster',
          paragraphs: [
            'Give the number of your order: it begins with CMD- and is in the confirmation mail. To follow it, cancel it or withdraw, the page of the order suffices.',
          ],
        },
      ],
    }),
    accessibilite: ({ name, contact }) => ({
      needs: ['date and result of the accessibility audit'],
      sections: [
        {
          title: 'What we do',
          paragraphs: [
            `${name} wants everybody to be able to buy here, as the European Directive 2019/882 requires. The shop is designed after WCAG 2.1, level AA (standard EN 301 549): it can be used by keyboard and with a screen reader, announces changes, follows the settings for contrast, colours and motion, and stays legible at 400%.`,
          ],
        },
        {
          title: 'What we know',
          paragraphs: [
            'Each version of the pages is checked by an automatic tool, which finds only a part of the defects. A complete audit is still to be done: [to be completed: date and result of the audit].',
            'Pictures of items have no more precise description than the name of the item. The payment page and the withdrawal page follow the same rules.',
          ],
        },
        {
          title: 'Reporting a defect',
          paragraphs: [
            `Tell us what stops you and on which page: ${contact}. We help you to order in another way in the meantime. Without an answer from us, you can turn to the DGCCRF (signal.conso.gouv.fr) or the Défenseur des droits.`,
          ],
        },
      ],
    }),
    'mentions-legales': ({ name, seller, identifiers, contact, notice }) => ({
      needs: ['publication director', 'host (name, address, telephone)'],
      sections: [
        {
          title: 'Publisher',
          paragraphs: [
            `${name} is published by ${seller}.`,
            `${identifiers}.`,
            `Contact: ${contact}.`,
            'Publication director: [to be completed].',
            ...(notice ? [notice] : []),
          ],
        },
        { title: 'Host', paragraphs: ['[to be completed: name, address, telephone]'] },
      ],
    }),
  },
}
