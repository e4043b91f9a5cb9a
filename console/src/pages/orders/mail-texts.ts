import { defineTexts } from '../../language/language.tsx'

export const mailTexts = defineTexts({
  fr: {
    mails: 'Courriels',
    none: 'Aucun courriel ces 30 derniers jours',
    envoye: 'envoyé',
    a_envoyer: 'à envoyer',
    retenu: 'retenu jusqu’au paiement',
    abandonne: 'non remis',
    resend: 'Renvoyer',
    resendOne: (subject: string) => `Renvoyer : ${subject}`,
    resendTitle: 'Renvoyer un courriel',
    ask: (subject: string, to: string) =>
      `« ${subject} » est envoyé encore une fois à ${to}, ou à l’adresse actuelle de son compte, avec de nouveaux liens.`,
  },
  en: {
    mails: 'Mails',
    none: 'No mail in the last 30 days',
    envoye: 'sent',
    a_envoyer: 'to be sent',
    retenu: 'on hold until the order is paid',
    abandonne: 'not delivered',
    resend: 'Send again',
    resendOne: (subject: string) => `Send again: ${subject}`,
    resendTitle: 'Send a mail again',
    ask: (subject: string, to: string) =>
      `“${subject}” is sent once more to ${to}, or to the present address of the account, with new links.`,
  },
})
