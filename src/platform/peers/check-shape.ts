import type { TSchema } from 'typebox'
import { parser } from '../schemas.ts'
import type { Operation } from './operation.ts'

const checks = new WeakMap<TSchema, (body: unknown) => unknown>()

/**
 * Throws when a body is not of the shape that its operation has for this status. What comes over a network may be another
 * one's answer: a proxy's own page, or that of whatever has the address now. Taken for an area's, it would be kept as one.
 */
export function checkShape({ schema }: Operation, status: number, body: unknown) {
  const shape = schema.response[status] ?? {}
  const check = checks.get(shape) ?? parser(shape)
  checks.set(shape, check)
  check(body)
}
