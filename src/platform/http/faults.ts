import type { FastifySchemaValidationError } from 'fastify'
import { Problem } from '../problem.ts'

const ALTERNATIVES = ['anyOf', 'oneOf']

const named: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
}

/** Ajv says of an enumeration only that there is one, and of a format only its name. */
function messageOf({ keyword, params, message }: FastifySchemaValidationError) {
  if (keyword === 'enum')
    return `must be one of ${(params.allowedValues as unknown[]).filter(value => value !== null).join(', ')}`
  return keyword === 'format' && params.format === 'moment' ? 'must be an ISO 8601 date or moment' : message
}

const distinct = (texts: (string | undefined)[]) => [...new Set(texts)].join(' or ')

/**
 * What is wrong, in one sentence. Where a value may be one thing or another, Ajv tells for each why it is not that one: of
 * those the ones that came furthest into the value count, and where none got past its type, what it may be.
 */
function tell(faults: FastifySchemaValidationError[]): { path: string; text: string } {
  const [first] = faults
  if (!ALTERNATIVES.includes(faults.at(-1)?.keyword ?? ''))
    return { path: first?.instancePath ?? '', text: (first && messageOf(first)) ?? 'is not valid' }
  const reasons = faults.filter(({ keyword }) => !ALTERNATIVES.includes(keyword))
  const path = reasons.map(({ instancePath }) => instancePath).reduce((a, b) => (b.length > a.length ? b : a))
  const furthest = reasons.filter(({ instancePath }) => instancePath === path)
  const rules = furthest.filter(({ keyword }) => keyword !== 'type')
  if (rules.length > 0) return { path, text: distinct(rules.map(messageOf)) }
  const types = furthest.flatMap(({ params }) => params.type as string | string[])
  return { path, text: `must be ${distinct(types.map(type => named[type] ?? type))}` }
}

/** The 400 of a body, a query or a path that breaks its schema; `part` is its name. */
export function brokenSchema(faults: FastifySchemaValidationError[], part: string): Problem {
  const { path, text } = tell(faults)
  return new Problem(400, 'requete-invalide', `${part}${path} ${text}`)
}
