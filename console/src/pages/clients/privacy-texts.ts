import { defineTexts } from '../../language/language.tsx'

export const privacyTexts = defineTexts({
  fr: {
    export: 'Exporter ses données',
    erase: 'Effacer ce client',
    eraseTitle: (name: string) => `Effacer ${name} ?`,
    eraseWhat:
      'Son nom, ses coordonnées, ses cartes et son compte sont effacés partout, pour toujours. Les montants et les factures restent, sous un pseudonyme.',
    eraseTyping: (name: string) => `Pour confirmer, écrivez : ${name}`,
    eraseAction: (name: string) => `Effacer ${name}`,
    exportFirst: 'Exportez d’abord ses données si le client les a demandées.',
    underWay: (day: string) => `Effacement demandé le ${day}, en cours`,
    done: (day: string, pseudonym: string) =>
      `Client effacé le ${day}. Ses montants restent sous le nom ${pseudonym}.`,
    waitsFor: (areas: string) => `Reste à faire : ${areas}`,
  },
  en: {
    export: 'Export their data',
    erase: 'Erase this customer',
    eraseTitle: (name: string) => `Erase ${name}?`,
    eraseWhat:
      'Their name, contact data, cards and account are erased everywhere, permanently. Amounts and invoices remain, under a pseudonym.',
    eraseTyping: (name: string) => `To confirm, type: ${name}`,
    eraseAction: (name: string) => `Erase ${name}`,
    exportFirst: 'Export the data first if the customer has requested them.',
    underWay: (day: string) => `Erasure requested on ${day}, in progress`,
    done: (day: string, pseudonym: string) =>
      `Customer erased on ${day}. Their amounts remain under the name ${pseudonym}.`,
    waitsFor: (areas: string) => `Remaining: ${areas}`,
  },
})
