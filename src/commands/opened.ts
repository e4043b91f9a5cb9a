import { type App, openApp } from '../app.ts'
import { areas } from '../areas.ts'
import { readConfig } from '../config.ts'
import { realClock } from '../platform/clock.ts'

/** What no area opens without. */
const settings = {
  LOG_LEVEL: 'silent',
  COMPTOIR_PURCHASING_URL: 'http://127.0.0.1/',
  ...Object.fromEntries(
    readConfig({}, areas).secretsNotGiven.map(({ env }) => [env, 'no secret, never used']),
  ),
}

/** Every area, open to be looked at: nothing is asked of a database, for that is enough to know their routes. */
export const openToLookAt = (): Promise<App> =>
  openApp({
    config: readConfig(settings, areas),
    databaseUrl: 'postgres://127.0.0.1/none',
    areas,
    everyArea: areas,
    clock: realClock(),
  })
