import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type App, openApp } from '../app.ts'
import { areaNames, areas } from '../areas.ts'
import { readConfig, version } from '../config.ts'
import { createRealClock } from '../platform/clock.ts'
import { createAsyncDocument } from '../platform/events/channels.ts'
import { formatYaml } from '../platform/http/documents/pages.ts'

/** Settings that areas require to open. */
const settings = {
  LOG_LEVEL: 'silent',
  COMPTOIR_PURCHASING_URL: 'http://127.0.0.1/',
  ...Object.fromEntries(
    readConfig({}, areas).missingSecrets.map(({ env }) => [env, 'no secret, never used']),
  ),
}

/** Opens every area without connecting to a database, which suffices to inspect the routes. */
export const openForInspection = (): Promise<App> =>
  openApp({
    config: readConfig(settings, areas),
    databaseUrl: 'postgres://127.0.0.1/none',
    areas,
    everyArea: areas,
    clock: createRealClock(),
  })

/**
 * Returns the documents by path: OpenAPI of the bare host (`comptoir`) and of each area, AsyncAPI of the events. They
 * are derived from the routes and consumers, so that they always match.
 */
export async function renderDocuments(): Promise<Map<string, string>> {
  const app = await openForInspection()
  const written = new Map([['openapi/comptoir.yaml', formatYaml(app.documents.of())]])
  for (const area of areaNames) written.set(`openapi/${area}.yaml`, formatYaml(app.documents.of(area)))
  written.set('asyncapi.yaml', formatYaml(createAsyncDocument(app.channels, version)))
  await app.close()
  return written
}

export async function writeDocuments(folder: string) {
  const written = await renderDocuments()
  await mkdir(join(folder, 'openapi'), { recursive: true })
  for (const [name, text] of written) await writeFile(join(folder, name), text)
  console.log(`Wrote ${written.size} documents to ${folder}`)
}
