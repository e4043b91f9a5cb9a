import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Link } from '../tables.ts'
import { finderOf } from './find-link.ts'
import { type Words, wordsFor } from './words/words.ts'

/** Somebody on the page of a link. */
export type Visit = { token: string; link: Link; words: Words }

/** Who asks for the page of a token, in the language of their browser; 404 when there is no such link. */
export const visitorOf = (context: Context) => {
  const linkOf = finderOf(context)
  return async ({
    params: { token },
    headers,
  }: Pick<FastifyRequest<{ Params: { token: string } }>, 'params' | 'headers'>): Promise<Visit> => ({
    token,
    link: await linkOf(token),
    words: wordsFor(headers['accept-language']),
  })
}
