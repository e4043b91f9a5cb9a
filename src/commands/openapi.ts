import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { areaNames } from '../areas.ts'
import { asyncDocument } from '../platform/events/channels.ts'
import { text } from '../platform/http/yaml.ts'
import { version } from '../version.ts'
import { openToLookAt } from './opened.ts'

/**
 * The documents by path: OpenAPI of the bare host (`comptoir`) and of each area, AsyncAPI of the events. Derived from the
 * routes and consumers, so that they cannot tell anything else.
 */
export async function documents(): Promise<Map<string, string>> {
  const app = await openToLookAt()
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
