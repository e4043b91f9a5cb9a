import type { MailData } from '../contract.ts'
import type { Suspension } from '../webhook.ts'

/** What a mail tells of; each has a text of its own. */
export const TEMPLATES = [
  'confirmation',
  'mot-de-passe',
  'commande-recue',
  'recu-paiement',
  'commande-expediee',
  'facture',
  'webhook-suspendu',
] as const
export type Template = (typeof TEMPLATES)[number]

/** `retenu`: until the order is paid. */
export const STATUSES = ['retenu', 'a_envoyer', 'envoye', 'abandonne'] as const
export type MailStatus = (typeof STATUSES)[number]

/** What accounts itself says in a mail, besides what areas announce. */
export type MailContent = MailData & { webhook?: { url: string; motif: Suspension } }

/** A row of accounts.courriel. */
export type Mail = {
  id: number
  modele: Template
  destinataire: string
  compteId: number | null
  clientId: string | null
  ordreId: string | null
  donnees: MailContent
  statut: MailStatus
  essais: number
  derniereErreur: string | null
  perimeLe: Date
  createdAt: Date
  envoyeLe: Date | null
}

/** How long mails and deliveries of webhooks are kept, and how long a mail is attempted. */
export const KEPT_MS = 30 * 86_400_000
export const TRIED_MS = 3 * 86_400_000
