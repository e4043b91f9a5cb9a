import Type, { type Static } from 'typebox'
import { Limit, Nullable, Page, PageOf, Shape, Timestamp } from '../../platform/http/pages.ts'
import type { MailData } from '../contract.ts'
import type { SuspensionReason } from '../webhook.ts'

/** Each template has a text in `words/`. */
export const Template = Type.Enum([
  'confirmation',
  'mot-de-passe',
  'commande-recue',
  'paiement-manquant',
  'lien-paiement',
  'recu-paiement',
  'commande-expediee',
  'suivi-commande',
  'commande-prete',
  'commande-annulee',
  'remboursement',
  'retour',
  'facture',
  'retractation',
  'webhook-suspendu',
])
export type Template = Static<typeof Template>

/** `retenu`: held until the order is paid. */
const Status = Type.Enum(['retenu', 'a_envoyer', 'envoye', 'abandonne'], { title: 'StatutCourriel' })

/** The data of a mail, from the area that requests it or from accounts itself. */
export type MailContent = MailData & { webhook?: { url: string; motif: SuspensionReason } }

/** A row of accounts.courriel. */
export type Mail = {
  id: number
  modele: Template
  destinataire: string
  compteId: number | null
  clientId: string | null
  ordreId: string | null
  donnees: MailContent
  statut: Static<typeof Status>
  essais: number
  derniereErreur: string | null
  perimeLe: Date
  createdAt: Date
  envoyeLe: Date | null
}

/** Mails and webhook events, with their deliveries, are deleted after this time. */
export const RETENTION_MS = 30 * 86_400_000
/** The time for which sending a mail is attempted. A mail with a single-use link expires earlier, with its link. */
export const RETRY_WINDOW_MS = 3 * 86_400_000

export const MailQuery = Type.Object({
  statut: Type.Optional(Status),
  destinataire: Type.Optional(Type.String({ description: 'Complete e-mail address' })),
  ordreId: Type.Optional(Type.String({ maxLength: 100, description: 'Only mails about this order' })),
  page: Page(),
  limit: Limit(20),
})
export type MailQuery = Static<typeof MailQuery>

const MailAnswer = Shape('Courriel', {
  id: Type.Integer(),
  modele: Template,
  destinataire: Type.String(),
  ordreId: Nullable(Type.String()),
  sujet: Type.String(),
  texte: Type.String({ description: 'Text of the mail, without the secrets of its links' }),
  statut: Status,
  essais: Type.Integer({ description: 'Number of delivery attempts' }),
  derniereErreur: Nullable(Type.String({ description: 'Error of the last delivery attempt' })),
  createdAt: Timestamp,
  envoyeLe: Nullable(Timestamp),
})

export const ResentMail = Shape('CourrielRenvoye', { destinataire: Type.String(), statut: Status })

export const MailList = PageOf('ListeCourriels', MailAnswer)
