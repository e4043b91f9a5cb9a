import { arch, platform } from 'node:os'
import Type, { type Static } from 'typebox'
import { StartError } from '../../platform/problem.ts'
import { parser } from '../../platform/schemas.ts'

/** The file of a backup that says what it is. */
export const DESCRIPTION = 'backup.json'

const Description = Type.Object({
  format: Type.Literal(1),
  /** The version of comptoir. */
  version: Type.String(),
  /** Its data files are read by this major version of PostgreSQL, on this kind of machine. */
  postgres: Type.String(),
  system: Type.String(),
  /** All that was acknowledged before it began is in it, and nothing that was begun after its end. */
  begun: Type.String(),
  ended: Type.String(),
  /** Files that were applied: schema, name, checksum. */
  migrations: Type.Array(
    Type.Object({ schema: Type.String(), name: Type.String(), checksum: Type.String() }),
  ),
  /** Which secrets the data folder kept; they are not in the backup. */
  secrets: Type.Array(Type.String()),
})
export type Description = Static<typeof Description>

export const thisSystem = () => `${platform()}-${arch()}`

const parse = parser(Description)

export function readDescription(text: string | undefined, path: string): Description {
  try {
    return parse(JSON.parse(text ?? ''))
  } catch {
    throw new StartError(`${path} is no backup that this version of comptoir can read`)
  }
}
