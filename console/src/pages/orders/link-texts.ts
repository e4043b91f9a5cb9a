import { defineTexts } from '../../language/language.tsx'

type Letter = { name: string; url: string; amount: string; shop: string }

export const linkTexts = defineTexts({
  fr: {
    action: 'Lien de paiement',
    newOrder: 'Nouvelle commande',
    title: 'Lien de paiement',
    close: 'Fermer',
    hint: (amount: string) =>
      `Le client paie ${amount} par carte à cette adresse, valable 30 minutes. Ses articles sont réservés pendant ce temps.`,
    write: 'Écrire l’e-mail',
    subject: (id: string, shop: string) => `Votre commande ${id} – ${shop}`,
    mail: ({ name, url, amount, shop }: Letter) =>
      `Bonjour${name ? ` ${name}` : ''},\n\nMerci de votre commande. Pour payer ${amount} par carte, suivez ce lien, valable 30 minutes :\n${url}\n\n${shop}`,
  },
  en: {
    action: 'Payment link',
    newOrder: 'New order',
    title: 'Payment link',
    close: 'Close',
    hint: (amount: string) =>
      `The customer pays ${amount} by card at this address, valid for 30 minutes. The articles are reserved meanwhile.`,
    write: 'Write the e-mail',
    subject: (id: string, shop: string) => `Your order ${id} – ${shop}`,
    mail: ({ name, url, amount, shop }: Letter) =>
      `Hello${name ? ` ${name}` : ''},\n\nThank you for your order. To pay ${amount} by card, follow this link, valid for 30 minutes:\n${url}\n\n${shop}`,
  },
})
