import { personalDataOperations } from '../../../src/accounts/contract.ts'
import { defineArea } from '../../../src/platform/area.ts'
import { sql } from '../../../src/platform/database/sql.ts'
import { createPersonalDataRoutes } from '../../../src/platform/personal-data/routes.ts'

/** An eleventh area with personal data, which no list of areas contains: an active gift card blocks an erasure. */
export const giftCards = defineArea({
  name: 'giftcards',
  migrations: new URL('./migrations/', import.meta.url),
  calls: [],
  personalData: {
    open: () =>
      createPersonalDataRoutes(personalDataOperations, {
        collect: async (db, { clientIds }) => ({
          carte: await db.rows(sql`select * from giftcards.carte where "clientId" = any(${clientIds})`),
        }),
        obstacles: async (db, { clientIds }) =>
          (
            await db.rows(sql<{ id: number }>`
            select id from giftcards.carte where "clientId" = any(${clientIds}) and active`)
          ).map(({ id }) => `Gift card ${id} is active`),
        erase: async (tx, { clientIds }, pseudonym) => {
          const erased = await tx.rows(sql`
          update giftcards.carte set "clientId" = ${pseudonym}, message = ''
          where "clientId" = any(${clientIds}) returning id`)
          return { carte: erased.length }
        },
      }),
  },
  open: () => ({ routes: async () => {} }),
})
