import type { TSchema } from 'typebox'
import { tidy } from '../../platform/http/bodies.ts'
import { Problem } from '../../platform/problem.ts'
import { ofBody } from '../../platform/schemas.ts'

/** Validates an element of a file or a batch. The message of its fault; undefined when it is valid. */
export type Check = (element: unknown) => string | undefined

/** Says by the rules and in the words of a creation's or a change's body what is wrong with an element, called `name`. */
export function checkOf(schema: TSchema, name: string): Check {
  let compiled: ReturnType<typeof ofBody.compile> | undefined
  return element => {
    try {
      tidy(element, undefined, name)
    } catch (error) {
      if (error instanceof Problem) return error.message
      throw error
    }
    compiled ??= ofBody.compile(schema)
    if (compiled(element)) return undefined
    const fault = compiled.errors?.[0]
    const allowed = (fault?.params.allowedValues as unknown[] | undefined)?.filter(value => value !== null)
    return `${name}${fault?.instancePath ?? ''} ${fault?.message ?? 'is invalid'}${allowed ? `: ${allowed.join(', ')}` : ''}`
  }
}
