import Type, { type Static } from 'typebox'
import { DeadLetter } from '../events/dead-letters/schemas.ts'
import { Nullable, Shape, Timestamp } from '../http/pages.ts'

const Queue = Type.Object({
  file: Type.String({ description: 'The queue by its name' }),
  enAttente: Type.Integer(),
  plusAncien: { ...Timestamp, description: 'When the oldest of them was announced' },
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
    {
      total: Type.Integer({ description: 'Kept now' }),
      ecartes: Type.Integer({
        description: 'Not kept any more because newer ones of the same queue needed the room',
      }),
      derniers: Type.Array(DeadLetter, { description: 'The 100 that were refused last, the last first' }),
    },
    { description: 'Messages of the last 30 days that were refused by the areas of this process' },
  ),
  taches: Type.Array(Work, { description: 'Jobs by their kind' }),
})
export type SystemState = Static<typeof SystemState>
