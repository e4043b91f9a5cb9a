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
