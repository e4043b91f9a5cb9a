import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'

type MediaType = 'text/html' | 'application/json'

/** How much a caller wants a type, 0 to 1, by the most exact range that names it (RFC 9110, 12.5.1); undefined when none does. */
function weightOf(accept: string, type: MediaType): number | undefined {
  const ranges = accept.split(',').map(range => {
    const [name = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    const q = Number(parameters.find(parameter => /^q=[\d.]+$/.test(parameter))?.slice(2) ?? 1)
    return { name, q }
  })
  const named = [type, `${type.split('/', 1)}/*`].map(name => ranges.find(range => range.name === name))
  return named.find(range => range !== undefined)?.q
}

/** Whether a caller names this type, and wants it more than the other. */
export function prefers(
  { headers: { accept = '' } }: FastifyRequest,
  type: MediaType,
  other: MediaType,
): boolean {
  const weight = weightOf(accept, type) ?? 0
  return weight > 0 && weight > (weightOf(accept, other) ?? 0)
}

/** The answer of a route that gives a page or its data. */
export const pageOrData = <Data extends TSchema>(data: Data) => ({
  description: 'A page, or its data',
  content: {
    'application/json': { schema: data },
    'text/html': { schema: Type.String({ description: 'The page' }) },
  },
})

/** Sends data where a page might have been sent. */
export const sendData = (reply: FastifyReply, data: unknown) =>
  reply.type('application/json; charset=utf-8').send(data)

/** The first of these languages, unless another of them is wanted more (RFC 9110, 12.5.4): `en-GB` wants `en`. */
export function languageOf<Language extends string>(
  header: string | undefined,
  offered: readonly [Language, ...Language[]],
): Language {
  if (header === undefined) return offered[0]
  const wanted = header.split(',').map(range => {
    const [name = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    const q = Number(parameters.find(parameter => /^q=[\d.]+$/.test(parameter))?.slice(2) ?? 1)
    return { name: name.split('-', 1)[0], q }
  })
  const weightOf = (language: Language) =>
    Math.max(0, ...wanted.flatMap(({ name, q }) => (name === language ? q : [])))
  return offered.reduce((best, other) => (weightOf(other) > weightOf(best) ? other : best))
}
