import { randomBytes } from 'node:crypto'
import pg from 'pg'

export const TEMPLATE = 'comptoir_template'

export const databaseUrl = (adminUrl: string, name: string) => {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Returns the URL of the database server that the test command started; throws if there is none. */
export function adminUrl(): string {
  const url = process.env.COMPTOIR_TEST_DATABASE_URL
  if (!url) throw new Error('Run the tests with: npm test [files…]')
  return url
}

async function administrate(statement: string) {
  const admin = new pg.Client({ connectionString: adminUrl() })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}

let databases: string[] = []

/** Returns a function that drops the databases created so far; one that is in use stays until the server stops. */
export function createDatabaseCleanup() {
  const created = databases
  databases = []
  return async () => {
    for (const name of created) await administrate(`drop database ${name}`).catch(() => {})
  }
}

/** Creates a database for the test file as a copy of the migrated template or of `template`; returns its URL. */
export async function createTestDatabase(template = TEMPLATE): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administrate(`create database ${name} template ${template} strategy file_copy`)
  databases.push(name)
  return databaseUrl(adminUrl(), name)
}
