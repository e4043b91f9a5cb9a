import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static, TSchema } from 'typebox'
import { renameRecords } from '../audit/store.ts'
import type { Database, DatabasePool, Tx } from '../database/database.ts'
import type { DeadLetters } from '../events/dead-letters/dead-letters.ts'
import type { OwnedConsumer } from '../events/dead-letters/routes.ts'
import { hasEventsNaming } from '../events/store.ts'
import type { Peers } from '../peers/peers.ts'
import { Problem } from '../problem.ts'
import type { PersonalDataOperations } from './operations.ts'

/** Collects and erases a person's data in all tables of an area. */
type PersonalData<Person> = {
  /** Returns the person's rows by table, as they are exported. */
  collect(db: Database, person: Person): Promise<Record<string, unknown[]>>
  /** Returns the reasons that prevent an erasure now, as messages for the caller. */
  obstacles?(db: Database, person: Person): Promise<string[]>
  /**
   * Erases all personal data; amounts and counts remain, under `pseudonym` where a row requires an owner. Returns the
   * number of affected rows by table. A second run has no effect.
   */
  erase(tx: Tx, person: Person, pseudonym: string): Promise<Record<string, number>>
}

/** An area with personal data, in this process or another. Areas with `first` must agree before any area erases data. */
export type Holder = { name: string; first: boolean; ask: Peers['ask'] }

/** The routes for the personal data of an area: in its tables and in the dead letters of its consumers. */
export type PersonalDataRoutes = FastifyPluginAsyncTypebox<{
  area: string
  db: DatabasePool
  deadLetters: DeadLetters
  consumers: readonly OwnedConsumer[]
}>

/** Returns the plugin that adds these routes; its option `area` names the area. */
export const createPersonalDataRoutes =
  <Person extends TSchema>(
    operations: PersonalDataOperations<Person>,
    { collect, obstacles, erase }: PersonalData<Static<Person>>,
  ): PersonalDataRoutes =>
  async (app, { area, db, deadLetters, consumers }) => {
    const kinds = consumers.flatMap(each => (each.area === area ? each.consumer.kind : []))
    app.route({
      ...operations.collect(area),
      handler: async ({ body }) => {
        // The operation's schema has validated the body; Fastify cannot infer the type of a generic schema.
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
          if (await hasEventsNaming(tx, operations.namesOf(personne)))
            throw new Problem(503, 'service-indisponible', 'Events that name the person wait to be sent')
          // Dead letters are deleted before the rows, in the lock order of a replay, which deletes a dead letter before
          // its message changes rows.
          const refus = await deadLetters.erase(tx, area, kinds, operations.mentionsOf(personne))
          const lignes = await erase(tx, personne, pseudonyme)
          await renameRecords(tx, area, operations.namesOf(personne), pseudonyme)
          return { lignes: { ...lignes, ...(refus > 0 && { refus }) } }
        }),
    })
  }
