import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import type { Database, DatabasePool, Tx } from './database/database.ts'
import { eventsNaming } from './events/store.ts'
import { Problem, ProblemBody } from './http/problem.ts'
import type { Peer } from './peers.ts'

const names = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description })
const numbers = (description: string) => Type.Array(Type.Integer({ minimum: 1 }), { description })

/** Every name that one person goes by, in whichever area. */
export const Person = Type.Object(
  {
    clientIds: names('CLI_ identifiers, present and former'),
    userIds: numbers('Ids of accounts'),
    numeros: numbers('Numeric ids at loyalty, which the purchase history carries'),
    emails: names('E-mail addresses, in any case'),
    ordreIds: names('Their orders'),
  },
  { title: 'Person' },
)
export type Person = Static<typeof Person>

/** An area that holds personal data, in this process or elsewhere. Those that are `first` are asked before anything is erased. */
export type Holder = { name: string; first: boolean; peer: Peer }

/** What an area holds of a person, and how it lets go of it. Both look at all of the area's tables. */
export type PersonalData = {
  /** The rows that are about the person, by table, as they may be handed out. */
  collect(db: Database, person: Person): Promise<Record<string, readonly unknown[]>>
  /** What must come to its end before anything may be erased, in words for the caller. */
  obstacles?(db: Database, person: Person): Promise<string[]>
  /**
   * Takes out whatever tells who it was; amounts and counts stay, under `pseudonym` where a row must belong to somebody.
   * Gives the number of rows touched, by table. Run again, it finds nothing to do.
   */
  erase(tx: Tx, person: Person, pseudonym: string): Promise<Record<string, number>>
}

export const CollectedData = Type.Object({
  donnees: Type.Record(Type.String(), Type.Array(Type.Unknown()), { description: 'Rows by table' }),
  obstacles: Type.Array(Type.String(), { description: 'What stands against an erasure now' }),
})
export type CollectedData = Static<typeof CollectedData>

export const Erased = Type.Object({
  lignes: Type.Record(Type.String(), Type.Integer(), { description: 'Rows touched, by table' }),
})
export type Erased = Static<typeof Erased>

const refusals = { 400: ProblemBody, 401: ProblemBody }

/** The two routes by which an area answers for its personal data. Names stand in the body: addresses are logged on the way. */
export const personalDataRoutes =
  (area: string, db: DatabasePool, { collect, obstacles, erase }: PersonalData): FastifyPluginAsyncTypebox =>
  async app => {
    app.post(
      '/api/v1/privee/donnees-personnelles',
      {
        config: { access: 'internal', bare: false },
        schema: {
          operationId: `collectPersonalData-${area}`,
          summary: 'All that this area holds of a person',
          body: Person,
          response: { 200: CollectedData, ...refusals },
        },
      },
      async ({ body: person }) => {
        const [donnees, against] = await Promise.all([collect(db, person), obstacles?.(db, person)])
        return { donnees: donnees as Record<string, unknown[]>, obstacles: against ?? [] }
      },
    )

    app.post(
      '/api/v1/privee/effacements',
      {
        config: { access: 'internal', bare: false },
        schema: {
          operationId: `erasePersonalData-${area}`,
          summary: 'Erase a person from this area; amounts and counts stay, under a pseudonym',
          body: Type.Object({ personne: Person, pseudonyme: Type.String({ minLength: 1, maxLength: 50 }) }),
          response: { 200: Erased, ...refusals, 409: ProblemBody, 503: ProblemBody },
        },
      },
      ({ body: { personne, pseudonyme } }) =>
        db.transaction(async tx => {
          const [obstacle] = (await obstacles?.(tx, personne)) ?? []
          if (obstacle) throw new Problem(409, obstacle)
          // They would bring back, or tell, what is erased here.
          if (await eventsNaming(tx, personne.clientIds))
            throw new Problem(503, 'Events that name the customer wait to be sent')
          return { lignes: await erase(tx, personne, pseudonyme) }
        }),
    )
  }
