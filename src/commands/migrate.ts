import { areas } from '../areas.ts'
import { readConfig } from '../config.ts'
import { migrationsOf } from '../platform/area.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from './database.ts'

export async function migrateOnly() {
  const database = await openDatabase(readConfig(process.env, areas), { exclusive: false })
  try {
    const applied = await migrate(database.url, migrationsOf(areas))
    console.log(applied.length > 0 ? applied.map(name => `applied ${name}`).join('\n') : 'Nothing to do')
  } finally {
    await database.stop()
  }
}
