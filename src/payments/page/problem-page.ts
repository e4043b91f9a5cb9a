import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { failureOf } from '../../platform/http/errors.ts'
import { layout } from './html/layout.ts'
import { failure } from './html/outcomes.ts'

type Told = { title: string; text: string; again?: boolean }

const TOLD: Record<number, Told> = {
  403: {
    title: 'Page périmée',
    text: 'Cette page n’était plus à jour, et rien n’a été envoyé à votre banque. Revenez au paiement et recommencez.',
    again: true,
  },
  404: {
    title: 'Lien inconnu',
    text: 'Ce lien de paiement n’existe pas. Vérifiez l’adresse, ou revenez à la boutique.',
  },
  429: {
    title: 'Trop de demandes',
    text: 'Trop de demandes sont arrivées de votre adresse. Patientez un instant, puis réessayez.',
    again: true,
  },
  503: {
    title: 'Service indisponible',
    text: 'Le paiement est momentanément indisponible. Réessayez dans un instant.',
    again: true,
  },
}

/** A failure as a customer sees it: a page, and nothing of what went wrong inside. */
export function problemPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const problem = failureOf(error, request)
  if (problem.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds)
  const { title, text, again } = TOLD[problem.statusCode] ?? {
    title: 'Paiement impossible',
    text: 'La demande n’a pas pu être traitée. Revenez à la boutique et recommencez.',
  }
  // How deep under the links' folder the address lies; the files and the link itself are named from there.
  const [, below = ''] = request.routeOptions.url?.split(':token') ?? []
  const up = '../'.repeat(below.split('/').length - 1)
  const { token } = (request.params ?? {}) as { token?: string }
  const page = again && token ? `${up}${encodeURIComponent(token)}` : undefined
  return reply
    .code(problem.statusCode)
    .type('text/html; charset=utf-8')
    .send(layout({ title, state: 'erreur', content: failure(title, text, page) }, up))
}
