import Type, { type Static } from 'typebox'
import { Limit, Nullable, Page, PageOf, Shape, Timestamp } from '../../platform/http/pages.ts'
import { STATUSES, TEMPLATES } from './mail.ts'

const Status = Type.Enum([...STATUSES], { title: 'StatutCourriel' })

export const MailQuery = Type.Object({
  statut: Type.Optional(Status),
  destinataire: Type.Optional(Type.String({ description: 'The whole address' })),
  ordreId: Type.Optional(Type.String({ maxLength: 100, description: 'Those about this order alone' })),
  page: Page(),
  limit: Limit(20),
})
export type MailQuery = Static<typeof MailQuery>

export const MailShown = Shape('Courriel', {
  id: Type.Integer(),
  modele: Type.Enum([...TEMPLATES]),
  destinataire: Type.String(),
  ordreId: Nullable(Type.String()),
  sujet: Type.String(),
  texte: Type.String({ description: 'What the customer reads; the secret of a link is left out' }),
  statut: Status,
  essais: Type.Integer({ description: 'How often it was tried' }),
  derniereErreur: Nullable(Type.String({ description: 'Why it was not taken the last time' })),
  createdAt: Timestamp,
  envoyeLe: Nullable(Timestamp),
})

export const MailList = PageOf('ListeCourriels', MailShown)

export const OrderMailRequest = Shape('DemandeCourrielCommande', {
  ordreId: Type.String({ minLength: 1, maxLength: 100 }),
})

export const RecipientQuery = Type.Object({
  ordreId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  client: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Any identifier of theirs' }),
  ),
  prouve: Type.Boolean({
    description: 'Whether that customer asks; else only an address that came with the order is told',
  }),
})
export type RecipientQuery = Static<typeof RecipientQuery>

export const Recipient = Shape('Destinataire', {
  adresse: Nullable(
    Type.String({
      description:
        'Its first letter and its domain; null where nobody can be written to, or mails are not sent',
    }),
  ),
})
