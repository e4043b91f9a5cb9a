import Type, { type Static } from 'typebox'
import { Nullable, Shape, Timestamp } from '../http/pages.ts'

const Queue = Type.Object({
  file: Type.String({ description: 'The queue by its name' }),
  enAttente: Type.Integer(),
  plusAncien: { ...Timestamp, description: 'When the oldest of them was announced' },
})

const Refused = Type.Object({
  file: Type.String(),
  messageId: Type.String(),
  requestId: Type.String({ description: 'By which the log has it' }),
  motif: Type.String(),
  le: Timestamp,
})

const Work = Type.Object({
  nom: Type.String(),
  enAttente: Type.Integer({ description: 'Not begun, whether due or not' }),
  enRetard: Type.Integer({ description: 'Due for more than a minute and not begun' }),
  enCours: Type.Integer(),
  enEchec: Type.Integer({ description: 'Failed at least once, and tried again' }),
  abandonnees: Type.Integer({ description: 'Failed as often as they may' }),
  prochaine: Nullable({ ...Timestamp, description: 'When the next is due, in real time' }),
})

/** How one process stands, and what waits in its database. */
export const SystemState = Shape('EtatSysteme', {
  version: Type.String(),
  demarreLe: { ...Timestamp, description: 'When this process started, in real time' },
  domaines: Type.Array(Type.String(), { description: 'The areas that this process serves' }),
  horloge: Type.Object({
    heure: { ...Timestamp, description: "The platform's time" },
    multiplicateur: Type.Number(),
    heureReelle: Timestamp,
  }),
  transport: Type.Enum(['rabbitmq', 'interne'], {
    description: 'What carries events: RabbitMQ, or the process itself',
  }),
  evenements: Type.Object({ enAttente: Type.Integer(), files: Type.Array(Queue) }),
  refus: Type.Object(
    { total: Type.Integer(), derniers: Type.Array(Refused) },
    { description: 'Messages that this process refused since it started; the newest 100, newest first' },
  ),
  taches: Type.Array(Work, { description: 'Jobs by their kind' }),
})
export type SystemState = Static<typeof SystemState>
