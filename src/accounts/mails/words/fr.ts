import { formatEuros, formatPercent } from '../../../platform/money.ts'
import type { MailContent, Template } from '../schemas.ts'

/** The texts of a mail; `note` is its small print if not the usual one. */
type Text = {
  subject: string
  heading: string
  paragraphs: string[]
  /** The label of its button. */
  action?: string
  /** The label of the link that cancels the order. */
  cancelling?: string
  note?: string
}

export type About = {
  boutique: string
  /** The number of an order of the platform with a space before it; empty without one. */
  commande: string
  donnees: MailContent
  /** The tracking number, if it is one. */
  suivi: string | undefined
}

const moments = new Intl.DateTimeFormat('fr-FR', {
  ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' },
})

export const fr = {
  lang: 'fr' as 'fr' | 'en',
  euros: formatEuros,
  colon: ' : ',
  noReply: 'Ce message est envoyé automatiquement ; il ne demande pas de réponse.',
  contact: 'Une question ? Écrivez ou appelez :',

  rows: {
    article: 'Article',
    discounts: 'Remises',
    delivery: (nom: string) => `Livraison : ${nom}`,
    free: 'Offerte',
    total: 'Total',
    vat: (rate: number) => `dont TVA ${formatPercent(rate)}`,
    paid: 'Montant payé',
    refundedBefore: 'Déjà remboursé',
    refunded: 'Montant remboursé',
    stillPaid: 'Reste payé',
    collection: 'Magasin',
  },

  mails: {
    confirmation: ({ boutique }) => ({
      subject: `Confirmez votre adresse e-mail – ${boutique}`,
      heading: 'Confirmez votre adresse',
      paragraphs: [
        `Un compte ${boutique} a été ouvert avec cette adresse. Pour confirmer qu’elle est la vôtre, suivez ce lien et donnez le mot de passe de votre compte.`,
        'Le lien sert une seule fois, pendant 24 heures.',
      ],
      action: 'Confirmer mon adresse',
      note: 'Si vous n’avez pas ouvert ce compte, ne faites rien : sans confirmation, il ne donne accès à rien de ce qui est à vous.',
    }),

    'mot-de-passe': ({ boutique }) => ({
      subject: `Choisissez un nouveau mot de passe – ${boutique}`,
      heading: 'Choisissez un nouveau mot de passe',
      paragraphs: [
        `Un nouveau mot de passe a été demandé pour votre compte ${boutique}.`,
        'Le lien sert une seule fois, pendant une heure. Toutes vos sessions ouvertes seront fermées.',
      ],
      action: 'Choisir un mot de passe',
      note: 'Si vous n’avez rien demandé, ne faites rien : votre mot de passe reste le même.',
    }),

    'commande-recue': ({ boutique, commande, donnees: { codes = [] } }) => ({
      subject: `Votre commande${commande} – ${boutique}`,
      heading: 'Nous avons reçu votre commande',
      paragraphs: [
        `Merci de votre commande${commande}. En voici le détail.`,
        ...(codes.length > 0 ? [`Code promotion utilisé : ${codes.join(', ')}.`] : []),
        ...(commande ? ['Tant qu’elle n’est pas en préparation, vous pouvez l’annuler.'] : []),
      ],
      ...(commande && { action: 'Suivre ma commande', cancelling: 'Annuler ma commande' }),
    }),

    'paiement-manquant': ({ boutique, commande }) => ({
      subject: `Votre commande${commande} attend son paiement – ${boutique}`,
      heading: 'Votre commande attend son paiement',
      paragraphs: [
        `Nous n’avons pas reçu le paiement de votre commande${commande}. Vous pouvez la régler maintenant ; elle sera préparée dès le paiement.`,
        'Sans paiement, ses articles ne vous sont pas gardés : un autre client peut les acheter.',
      ],
      action: 'Payer ma commande',
      note: 'Si vous ne voulez plus de cette commande, ne faites rien : rien ne sera débité.',
    }),

    'lien-paiement': ({ boutique, commande }) => ({
      subject: `Réglez votre commande${commande} – ${boutique}`,
      heading: 'Merci de votre commande',
      paragraphs: [
        `Voici le détail de la commande${commande} que vous venez de nous passer. Réglez-la par carte avec ce lien : elle sera préparée dès le paiement. Sans paiement, ses articles ne vous sont pas gardés.`,
      ],
      action: 'Payer ma commande',
      note: 'Si vous n’avez rien commandé, ne faites rien : rien ne sera débité.',
    }),

    'recu-paiement': ({ boutique, commande, donnees: { reference } }) => ({
      subject: `Reçu de votre paiement – ${boutique}`,
      heading: 'Nous avons reçu votre paiement',
      paragraphs: [
        commande ? `Votre commande${commande} est payée.` : 'Votre paiement a été accepté.',
        ...(reference ? [`Référence du paiement : ${reference}.`] : []),
      ],
    }),

    'commande-expediee': ({ boutique, commande, suivi, donnees: { suiviUrl } }) => ({
      subject: `Votre commande${commande} est en route – ${boutique}`,
      heading: 'Votre commande est en route',
      paragraphs: [
        `Votre commande${commande} a été remise au transporteur.`,
        ...(suivi ? [`Numéro de suivi : ${suivi}.`] : []),
      ],
      ...(suiviUrl && { action: 'Suivre ma livraison' }),
    }),

    'commande-prete': ({ boutique, commande, donnees: { magasin } }) => ({
      subject: `Votre commande${commande} vous attend – ${boutique}`,
      heading: 'Votre commande vous attend',
      paragraphs: [
        `Votre commande${commande} est prête. Vous pouvez la retirer ${magasin ? `au magasin ${magasin.nom}, ${magasin.adresse}` : 'au magasin que vous avez choisi'}.`,
        'Présentez ce message, ou le numéro de votre commande.',
      ],
    }),

    'commande-annulee': ({ boutique, commande, donnees: { seraRembourse } }) => ({
      subject: `Votre commande${commande} est annulée – ${boutique}`,
      heading: 'Votre commande est annulée',
      paragraphs: [
        `Votre commande${commande} est annulée : elle ne sera ni préparée ni livrée.`,
        seraRembourse
          ? 'Ce que vous avez payé vous est remboursé en entier, par le même moyen. Un message vous le confirme.'
          : 'Si un remboursement vous est dû, un message vous le confirmera.',
      ],
    }),

    remboursement: ({ boutique, commande }) => ({
      subject: `Votre remboursement – ${boutique}`,
      heading: 'Nous vous avons remboursé',
      paragraphs: [
        commande
          ? `Voici le remboursement de votre commande${commande}, par le moyen avec lequel vous l’avez payée.`
          : 'Voici le remboursement de votre paiement, par le même moyen.',
        'Selon votre banque, il faut quelques jours pour que cela se voie sur votre compte.',
      ],
    }),

    retour: ({ boutique, commande, donnees: { montantCents } }) => ({
      subject: `Votre retour – ${boutique}`,
      heading: 'Nous avons reçu votre retour',
      paragraphs: [
        `Voici les articles de votre commande${commande} que vous nous avez rendus.`,
        ...(montantCents
          ? [
              'Nous vous les remboursons par le moyen avec lequel vous les avez payés. Selon votre banque, il faut quelques jours pour que cela se voie sur votre compte.',
            ]
          : []),
      ],
    }),

    'suivi-commande': ({ boutique, commande }) => ({
      subject: `Suivre votre commande${commande} – ${boutique}`,
      heading: 'Votre commande',
      paragraphs: [
        `Voici le lien vers votre commande${commande}. Il vous permet de la suivre, de lire sa facture et, tant qu’elle n’est pas en préparation, de l’annuler.`,
        'Le lien est personnel : ne le transmettez à personne.',
      ],
      action: 'Voir ma commande',
      note: 'Si vous n’avez rien demandé, ne faites rien : seul ce message contient le lien.',
    }),

    facture: ({ boutique, commande }) => ({
      subject: `Votre facture – ${boutique}`,
      heading: 'Votre facture est prête',
      paragraphs: [
        `Voici la facture de votre commande${commande}. Vous pouvez l’imprimer, ou l’enregistrer en PDF depuis la page d’impression de votre navigateur.`,
        'Le lien est personnel : qui l’a peut lire la facture.',
      ],
      action: 'Voir ma facture',
    }),

    retractation: ({ boutique, commande, donnees: { recuLe } }) => ({
      subject: `Votre rétractation – ${boutique}`,
      heading: 'Nous avons reçu votre rétractation',
      paragraphs: [
        `${recuLe ? `Le ${moments.format(new Date(recuLe))}, vous` : 'Vous'} avez déclaré vous rétracter de l’achat des articles suivants de votre commande${commande}.`,
        'Gardez ce message : il prouve la date de votre déclaration. Si elle ne vient pas de vous, prévenez la boutique.',
      ],
    }),

    'webhook-suspendu': ({ boutique, donnees: { webhook } }) => ({
      subject: `Un webhook est suspendu – ${boutique}`,
      heading: 'Un webhook est suspendu',
      paragraphs: [
        `Plus rien n’est envoyé à ${webhook?.url ?? 'cette adresse'}.`,
        webhook?.motif === 'disparu'
          ? 'Le destinataire a répondu qu’il n’existe plus (410).'
          : 'Le destinataire n’a rien accepté depuis trois jours.',
        'Une fois le destinataire rétabli, reprenez les envois à la page Webhooks de la console. Ce qui se passe entre-temps ne lui sera pas envoyé ; ce qui a échoué peut être renvoyé.',
      ],
    }),
  } satisfies Record<Template, (about: About) => Text> as Record<Template, (about: About) => Text>,
}

/** The texts of mails in one language. */
export type Words = typeof fr
