import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static, TSchema } from 'typebox'
import { renameRecords } from '../audit/store.ts'
import type { Database, DatabasePool, Tx } from '../database/database.ts'
import type { DeadLetters } from '../events/dead-letters/dead-letters.ts'
import type { EventKind } from '../events/event.ts'
import { eventsNaming } from '../events/store.ts'
import type { Peers } from '../peers/peers.ts'
import { Problem } from '../problem.ts'
import type { PersonalDataOperations } from './operations.ts'

/** Collects and erases a person's data in all tables of an area. */
type PersonalData<Person> = {
  /** The rows that are about the person, by table, as they may be handed out. */
  collect(db: Database, person: Person): Promise<Record<string, unknown[]>>
  /** Reasons that prevent an erasure now, in words for the caller. */
  obstacles?(db: Database, person: Person): Promise<string[]>
  /**
   * Erases all personal data; amounts and counts stay, under `pseudonym` where a row must belong to somebody.
   * Gives the number of rows touched, by table. Run again, it finds nothing to do.
   */
  erase(tx: Tx, person: Person, pseudonym: string): Promise<Record<string, number>>
}

/** An area that holds personal data, in this process or elsewhere. Those that are `first` are asked before anything is erased. */
export type Holder = { name: string; first: boolean; ask: Peers['ask'] }

/** Data of an area besides its tables: the dead letters of the kinds that it consumes. */
type Held = { db: DatabasePool; deadLetters: DeadLetters; kinds: readonly EventKind[] }

/** The routes by which an area answers for its personal data. */
export type PersonalDataRoutes = (area: string, held: Held) => FastifyPluginAsyncTypebox

/** Answers these operations with what the area holds. */
export const answering =
  <Person extends TSchema>(
    operations: PersonalDataOperations<Person>,
    { collect, obstacles, erase }: PersonalData<Static<Person>>,
  ): PersonalDataRoutes =>
  (area, { db, deadLetters, kinds }) =>
  async app => {
    app.route({
      ...operations.collect(area),
      handler: async ({ body }) => {
        // Checked by the operation's schema, whose type Fastify cannot resolve where it is a parameter.
        const person = body as Static<Person>
        const [donnees, against, refus] = await Promise.all([
          collect(db, person),
          obstacles?.(db, person),
          deadLetters.collect(db, kinds, operations.mentionsOf(person)),
        ])
        return { donnees: { ...donnees, ...(refus.length > 0 && { refus }) }, obstacles: against ?? [] }
      },
    })

    app.route<{ Body: { personne: Static<Person>; pseudonyme: string } }>({
      ...operations.erase(area),
      handler: ({ body: { personne, pseudonyme } }) =>
        db.transaction(async tx => {
          const [obstacle] = (await obstacles?.(tx, personne)) ?? []
          if (obstacle) throw new Problem(409, 'effacement-impossible', obstacle)
          // Pending events would bring back the data that is erased here.
          if (await eventsNaming(tx, operations.namesOf(personne)))
            throw new Problem(503, 'service-indisponible', 'Events that name the person wait to be sent')
          // First, as in a replay: a dead letter is deleted before the rows that its message changes.
          const refus = await deadLetters.erase(tx, area, kinds, operations.mentionsOf(personne))
          const lignes = await erase(tx, personne, pseudonyme)
          await renameRecords(tx, area, operations.namesOf(personne), pseudonyme)
          return { lignes: { ...lignes, ...(refus > 0 && { refus }) } }
        }),
    })
  }
