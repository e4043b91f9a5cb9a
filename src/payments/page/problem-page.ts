import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { reportFailure } from '../../platform/http/errors.ts'
import { renderLayout } from './html/layout.ts'
import { renderFailure } from './html/outcomes.ts'
import { wordsFor } from './visit.ts'
import type { Words } from './words/fr.ts'

const textsOf = ({ notices, problems }: Words, status: number) =>
  ({
    ...{ 403: problems.outOfDate, 404: problems.unknown, 409: notices.orderGone },
    ...{ 429: problems.tooMany, 503: problems.away },
  })[status] ?? problems.other

/** Statuses after which a retry may succeed. */
const RETRYABLE = [403, 429, 503]

/** Renders an error as a page for the customer, without internal details. */
export function sendProblemPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const problem = reportFailure(error, request)
  if (problem.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds)
  const words = wordsFor(request)
  const texts = textsOf(words, problem.statusCode)
  // The URL's depth below the links' folder; paths to the files and the link are relative to that folder.
  const [, below = ''] = request.routeOptions.url?.split('/paiement/') ?? []
  const up = '../'.repeat(below.split('/').length - 1)
  const { token } = (request.params ?? {}) as { token?: string }
  const page =
    RETRYABLE.includes(problem.statusCode) && token ? `${up}${encodeURIComponent(token)}` : undefined
  const content = renderFailure(words, texts, page)
  return reply
    .code(problem.statusCode)
    .type('text/html; charset=utf-8')
    .send(renderLayout({ words, title: texts.title, state: 'erreur', content }, up))
}
