import { formatEuros } from '../../platform/money.ts'
import type { MailData } from '../contract.ts'
import type { Mail, MailContent, Template } from './schemas.ts'

/** The parts of a mail, from which its text and HTML are rendered. */
export type Content = {
  subject: string
  heading: string
  paragraphs: string[]
  /** Rows of a table with a label on the left and an amount on the right, such as items and totals. */
  rows?: [string, string][]
  link?: { label: string; url: string }
  /** Small print at the end. */
  note: string
}

type About = { boutique: string; ordreId: string | null; lien: string; donnees: MailContent }

/** Only ids in the form of the platform's own orders are shown: any other id is text that a caller chose. */
const isOwn = (ordreId: string | null): ordreId is string => /^CMD-[0-9A-Z]{20}$/.test(ordreId ?? '')
const named = (ordreId: string | null) => (isOwn(ordreId) ? ` ${ordreId}` : '')

/** Accepts tracking numbers, not arbitrary text. */
const TRACKING = /^[A-Za-z0-9][A-Za-z0-9 -]{2,39}$/

/** Date and time of the shop. */
const moments = new Intl.DateTimeFormat('fr-FR', {
  ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' },
})

const NO_REPLY = 'Ce message est envoyé automatiquement ; il ne demande pas de réponse.'

const deliveryLine = ({ nom, prixCents }: NonNullable<MailData['livraison']>): [string, string] => [
  `Livraison : ${nom}`,
  prixCents === 0 ? 'Offerte' : formatEuros(prixCents),
]

const lines = ({ articles = [], remiseCents = 0, livraison, montantCents }: MailData): [string, string][] => [
  ...articles.map(({ nom, quantite, prixUnitaireCents }): [string, string] => [
    `${quantite} × ${nom ?? 'Article'}`,
    formatEuros(quantite * prixUnitaireCents),
  ]),
  ...(remiseCents > 0 ? [['Remises', formatEuros(-remiseCents)] as [string, string]] : []),
  ...(livraison ? [deliveryLine(livraison)] : []),
  ...(montantCents === undefined ? [] : [['Total', formatEuros(montantCents)] as [string, string]]),
]

