import { arch, platform } from 'node:os'
import Type, { type Static } from 'typebox'
import { StartError } from '../../platform/problem.ts'
import { createParser } from '../../platform/schemas.ts'

/** The file in a backup that describes the backup. */
export const DESCRIPTION = 'backup.json'

const Description = Type.Object({
  format: Type.Literal(1),
  /** The version of comptoir. */
  version: Type.String(),
  /** The PostgreSQL major version and the system that can read the data files. */
  postgres: Type.String(),
  system: Type.String(),
  /** The backup contains every change acknowledged before `begun`, and none that began after `ended`. */
  begun: Type.String(),
  ended: Type.String(),
  /** The applied migrations: schema, name, checksum. */
  migrations: Type.Array(
    Type.Object({ schema: Type.String(), name: Type.String(), checksum: Type.String() }),
  ),
  /** The names of the secrets in the data folder; their values are not in the backup. */
  secrets: Type.Array(Type.String()),
})
export type Description = Static<typeof Description>

export const describeSystem = () => `${platform()}-${arch()}`

const parse = createParser(Description)

export function parseDescription(text: string | undefined, path: string): Description {
  try {
    return parse(JSON.parse(text ?? ''))
  } catch {
    throw new StartError(`${path} is not a backup that this version of comptoir can read`)
  }
}
