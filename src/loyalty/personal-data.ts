import type { Clock } from '../platform/clock.ts'
import type { PersonalData } from '../platform/personal-data.ts'
import { anonymiseClients, attributionsOf, clientsOf } from './store/personal-data.ts'

/** The loyalty record, and the points that orders earned. The number, points and level outlive an erasure. */
export const personalData = (clock: Clock): PersonalData => ({
  collect: async (db, person) => {
    const client = await clientsOf(db, person)
    const attribution = await attributionsOf(
      db,
      client.map(({ id }) => id),
    )
    return { client, attribution }
  },
  erase: async (tx, person, pseudonym) => ({
    client: await anonymiseClients(tx, person, pseudonym, clock.now()),
  }),
})
