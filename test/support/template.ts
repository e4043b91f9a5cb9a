import pg from 'pg'
import { areas } from '../../src/areas.ts'
import { migrationsOf } from '../../src/platform/area.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { databaseUrl, TEMPLATE } from './database.ts'

/** Builds the migrated database without records that `createTestDatabase` copies. */
export default async function buildTemplate(adminUrl: string) {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await migrate(databaseUrl(adminUrl, TEMPLATE), migrationsOf(areas))
}
