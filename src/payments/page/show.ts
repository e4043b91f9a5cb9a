import { today } from '../../platform/clock.ts'
import { formatEuros } from '../../platform/money.ts'
import { cardsOffered, mayUseCards } from '../cards/saved-cards.ts'
import type { Context } from '../context.ts'
import { wayBack } from '../links/return-url.ts'
import type { Link } from '../tables.ts'
import { checkoutForm, isElsewhere, onwardOf } from './checkout.ts'
import { csrfOf } from './csrf.ts'
import { cardForm, type FormView, type Notice } from './html/form.ts'
import { layout } from './html/layout.ts'
import { ended, expired, paid, pending, refreshAfter, refunded } from './html/outcomes.ts'
import { type PageState, stateOf } from './state.ts'

export type Shown = { status: number; page: string }

export const monthOf = ({ clock }: Context) => today(clock).slice(0, 7)

const NOTICES: Record<string, Notice> = {
  refuse: {
    title: 'Paiement refusé',
    text: 'Aucune somme n’a été débitée. Vous pouvez réessayer, avec une autre carte si besoin.',
  },
  annule: {
    title: 'Paiement annulé',
    text: 'Aucune somme n’a été débitée. Vous pouvez recommencer.',
    calm: true,
  },
}

/** The page of a link as it stands. `late`: cancelling was asked for when the payment had been made. */
export async function show(context: Context, token: string, link: Link, late = false): Promise<Shown> {
  const state = await stateOf(context, link)
  return state.kind === 'form'
    ? showForm(context, token, link, state, { status: 200, notice: NOTICES[state.payment?.status ?? ''] })
    : showEnd(context, token, link, state, late)
}

const of = (status: number, page: Parameters<typeof layout>[0]): Shown => ({ status, page: layout(page) })

function showEnd(context: Context, token: string, link: Link, state: PageState, late: boolean): Shown {
  const { kind, payment } = state
  const own = payment?.lienId === link.id
  const back = backOf(link, state)
  const page = { link, back, state: payment?.status ?? 'expire' }
  if (kind === 'pending') {
    const cancel = own ? `${token}/annulation` : undefined
    const age = context.clock.now().getTime() - payment.createdAt.getTime()
    return of(200, {
      ...page,
      title: 'Paiement en cours',
      head: refreshAfter(age < 30_000 ? 2 : age < 300_000 ? 5 : 20),
      content: pending({
        status: `${token}/statut`,
        cancel,
        onward: own ? onwardOf(context, payment) : undefined,
      }),
    })
  }
  if (kind === 'paid') {
    const content = paid({ back, reference: payment.authorizationId, own, late })
    return of(200, { ...page, title: 'Paiement accepté', content, stamp: 'Payé' })
  }
  if (kind === 'refunded')
    return of(200, {
      ...page,
      state: 'rembourse',
      title: 'Paiement remboursé',
      content: refunded(back),
      stamp: 'Remboursé',
    })
  if (kind === 'ended') return of(410, { ...page, title: 'Paiement refusé', content: ended(back) })
  return of(410, { ...page, state: 'expire', title: 'Lien expiré', content: expired(back) })
}

/** Without a payment, going back is giving up. */
const backOf = ({ returnUrl, orderId }: Link, { kind, payment }: PageState) =>
  wayBack(returnUrl, {
    orderId,
    payment,
    status: kind === 'refunded' ? 'rembourse' : (payment?.status ?? 'annule'),
  })

type Faulty = Pick<FormView, 'notice' | 'faults' | 'typed'> & { status: number }

/** The form, with what was wrong with what it was sent. */
export async function showForm(
  context: Context,
  token: string,
  link: Link,
  state: PageState,
  { status, ...faulty }: Faulty,
): Promise<Shown> {
  const { faults = {} } = faulty
  const back = backOf(link, state)
  const view = {
    typed: { cardHolderName: link.titulaire ?? '', expirationDate: '' },
    ...faulty,
    csrf: csrfOf(context.config, link),
    month: monthOf(context),
    amount: formatEuros(link.montantCents, link.devise),
    back,
  }
  const content = isElsewhere(context)
    ? checkoutForm(view)
    : cardForm({
        ...view,
        cards: await cardsOffered(context, link),
        remove: id => `${token}/cartes/${id}/retrait`,
        keepable: mayUseCards(context, link),
      })
  const title = `${Object.keys(faults).length > 0 ? 'Erreur : ' : ''}${faulty.notice?.title ?? 'Paiement par carte'}`
  return of(status, {
    title,
    content,
    link,
    back,
    state: state.payment?.status ?? 'aucun',
    until: link.expireLe,
  })
}
