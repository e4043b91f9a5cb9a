import type { Language } from '../../platform/http/pages.ts'
import type { Mail, MailContent, Template } from './schemas.ts'
import { en } from './words/en.ts'
import { fr, type Words } from './words/fr.ts'

/** The sender of a mail as its recipient sees it. */
export type Shop = {
  name: string
  /** The base address of links and pictures. */
  base: string
  /** The base address of the shop's pages. */
  shopUrl: string
  /** Whether pages of the shop are known to exist there. */
  hasPages: boolean
  contact: string | null
  /** The particulars that identify the seller, one a line. */
  legal: string[]
}

/** A row of the table: `total` is the sum of the rows above it, and a `detail` counts in no sum. */
export type Row = { label: string; value: string; kind?: 'total' | 'detail'; photo?: string | undefined }

/** The parts of a mail, from which its text and HTML are rendered. */
export type Content = {
  words: Words
  subject: string
  heading: string
  paragraphs: string[]
  rows: Row[]
  /** The first one is a button. */
  links: { label: string; url: string }[]
  /** Small print at the end. */
  note: string
}

/** Only ids in the form of the platform's own orders are shown: any other id is text that a caller chose. */
const isOwn = (ordreId: string | null) => /^CMD-[0-9A-Z]{20}$/.test(ordreId ?? '')

/** Accepts tracking numbers, not arbitrary text. */
const TRACKING = /^[A-Za-z0-9][A-Za-z0-9 -]{2,39}$/

const WORDS: Record<Language, Words> = { fr, en }

type About = { words: Words; donnees: MailContent; base: string }

const articleRows = ({ words, donnees: { articles = [] }, base }: About): Row[] =>
  articles.map(({ nom, quantite, prixUnitaireCents, montantCents, photoUrl }) => ({
    label: `${quantite} × ${nom ?? words.rows.article}`,
    value: words.euros(montantCents ?? quantite * prixUnitaireCents),
    photo: photoUrl && URL.canParse(photoUrl, base) ? new URL(photoUrl, base).href : undefined,
  }))

const deliveryRows = ({ words: { rows, euros }, donnees: { livraison } }: About): Row[] =>
  livraison
    ? [
        {
          label: rows.delivery(livraison.nom),
          value: livraison.prixCents === 0 ? rows.free : euros(livraison.prixCents),
        },
      ]
    : []

const countRows = ({ words, donnees: { articles = [] } }: About): Row[] =>
  articles.map(({ nom, quantite }) => ({
    ...{ label: nom ?? words.rows.article, value: `× ${quantite}`, kind: 'detail' as const },
  }))

function orderRows(about: About): Row[] {
  const { rows, euros } = about.words
  const { remiseCents = 0, tva = [], magasin, montantCents } = about.donnees
  const goods = articleRows(about)
  if (remiseCents > 0) goods.push({ label: rows.discounts, value: euros(-remiseCents) })
  goods.push(...deliveryRows(about))
  if (montantCents !== undefined) goods.push({ label: rows.total, value: euros(montantCents), kind: 'total' })
  for (const { tauxTva, tvaCents } of tva)
    goods.push({ label: rows.vat(tauxTva), value: euros(tvaCents), kind: 'detail' })
  if (magasin) goods.push({ label: rows.collection, value: magasin.nom, kind: 'detail' })
  return goods
}

/** The rows of a refund: of a partial one, also the payment, its earlier refunds and what is left of it. */
function refundRows({ words: { rows, euros }, donnees }: About): Row[] {
  const { montantCents = 0, payeCents = montantCents, rembourseCents = montantCents, devise } = donnees
  const row = (label: string, cents: number) => ({ label, value: euros(cents, devise) })
  if (payeCents === montantCents) return [{ ...row(rows.refunded, montantCents), kind: 'total' }]
  const before = rembourseCents - montantCents
  return [
    row(rows.paid, payeCents),
    ...(before > 0 ? [row(rows.refundedBefore, -before)] : []),
    row(rows.refunded, -montantCents),
    { ...row(rows.stillPaid, payeCents - rembourseCents), kind: 'total' },
  ]
}

/** A return refunds at most what is left of the payment; a row states the rest, so that the rows add up. */
function returnRows(about: About): Row[] {
  const { rows, euros } = about.words
  const { articles = [], livraison, montantCents = 0 } = about.donnees
  const returned = articles.reduce((sum, line) => sum + (line.montantCents ?? 0), livraison?.prixCents ?? 0)
  return [
    ...articleRows(about),
    ...(livraison ? deliveryRows(about) : []),
    ...(returned > montantCents
      ? [{ label: rows.refundedBefore, value: euros(montantCents - returned) }]
      : []),
    { label: rows.refunded, value: euros(montantCents), kind: 'total' },
  ]
}

const receiptRows = ({ words: { rows, euros }, donnees: { montantCents = 0, devise } }: About): Row[] => [
  { label: rows.paid, value: euros(montantCents, devise), kind: 'total' },
]

const ROWS: Partial<Record<Template, (about: About) => Row[]>> = {
  'commande-recue': orderRows,
  'paiement-manquant': orderRows,
  'lien-paiement': orderRows,
  'commande-annulee': orderRows,
  facture: orderRows,
  'recu-paiement': receiptRows,
  remboursement: refundRows,
  retour: returnRows,
  retractation: countRows,
  'commande-expediee': countRows,
  'commande-prete': countRows,
}

/** The URLs of a mail's links; undefined without one. */
export type Links = { main?: string | undefined; cancel?: string | undefined }

/** Returns the content of a mail. */
export function contentOf(
  { modele, ordreId, donnees }: Pick<Mail, 'modele' | 'ordreId' | 'donnees'>,
  { name: boutique, base }: Pick<Shop, 'name' | 'base'>,
  { main, cancel }: Links,
): Content {
  const words = WORDS[donnees.langue ?? 'fr']
  const suivi = donnees.suivi && TRACKING.test(donnees.suivi) ? donnees.suivi : undefined
  const commande = isOwn(ordreId) ? ` ${ordreId}` : ''
  const { action, cancelling, note, ...text } = words.mails[modele]({ boutique, commande, donnees, suivi })
  return {
    ...{ words, ...text, note: note ?? words.noReply },
    rows: ROWS[modele]?.({ words, donnees, base }) ?? [],
    links: [
      { label: action, url: donnees.suiviUrl ?? main },
      { label: cancelling, url: cancel },
    ].filter((link): link is Content['links'][number] => Boolean(link.label && link.url)),
  }
}

/** Replaces the secret of a link wherever a mail is shown to anyone but its recipient. */
export const MASK = '•••'
