import Type, { type Static } from 'typebox'
import { Id, Limit, Nullable, Page, PageOf, Shape, Timestamp } from '../../http/pages.ts'

const fields = {
  id: Type.Integer(),
  domaine: Type.String({ description: 'The area that takes the queue in' }),
  file: Type.String({ description: 'The queue by its name' }),
  messageId: Type.String({
    description: 'By which it is taken in once; made of its body where its sender gave none',
  }),
  requestId: Type.String({ description: 'By which the log has it' }),
  motif: Type.String({ description: 'Why it was refused, the last time' }),
  fois: Type.Integer({ description: 'How often it was refused, deliveries of the same message included' }),
  integrite: Type.Enum(['entier', 'tronque', 'masque', 'illisible', 'efface'], {
    description:
      'What is kept of its body: all (it can be given back), its beginning, less what may not be kept, text that is no JSON, nothing because it names somebody who was erased',
  }),
  octets: Type.Integer({ description: 'Of what is kept of its body' }),
  premierLe: { ...Timestamp, description: 'When it was refused first' },
  le: { ...Timestamp, description: 'When it was refused last' },
}

export const DeadLetter = Shape('MessageRefuse', fields)
export type DeadLetter = Static<typeof DeadLetter>

export const DeadLetterInFull = Shape('MessageRefuseEntier', {
  ...fields,
  corps: Nullable(Type.String({ description: 'The body, as text' })),
})

export const DeadLetterQuery = Type.Object({
  file: Type.Optional(Type.String({ maxLength: 200, description: 'One queue alone' })),
  page: Page(),
  limit: Limit(20),
})

export const DeadLetterList = PageOf('ListeMessagesRefuses', DeadLetter)

export const DeadLetterRef = Type.Object({ id: Id })

export const Replay = Shape('RepriseMessage', {
  resultat: Type.Enum(['pris', 'deja-pris', 'refuse'], {
    description:
      'It had its effect; it had had it before, and the message is forgotten; it was refused again and is still kept',
  }),
  motif: Nullable(Type.String({ description: 'Why it was refused again' })),
})
export type Replay = Static<typeof Replay>
