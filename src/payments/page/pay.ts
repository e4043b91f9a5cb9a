import { Problem } from '../../platform/problem.ts'
import { mayUseCards, savedCardOf } from '../cards/saved-cards.ts'
import type { Context } from '../context.ts'
import { createPayment, type NewPayment } from '../creating/create-payment.ts'
import { paymentOf } from '../links/create-link.ts'
import { isElsewhere, payElsewhere } from './checkout.ts'
import { checkCsrf } from './csrf.ts'
import { NEW_CARD } from './html/card-choice.ts'
import type { FormView, Notice } from './html/form.ts'
import { type CardFaults, type CardFields, readCard } from './read-card.ts'
import { monthOf, type Shown, show, showForm } from './show.ts'
import { stateOf } from './state.ts'
import type { Visit } from './visit.ts'
import type { Words } from './words/words.ts'

export type PayForm = CardFields & {
  csrf?: string
  /** The identifier of a saved card, or `nouvelle`. */
  carte?: string
  /** Asks for the typed card to be kept. */
  garder?: string
}

const noticeOf = ({ notices }: Words, status: number): Notice | undefined =>
  ({ 404: notices.cardGone, 409: notices.orderGone, 422: notices.otherAmount, 503: notices.away })[status]

type Means = Pick<NewPayment, 'card' | 'saved' | 'savePaymentMethod' | 'fidelise'>

/** What the form pays with: a saved card, or the one that was typed, which may be kept. */
async function meansOf(
  context: Context,
  { link, words }: Visit,
  { carte = NEW_CARD, garder, ...fields }: PayForm,
): Promise<Means | { faults: CardFaults }> {
  if (carte !== NEW_CARD) return { saved: await savedCardOf(context, link, Number(carte)) }
  const read = readCard(fields, monthOf(context), words)
  if ('faults' in read) return read
  const savePaymentMethod = garder !== undefined && mayUseCards(context, link)
  return { card: read.card, savePaymentMethod, fidelise: link.clientFideliseId }
}

/** Pays with the card of the form. Gives the page that says why not; undefined when a payment is under way or made. */
export async function payByForm(
  context: Context,
  visit: Visit,
  form: PayForm,
  address: string,
): Promise<Shown | undefined> {
  const { link } = visit
  checkCsrf(context.config, link, form.csrf)
  const state = await stateOf(context, link)
  if (state.kind === 'expired' || state.kind === 'ended') return show(context, visit)
  if (state.kind !== 'form') return undefined

  const { cardHolderName = '', expirationDate = '', carte, garder } = form
  const typed: FormView['typed'] = { cardHolderName, expirationDate, carte, garder: garder !== undefined }
  try {
    if (isElsewhere(context)) {
      await payElsewhere(context, link, address)
      return undefined
    }
    const means = await meansOf(context, visit, form)
    if ('faults' in means)
      return showForm(context, visit, state, { status: 400, faults: means.faults, typed })
    await createPayment(context, { ...paymentOf(link), ...means })
    return undefined
  } catch (error) {
    // Another window tried the last card.
    if (error instanceof Problem && error.statusCode === 410) return show(context, visit)
    const notice = error instanceof Problem ? noticeOf(visit.words, error.statusCode) : undefined
    if (!notice) throw error
    const { statusCode } = error as Problem
    // Two clicks, or two windows: the other one has paid.
    const now = await stateOf(context, link)
    if (now.kind !== 'form') return undefined
    // The card that was chosen is gone: another one is to be.
    const again = statusCode === 404 ? { ...typed, carte: undefined } : typed
    return showForm(context, visit, now, { status: statusCode, notice, typed: again })
  }
}
