import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { openApp } from '../app.ts'
import { areaNames, areas } from '../areas.ts'
import { readConfig } from '../config.ts'
import { realClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'

/** The OpenAPI documents by file name: `comptoir`, the interface of the bare host, and one for each area. */
export async function documents(): Promise<Map<string, string>> {
  const config = readConfig({ COMPTOIR_PURCHASING_URL: 'http://127.0.0.1/' }, areaNames)
  // Nothing is asked of the database: opening the areas is enough to know their routes.
  const app = await openApp({
    config,
    databaseUrl: 'postgres://127.0.0.1/none',
    secrets: { tokenSecret: 'unused', cardKeys: ['unused'] },
    log: createLog('silent'),
    areas,
    clock: realClock(),
  })
  const written = new Map([['comptoir.yaml', stringify(app.documents.of())]])
  for (const area of areaNames) written.set(`${area}.yaml`, stringify(app.documents.of(area)))
  await app.close()
  return written
}

export async function writeDocuments(folder: string) {
  const written = await documents()
  await mkdir(folder, { recursive: true })
  for (const [name, text] of written) await writeFile(join(folder, name), text)
  console.log(`Wrote ${written.size} documents to ${folder}`)
}
