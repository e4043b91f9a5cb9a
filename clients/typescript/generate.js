import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'

const document = new URL('../../docs/openapi/comptoir.yaml', import.meta.url)
const errors = new URL('../../docs/errors.md', import.meta.url)
const generated = new URL('src/interface.ts', import.meta.url)

/** Writes `src/interface.ts`: the types of the OpenAPI document, and `ErrorCode` from the table of docs/errors.md. */
export async function generateInterface() {
  const types = astToString(await openapiTS(document, { defaultNonNullable: false }))
  const codes = readFileSync(errors, 'utf8').matchAll(/^\| `([a-z-]+)` \|/gm)
  const union = Array.from(codes, ([, code]) => `\n  | '${code}'`).join('')
  // Renamed when complete, because other processes may read the file or write it too.
  const written = new URL(`interface.ts.${process.pid}`, generated)
  writeFileSync(written, `${types}\n/** Every code of docs/errors.md. */\nexport type ErrorCode =${union}\n`)
  renameSync(written, generated)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await generateInterface()
