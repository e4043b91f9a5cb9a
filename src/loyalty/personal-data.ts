import { personalDataOperations } from '../accounts/contract.ts'
import type { Clock } from '../platform/clock.ts'
import { violatedConstraint } from '../platform/database/faults.ts'
import { clearRuns } from '../platform/imports/runs/store.ts'
import { createPersonalDataRoutes } from '../platform/personal-data/routes.ts'
import { Problem } from '../platform/problem.ts'
import {
  anonymizeClients,
  clearBuyers,
  clearReasons,
  listAdjustments,
  listAttributions,
  listClientsOfPerson,
} from './clients/store.ts'

/** The loyalty record and the points of orders. An erasure keeps the number, the points and the level. */
export const personalData = (clock: Clock) =>
  createPersonalDataRoutes(personalDataOperations, {
    collect: async (db, person) => {
      const client = await listClientsOfPerson(db, person)
      const ids = client.map(({ id }) => id)
      const attribution = await listAttributions(db, ids)
      return { client, attribution, ajustement: await listAdjustments(db, ids) }
    },
    erase: async (tx, person, pseudonym) => ({
      attribution: await clearBuyers(tx, person),
      ajustement: await clearReasons(tx, person),
      importation: await clearRuns(tx, 'loyalty'),
      client: await anonymizeClients(tx, person, pseudonym, clock.now()).catch(error => {
        if (violatedConstraint(error) === undefined) throw error
        throw new Problem(409, 'valeur-prise', 'Another customer has this pseudonym')
      }),
    }),
  })
