import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { failureOf } from '../../platform/http/errors.ts'
import { layout } from './html/layout.ts'
import { failure } from './html/outcomes.ts'
import { wordsFor } from './visit.ts'
import type { Words } from './words/fr.ts'

const textsOf = ({ problems }: Words, status: number) =>
  ({ 403: problems.outOfDate, 404: problems.unknown, 429: problems.tooMany, 503: problems.away })[status] ??
  problems.other

/** Statuses after which a second try may succeed. */
const AGAIN = [403, 429, 503]

/** A failure as a customer sees it: a page, and nothing of what went wrong inside. */
export function problemPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const problem = failureOf(error, request)
  if (problem.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds)
  const words = wordsFor(request.headers['accept-language'])
  const texts = textsOf(words, problem.statusCode)
  // How deep under the links' folder the address lies; the files and the link itself are named from there.
  const [, below = ''] = request.routeOptions.url?.split(':token') ?? []
  const up = '../'.repeat(below.split('/').length - 1)
  const { token } = (request.params ?? {}) as { token?: string }
  const page = AGAIN.includes(problem.statusCode) && token ? `${up}${encodeURIComponent(token)}` : undefined
  return reply
    .code(problem.statusCode)
    .type('text/html; charset=utf-8')
    .send(layout({ words, title: texts.title, state: 'erreur', content: failure(words, texts, page) }, up))
}
