import { today } from '../../platform/clock.ts'
import { decryptCard } from '../card-vault.ts'
import { listOfferedCards, mayUseCards } from '../cards/saved-cards.ts'
import type { Context } from '../context.ts'
import { createReturnUrl } from '../links/return-url.ts'
import { findReceiptAddress } from '../peers.ts'
import type { Link } from '../tables.ts'
import { type FormView, type Notice, renderCardForm, renderCheckoutForm } from './html/form.ts'
import { deadlineOf, renderLayout, stubOf } from './html/layout.ts'
import { renderClosed, renderPaid, renderPending, renderRefresh } from './html/outcomes.ts'
import { csrfOf, type PageState, readPageState, usesProviderPage, type Visit } from './visit.ts'
import type { Words } from './words/fr.ts'

type Shown = { status: number; page: string }

export const currentMonth = ({ clock }: Context) => today(clock).slice(0, 7)

/** Returns the notice about the link's last payment, above the form for a retry. */
const noticeOf = ({ notices }: Words, status: string | undefined): Notice | undefined => {
  if (status === 'refuse') return notices.refused
  return status === 'annule' ? { ...notices.cancelled, calm: true } : undefined
}

/** Returns the page of a link in its current state. `late`: a cancellation was requested after the payment was made. */
export async function renderCurrentPage(context: Context, visit: Visit, late = false): Promise<Shown> {
  const state = await readPageState(context, visit.link)
  return state.kind === 'form'
    ? renderForm(context, visit, state, { status: 200, notice: noticeOf(visit.words, state.payment?.status) })
    : showEnd(context, visit, state, late)
}

const of = (status: number, page: Parameters<typeof renderLayout>[0]): Shown => ({
  status,
  page: renderLayout(page),
})

async function showEnd(context: Context, visit: Visit, state: PageState, late: boolean): Promise<Shown> {
  const { token, link, words } = visit
  const { kind, payment } = state
  const own = payment?.lienId === link.id
  const back = backOf(link, state)
  const stub = stubOf(context, link)
  const page = { words, stub, back, state: payment?.status ?? 'expire' }
  if (kind === 'pending') {
    const { clock, settings, vault } = context
    const age = clock.now().getTime() - payment.createdAt.getTime()
    return of(200, {
      ...page,
      title: words.pending.title,
      head: renderRefresh(age < 30_000 ? 2 : age < 300_000 ? 5 : 20),
      content: renderPending(words, {
        seconds: settings.paymentDelayMs / 1000 / clock.multiplier,
        status: `${token}/statut`,
        cancel: own ? `${token}/annulation` : undefined,
        onward: own ? decryptCard(vault, payment)?.redirectUrl : undefined,
      }),
    })
  }
  if (kind === 'paid') {
    const receipt = own ? await findReceiptAddress(context, payment) : undefined
    const content = renderPaid(words, { back, reference: payment.authorizationId, own, late, receipt })
    return of(200, { ...page, title: words.paid.title, content, stub: { ...stub, stamp: words.stamps.paid } })
  }
  const reason = kind === 'form' ? 'expired' : kind
  const { title } = words[reason]
  const content = renderClosed(words, reason, back)
  if (kind === 'refunded')
    return of(200, {
      ...page,
      state: 'rembourse',
      title,
      content,
      stub: { ...stub, stamp: words.stamps.refunded },
    })
  return of(410, { ...page, ...(reason === 'expired' && { state: 'expire' }), title, content })
}

/** Returns the URL back to the shop. Returning without a payment counts as a cancellation. */
const backOf = ({ returnUrl, orderId }: Link, { kind, payment }: PageState) =>
  createReturnUrl(returnUrl, {
    orderId,
    payment,
    status: kind === 'refunded' ? 'rembourse' : (payment?.status ?? 'annule'),
  })

/** Returns the name and date of the link's last payment, for a retry; else the name that the shop gave. */
function typedBefore({ vault }: Context, { titulaire }: Link, { payment }: PageState) {
  const { cardHolderName = titulaire ?? '', expirationDate = '' } =
    (payment && decryptCard(vault, payment)) ?? {}
  return { cardHolderName, expirationDate: expirationDate.replace('/20', '/') }
}

type FormErrors = Pick<FormView, 'notice' | 'errors' | 'typed'> & { status: number }

/** Returns the page with the form, and after a failed submission with its errors. */
export async function renderForm(
  context: Context,
  { token, link, words }: Visit,
  state: PageState,
  { status, ...formErrors }: FormErrors,
): Promise<Shown> {
  const { errors = {} } = formErrors
  const back = backOf(link, state)
  const view = {
    words,
    typed: typedBefore(context, link, state),
    ...formErrors,
    csrf: csrfOf(context.config, link),
    month: currentMonth(context),
    amount: words.euros(link.montantCents, link.devise),
    back,
    hasOrder: link.orderId !== null,
  }
  const content = usesProviderPage(context)
    ? renderCheckoutForm(view)
    : renderCardForm({
        ...view,
        cards: await listOfferedCards(context, link),
        remove: id => `${token}/cartes/${id}/retrait`,
        canSaveCard: mayUseCards(context, link),
      })
  const title = `${Object.keys(errors).length > 0 ? words.form.fault : ''}${formErrors.notice?.title ?? words.form.title}`
  return of(status, {
    words,
    title,
    content,
    back,
    state: state.payment?.status ?? 'aucun',
    stub: { ...stubOf(context, link), until: deadlineOf(context, link) },
  })
}
