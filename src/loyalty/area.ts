import { defineArea } from '../platform/area.ts'
import { loyaltyRoutes } from './clients/routes.ts'
import { clientImportRoute } from './imports/import-clients.ts'
import { personalData } from './personal-data.ts'
import { pointConsumers } from './points/consumers.ts'
import { pointRoutes } from './points/routes.ts'

/** Loyalty customers: who they are, their points and level. */
export const loyalty = defineArea({
  name: 'loyalty',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['accounts', 'orders'],
  personalData: { open: ({ clock }) => personalData(clock) },
  open: platform => ({
    routes: async app => {
      await app.register(loyaltyRoutes(platform))
      await app.register(pointRoutes(platform))
      await app.register(clientImportRoute(platform))
    },
    consumers: pointConsumers(platform),
  }),
})
