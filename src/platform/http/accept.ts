import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'

type MediaType = 'text/html' | 'application/json'

/** Parses an Accept or Accept-Language header into ranges, in lower case, with their weights (RFC 9110, 12.4.2). */
const parseRanges = (header: string) =>
  header.split(',').map(range => {
    const [name = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    const q = Number(parameters.find(parameter => /^q=[\d.]+$/.test(parameter))?.slice(2) ?? 1)
    return { name, q }
  })

/**
 * Returns the weight of a type from the most specific range that names it; 0 if none does, even if a range of all types
 * matches.
 */
function weightOf(accept: string, type: MediaType): number {
  const ranges = parseRanges(accept)
  const named = [type, `${type.split('/', 1)}/*`].map(name => ranges.find(range => range.name === name))
  return named.find(range => range !== undefined)?.q ?? 0
}

/** Whether a caller names this type in `Accept` and prefers it to the other. */
export function prefers({ headers: { accept = '' } }: FastifyRequest, type: MediaType, other: MediaType) {
  const weight = weightOf(accept, type)
  return weight > 0 && weight > weightOf(accept, other)
}

/** The response of a route that returns a page or its data. */
export const pageOrData = <Data extends TSchema>(data: Data) => ({
  description: 'An HTML page or JSON, as `Accept` prefers',
  content: {
    'application/json': { schema: data },
    'text/html': { schema: Type.String({ description: 'The page' }) },
  },
})

/** Sends the data of a page as JSON. */
export const sendData = (reply: FastifyReply, data: unknown) =>
  reply.type('application/json; charset=utf-8').send(data)

/**
 * Returns the first of these languages, unless the header prefers another one (RFC 9110, 12.5.4). `en-GB` counts as `en`.
 */
export function languageOf<Language extends string>(
  header: string | undefined,
  offered: readonly [Language, ...Language[]],
): Language {
  if (header === undefined) return offered[0]
  const ranges = parseRanges(header)
  const weightOf = (language: Language) =>
    Math.max(0, ...ranges.flatMap(({ name, q }) => (name.split('-', 1)[0] === language ? q : [])))
  return offered.reduce((best, other) => (weightOf(other) > weightOf(best) ? other : best))
}