const texts: Record<Template, (about: About) => Content> = {
  confirmation: ({ boutique, lien }) => ({
    subject: `Confirmez votre adresse e-mail – ${boutique}`,
    heading: 'Confirmez votre adresse e-mail',
    paragraphs: [
      `Un compte ${boutique} a été ouvert avec cette adresse. Pour confirmer qu’elle est la vôtre, suivez ce lien et donnez le mot de passe de votre compte.`,
      'Le lien sert une seule fois, pendant 24 heures.',
    ],
    link: { label: 'Confirmer mon adresse', url: lien },
    note: 'Si vous n’avez pas ouvert ce compte, ne faites rien : sans confirmation, il ne donne accès à rien de ce qui est à vous.',
  }),

  'mot-de-passe': ({ boutique, lien }) => ({
    subject: `Choisissez un nouveau mot de passe – ${boutique}`,
    heading: 'Choisissez un nouveau mot de passe',
    paragraphs: [
      `Un nouveau mot de passe a été demandé pour votre compte ${boutique}.`,
      'Le lien sert une seule fois, pendant une heure. Toutes vos sessions ouvertes seront fermées.',
    ],
    link: { label: 'Choisir un mot de passe', url: lien },
    note: 'Si vous n’avez rien demandé, ne faites rien : votre mot de passe reste le même.',
  }),

  'commande-recue': ({ boutique, ordreId, lien, donnees, donnees: { codes = [] } }) => ({
    subject: `Votre commande${named(ordreId)} – ${boutique}`,
    heading: 'Nous avons reçu votre commande',
    paragraphs: [
      `Merci de votre commande${named(ordreId)}. En voici le détail.`,
      ...(codes.length > 0 ? [`Code promotion utilisé : ${codes.join(', ')}.`] : []),
      ...(isOwn(ordreId) ? ['Tant qu’elle n’est pas en préparation, vous pouvez l’annuler.'] : []),
    ],
    rows: lines(donnees),
    ...(isOwn(ordreId) ? { link: { label: 'Annuler ma commande', url: lien } } : {}),
    note: NO_REPLY,
  }),

  'recu-paiement': ({ boutique, ordreId, donnees }) => ({
    subject: `Reçu de votre paiement – ${boutique}`,
    heading: 'Nous avons reçu votre paiement',
    paragraphs: [
      isOwn(ordreId) ? `Votre commande ${ordreId} est payée.` : 'Votre paiement a été accepté.',
      ...(donnees.reference ? [`Référence du paiement : ${donnees.reference}.`] : []),
    ],
    rows: [['Montant payé', formatEuros(donnees.montantCents ?? 0, donnees.devise)]],
    note: NO_REPLY,
  }),

  'commande-expediee': ({ boutique, ordreId, donnees: { suivi, suiviUrl } }) => ({
    subject: `Votre commande${named(ordreId)} est en route – ${boutique}`,
    heading: 'Votre commande est en route',
    paragraphs: [
      `Votre commande${named(ordreId)} a été remise au transporteur.`,
      ...(suivi && TRACKING.test(suivi) ? [`Numéro de suivi : ${suivi}.`] : []),
    ],
    ...(suiviUrl ? { link: { label: 'Suivre ma livraison', url: suiviUrl } } : {}),
    note: NO_REPLY,
  }),

  'suivi-commande': ({ boutique, ordreId, lien }) => ({
    subject: `Suivre votre commande${named(ordreId)} – ${boutique}`,
    heading: 'Votre commande',
    paragraphs: [
      `Voici le lien vers votre commande${named(ordreId)}. Il vous permet de la suivre, de lire sa facture et, tant qu’elle n’est pas en préparation, de l’annuler.`,
      'Le lien est personnel : ne le transmettez à personne.',
    ],
    link: { label: 'Voir ma commande', url: lien },
    note: 'Si vous n’avez rien demandé, ne faites rien : seul ce message contient le lien.',
  }),

  facture: ({ boutique, ordreId, lien, donnees }) => ({
    subject: `Votre facture – ${boutique}`,
    heading: 'Votre facture est prête',
    paragraphs: [
      `Voici la facture de votre commande${named(ordreId)}. Vous pouvez l’imprimer, ou l’enregistrer en PDF depuis la page d’impression de votre navigateur.`,
      'Le lien est personnel : qui l’a peut lire la facture.',
    ],
    rows: lines(donnees),
    link: { label: 'Voir ma facture', url: lien },
    note: NO_REPLY,
  }),

  retractation: ({ boutique, ordreId, donnees: { articles = [], recuLe } }) => ({
    subject: `Votre rétractation – ${boutique}`,
    heading: 'Nous avons reçu votre rétractation',
    paragraphs: [
      `${recuLe ? `Le ${moments.format(new Date(recuLe))}, vous` : 'Vous'} avez déclaré vous rétracter de l’achat des articles suivants de votre commande${named(ordreId)}.`,
      'Gardez ce message : il prouve la date de votre déclaration. Si elle ne vient pas de vous, prévenez la boutique.',
    ],
    rows: articles.map(({ nom, quantite }) => [nom ?? 'Article', `× ${quantite}`]),
    note: NO_REPLY,
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
    note: NO_REPLY,
  }),
}

/** Returns the content of a mail. `lien` is the URL of its link, if it has one. */
export const contentOf = (
  { modele, ordreId, donnees }: Pick<Mail, 'modele' | 'ordreId' | 'donnees'>,
  boutique: string,
  lien = '',
) => texts[modele]({ boutique, ordreId, lien, donnees })

/** Replaces the secret of a link wherever a mail is shown to anyone but its recipient. */
export const MASK = '•••'
