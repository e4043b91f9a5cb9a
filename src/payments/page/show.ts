import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { today } from '../../platform/clock.ts'
import { problemOf } from '../../platform/http/errors.ts'
import { formatEuros } from '../../platform/money.ts'
import type { Context } from '../context.ts'
import { wayBack } from '../return-url.ts'
import type { Link } from '../tables.ts'
import { csrfOf } from './csrf.ts'
import { cardForm, type FormView } from './form.ts'
import { layout } from './layout.ts'
import { expired, message, paid, pending, refreshWithoutScript } from './outcomes.ts'
import { type PageState, stateOf } from './state.ts'

export type Shown = { status: number; page: string }

export const monthOf = ({ clock }: Context) => today(clock).slice(0, 7)

const NOTICES: Record<string, string> = {
  refuse:
    'Votre paiement a été refusé. Aucune somme n’a été débitée. Vous pouvez réessayer, avec une autre carte si besoin.',
  annule: 'Le paiement a été annulé. Aucune somme n’a été débitée. Vous pouvez recommencer.',
}

/** The page of a link as it stands. */
export async function show(context: Context, token: string, link: Link): Promise<Shown> {
  const state = await stateOf(context, link)
  return state.kind === 'form'
    ? showForm(context, link, state, { status: 200, notice: NOTICES[state.payment?.status ?? ''] })
    : showEnd(context, token, link, state)
}

function showEnd({ secrets }: Context, token: string, link: Link, { kind, payment }: PageState): Shown {
  const back = wayBack(link.returnUrl, { orderId: link.orderId, payment })
  if (kind === 'pending') {
    const own = payment?.lienId === link.id
    const cancel = own ? { action: `${token}/annulation`, csrf: csrfOf(secrets, link) } : undefined
    const content = pending({ status: `${token}/statut`, cancel })
    return {
      status: 200,
      page: layout({ title: 'Paiement en cours', head: refreshWithoutScript, content, link }),
    }
  }
  if (kind === 'paid') {
    const content = paid({ back, reference: payment?.authorizationId ?? null })
    return { status: 200, page: layout({ title: 'Paiement accepté', content, link }) }
  }
  return { status: 410, page: layout({ title: 'Lien expiré', content: expired(back), link }) }
}

type Faulty = Pick<FormView, 'notice' | 'faults' | 'typed'> & { status: number }

/** The form, with what was wrong with what it was sent. */
export function showForm(
  context: Context,
  link: Link,
  { payment }: PageState,
  { status, ...faulty }: Faulty,
): Shown {
  const content = cardForm({
    typed: { cardHolderName: link.titulaire ?? '', expirationDate: '' },
    ...faulty,
    csrf: csrfOf(context.secrets, link),
    month: monthOf(context),
    amount: formatEuros(link.montantCents, link.devise),
    back: wayBack(link.returnUrl, { orderId: link.orderId, payment, status: payment?.status ?? 'annule' }),
  })
  return { status, page: layout({ title: 'Paiement par carte', content, link }) }
}

const PROBLEMS: Record<number, [title: string, text: string]> = {
  403: ['Page périmée', 'Cette page n’est plus à jour. Revenez en arrière et rechargez-la avant de payer.'],
  404: ['Lien inconnu', 'Ce lien de paiement n’existe pas. Vérifiez l’adresse, ou revenez à la boutique.'],
  503: ['Service indisponible', 'Le paiement est momentanément indisponible. Réessayez dans un instant.'],
}

/** A failure as a customer sees it: a page, and nothing of what went wrong inside. */
export function problemPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error)
  if (problem.statusCode >= 500)
    request.log.error({ err: error, route: request.routeOptions.url }, 'A request failed')
  if (problem.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds)
  const [title, text] = PROBLEMS[problem.statusCode] ?? [
    'Paiement impossible',
    'La demande n’a pas pu être traitée. Revenez à la boutique et recommencez.',
  ]
  const up = request.routeOptions.url?.endsWith('/annulation') ? '../' : ''
  return reply
    .code(problem.statusCode)
    .type('text/html; charset=utf-8')
    .send(layout({ title, content: message(title, text) }, up))
}
