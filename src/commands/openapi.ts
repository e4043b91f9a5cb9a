import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApp } from '../app.ts'
import { areaNames, areas } from '../areas.ts'
import { readConfig } from '../config.ts'
import { realClock } from '../platform/clock.ts'
import { asyncDocument } from '../platform/events/channels.ts'
import { text } from '../platform/http/yaml.ts'
import { version } from '../version.ts'

/** What no area opens without. */
const settings = {
  LOG_LEVEL: 'silent',
  COMPTOIR_PURCHASING_URL: 'http://127.0.0.1/',
  ...Object.fromEntries(
    readConfig({}, areas).secretsNotGiven.map(({ env }) => [env, 'no secret, never used']),
  ),
}

/**
 * The documents by path: OpenAPI of the bare host (`comptoir`) and of each area, AsyncAPI of the events. Derived from the
 * routes and consumers, so that they cannot tell anything else.
 */
export async function documents(): Promise<Map<string, string>> {
  const config = readConfig(settings, areas)
  // Nothing is asked of the database: opening the areas is enough to know their routes.
  const app = await openApp({
    config,
    databaseUrl: 'postgres://127.0.0.1/none',
    areas,
    everyArea: areas,
    clock: realClock(),
  })
  const written = new Map([['openapi/comptoir.yaml', text(app.documents.of())]])
  for (const area of areaNames) written.set(`openapi/${area}.yaml`, text(app.documents.of(area)))
  written.set('asyncapi.yaml', text(asyncDocument(app.channels, version)))
  await app.close()
  return written
}

export async function writeDocuments(folder: string) {
  const written = await documents()
  await mkdir(join(folder, 'openapi'), { recursive: true })
  for (const [name, text] of written) await writeFile(join(folder, name), text)
  console.log(`Wrote ${written.size} documents to ${folder}`)
}
