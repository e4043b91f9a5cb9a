import type { TSchema } from 'typebox'
import { normalizeTexts } from '../http/bodies.ts'
import { Problem } from '../problem.ts'
import { bodyAjv } from '../schemas.ts'

/**
 * Trims and validates an element of a file or a batch, in place. Returns an error message; undefined if it is valid.
 */
export type Validator = (element: unknown) => string | undefined

/** Returns a validator with the rules and messages of a request body. Its messages call the element `name`. */
export function createValidator(schema: TSchema, name: string): Validator {
  let compiled: ReturnType<typeof bodyAjv.compile> | undefined
  return element => {
    try {
      normalizeTexts(element, undefined, name)
    } catch (error) {
      if (error instanceof Problem) return error.message
      throw error
    }
    compiled ??= bodyAjv.compile(schema)
    if (compiled(element)) return undefined
    const error = compiled.errors?.[0]
    const allowed = (error?.params.allowedValues as unknown[] | undefined)?.filter(value => value !== null)
    return `${name}${error?.instancePath ?? ''} ${error?.message ?? 'is invalid'}${allowed ? `: ${allowed.join(', ')}` : ''}`
  }
}
