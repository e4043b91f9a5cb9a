import { openApp } from '../../../../src/app.ts'
import { readConfig } from '../../../../src/config.ts'
import { definePairArea } from './area.ts'

/** The platform with one small area in a separate process, which publishes the outbox and consumes the area's queue. */
const [, , queue = ''] = process.argv
const areas = [definePairArea(queue)]
const { DATABASE_URL: databaseUrl = '' } = process.env
const app = await openApp({ config: readConfig(process.env, areas), databaseUrl, areas, everyArea: areas })
await app.start()
console.log('ready')
