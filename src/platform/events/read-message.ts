import { ofBody } from '../schemas.ts'
import { coerce } from './coerce.ts'
import type { EventKind } from './event.ts'

/** Reads a body as its consumer means it, or says what is wrong with it. */
export function bodyReader({ schema }: EventKind) {
  const check = ofBody.compile(schema)
  return (sent: unknown): { body: unknown; fault?: string } => {
    const body = coerce(sent, schema)
    if (check(body)) return { body }
    const [fault] = check.errors ?? []
    return { body, fault: `body${fault?.instancePath ?? ''} ${fault?.message ?? 'is invalid'}` }
  }
}
