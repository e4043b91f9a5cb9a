import { defineTexts } from '../../language/language.tsx'

export const linkTexts = defineTexts({
  fr: {
    action: 'Lien de paiement',
    newOrder: 'Nouvelle commande',
    title: 'Lien de paiement',
    close: 'Fermer',
    hint: (amount: string) =>
      `Le client paie ${amount} par carte à cette adresse, valable 30 minutes. Ses articles sont réservés pendant ce temps.`,
    send: 'Envoyer le lien par courriel',
    asked: 'Le courriel est demandé. Sans serveur de courriels, il attend.',
    retenu: (to: string) => `Courriel à envoyer à ${to}.`,
    a_envoyer: (to: string) => `À envoyer à ${to} : le courriel attend le serveur de courriels.`,
    envoye: (to: string) => `Courriel envoyé à ${to}.`,
    abandonne: (to: string) => `Le courriel n’a pas pu être remis à ${to}.`,
  },
  en: {
    action: 'Payment link',
    newOrder: 'New order',
    title: 'Payment link',
    close: 'Close',
    hint: (amount: string) =>
      `The customer pays ${amount} by card at this address, valid for 30 minutes. The articles are reserved meanwhile.`,
    send: 'Send the link by mail',
    asked: 'The mail is requested. Without a mail server it waits.',
    retenu: (to: string) => `Mail to be sent to ${to}.`,
    a_envoyer: (to: string) => `To be sent to ${to}: the mail waits for the mail server.`,
    envoye: (to: string) => `Mail sent to ${to}.`,
    abandonne: (to: string) => `The mail could not be delivered to ${to}.`,
  },
})
