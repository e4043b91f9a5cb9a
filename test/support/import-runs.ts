import type { ImportRunInFull } from '../../src/platform/imports/runs/schemas.ts'
import { eventually } from './eventually.ts'
import { sendFile } from './import.ts'
import type { TestPlatform } from './platform.ts'

/** Sends a file to import in the background. */
export const startImport = (
  shop: TestPlatform,
  url: string,
  file: string | Buffer,
  name = 'catalogue-hiver.json',
) =>
  sendFile<ImportRunInFull & { code?: string }>(
    shop,
    `${url}${url.includes('?') ? '&' : '?'}background=true`,
    file,
    { name },
  )

/** Waits for an import to end, and returns it. */
export const waitForImport = (shop: TestPlatform, url: string) =>
  eventually(
    'the import ends',
    async () => {
      const { body } = await shop.call<ImportRunInFull>('GET', url)
      return body.finLe !== null && body
    },
    60_000,
  )
