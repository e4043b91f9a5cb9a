import Type, { type Static } from 'typebox'
import { Id, Limit, Nullable, Page, PageOf, Shape, Timestamp } from '../../http/pages.ts'

const fields = {
  id: Type.Integer(),
  domaine: Type.String({ description: 'Area that consumes the queue' }),
  file: Type.String({ description: 'Name of the queue' }),
  messageId: Type.String({
    description: 'Id by which duplicates are detected; derived from the body if the sender set none',
  }),
  requestId: Type.String({ description: 'Request id of the message in the logs' }),
  motif: Type.String({ description: 'Reason for the latest rejection' }),
  fois: Type.Integer({
    description: 'Number of rejections, including repeated deliveries of the same message',
  }),
  integrite: Type.Enum(['entier', 'tronque', 'masque', 'illisible', 'efface'], {
    description:
      'Stored part of the body: `entier` all of it, which allows a replay; `tronque` its beginning; `masque` all but sensitive data; `illisible` text that is not JSON; `efface` nothing, because it named an erased person',
  }),
  octets: Type.Integer({ description: 'Size of the stored part of the body, in bytes' }),
  premierLe: { ...Timestamp, description: 'Time of the first rejection' },
  le: { ...Timestamp, description: 'Time of the latest rejection' },
}

export const DeadLetter = Shape('MessageRefuse', fields)
export type DeadLetter = Static<typeof DeadLetter>

export const DeadLetterInFull = Shape('MessageRefuseEntier', {
  ...fields,
  corps: Nullable(
    Type.String({ description: 'Stored part of the body, as text; null if nothing is stored' }),
  ),
})

export const DeadLetterQuery = Type.Object({
  file: Type.Optional(Type.String({ maxLength: 200, description: 'Only messages of this queue' })),
  page: Page(),
  limit: Limit(20),
})

export const DeadLetterList = PageOf('ListeMessagesRefuses', DeadLetter)

export const DeadLetterRef = Type.Object({ id: Id })

export const Replay = Shape('RepriseMessage', {
  resultat: Type.Enum(['pris', 'deja-pris', 'refuse'], {
    description:
      '`pris`: the message was consumed. `deja-pris`: it had been consumed before and the dead letter is deleted. `refuse`: it was rejected again and remains stored',
  }),
  motif: Nullable(
    Type.String({ description: 'Reason for the new rejection; null if the message was consumed' }),
  ),
})
export type Replay = Static<typeof Replay>
