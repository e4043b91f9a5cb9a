import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf } from '../../platform/http/errors.ts'
import { layout, told } from './layout.ts'

const TOLD: Record<number, [title: string, text: string]> = {
  410: [
    'Ce lien n’est plus valable',
    'Il a déjà servi, ou son temps est passé. Demandez-en un nouveau à la boutique ; si votre adresse est confirmée ou votre mot de passe changé, il n’y a plus rien à faire.',
  ],
  429: ['Trop de tentatives', 'Réessayez dans quelques minutes.'],
  503: ['Service indisponible', 'Réessayez dans un instant.'],
}

/** A failure as a customer sees it: a page, and nothing of what went wrong inside. */
export const problemPage =
  (shop: string) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { statusCode, retryAfterSeconds } = problemOf(error)
    if (statusCode >= 500)
      request.log.error({ err: error, route: request.routeOptions.url }, 'A request failed')
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    const [title, text] = TOLD[statusCode] ?? [
      'Demande impossible',
      'La demande n’a pas pu être traitée. Reprenez le lien de votre e-mail et recommencez.',
    ]
    return reply
      .code(statusCode)
      .type('text/html; charset=utf-8')
      .send(layout({ shop, title, content: told(title, text), up: '../' }))
  }
