import Type, { type Static } from 'typebox'
import { Problem } from '../../platform/problem.ts'
import { validateCardFields, withSlash } from '../cards/card.ts'
import { getSavedCard, mayUseCards } from '../cards/saved-cards.ts'
import type { Context } from '../context.ts'
import { beginCheckout, createPayment, type NewPayment } from '../creating/create-payment.ts'
import { paymentOf } from '../links/create-link.ts'
import { processPayment } from '../processing/process-payment.ts'
import { findLatestOfLink } from '../store.ts'
import { type CardErrors, type FormView, NEW_CARD, type Notice } from './html/form.ts'
import { currentMonth, renderCurrentPage, renderForm } from './show.ts'
import { checkCsrf, readPageState, usesProviderPage, type Visit } from './visit.ts'
import type { Words } from './words/fr.ts'

const Line = Type.Optional(Type.String({ maxLength: 300 }))

export const CardForm = Type.Object({
  csrf: Line,
  /** The identifier of a saved card, or `nouvelle`. */
  carte: Type.Optional(Type.String({ pattern: `^([1-9]\\d{0,14}|${NEW_CARD})$` })),
  cardNumber: Line,
  expirationDate: Line,
  cvc: Line,
  cardHolderName: Line,
  /** Set to save the typed card. */
  garder: Line,
})
type CardForm = Static<typeof CardForm>

const noticeOf = ({ notices }: Words, status: number): Notice | undefined =>
  ({ 404: notices.cardGone, 409: notices.orderGone, 422: notices.otherAmount, 503: notices.away })[status]

type Means = Pick<NewPayment, 'card' | 'saved' | 'savePaymentMethod' | 'fidelise'>

async function meansOf(
  context: Context,
  { link, words }: Visit,
  { csrf: _csrf, carte = NEW_CARD, garder, ...fields }: CardForm,
): Promise<Means | { errors: CardErrors }> {
  if (carte !== NEW_CARD) return { saved: await getSavedCard(context, link, Number(carte)) }
  const card = { cardNumber: '', expirationDate: '', cvc: '', cardHolderName: '', ...fields }
  const errors = validateCardFields(card, currentMonth(context), words.script)
  if (Object.keys(errors).length > 0) return { errors }
  card.expirationDate = withSlash(card.expirationDate)
  const savePaymentMethod = garder !== undefined && mayUseCards(context, link)
  return { card, savePaymentMethod, fidelise: link.clientFideliseId }
}

/**
 * Pays with the card of the form, or begins a payment on the provider's own page, which returns to the page's URL
 * `address`. Returns the page that explains a failure; undefined if the link's page shows the result. Throws 403 if the
 * form does not come from that page.
 */
export async function payByForm(context: Context, visit: Visit, form: CardForm, address: string) {
  const { link } = visit
  checkCsrf(context.config, link, form.csrf)
  const state = await readPageState(context, link)
  if (state.kind === 'expired' || state.kind === 'ended') return renderCurrentPage(context, visit)
  if (state.kind !== 'form') return undefined

  const { cardHolderName = '', expirationDate = '', carte, garder } = form
  const typed: FormView['typed'] = { cardHolderName, expirationDate, carte, garder: garder !== undefined }
  try {
    if (usesProviderPage(context)) {
      await beginCheckout(context, {
        ...paymentOf(link),
        ...{ returnUrl: `${address}?retour=paiement`, cancelUrl: address },
        ...{ courriel: link.courriel, language: visit.words.lang },
      })
      return undefined
    }
    const means = await meansOf(context, visit, form)
    if ('errors' in means)
      return renderForm(context, visit, state, { status: 400, errors: means.errors, typed })
    await createPayment(context, { ...paymentOf(link), ...means })
    return undefined
  } catch (error) {
    // Another window used the last allowed attempt.
    if (error instanceof Problem && error.statusCode === 410) return renderCurrentPage(context, visit)
    const notice = error instanceof Problem ? noticeOf(visit.words, error.statusCode) : undefined
    if (!notice) throw error
    const { statusCode } = error as Problem
    // A concurrent submission, from a second click or window, has paid, or the link has expired meanwhile.
    const now = await readPageState(context, link)
    if (now.kind !== 'form') return undefined
    // The chosen card no longer exists, so the customer must choose another.
    const again = statusCode === 404 ? { ...typed, carte: undefined } : typed
    return renderForm(context, visit, now, { status: statusCode, notice, typed: again })
  }
}

/**
 * Reads the outcome when a customer returns from the provider's page, so that the page does not wait for the
 * notification. While the provider is unavailable the payment stays pending.
 */
export async function settleOnReturn(context: Context, { link }: Visit) {
  const { db, log, providers } = context
  const payment = await findLatestOfLink(db, link.id)
  if (payment?.status !== 'en_attente' || !providers.byName(payment.provider)?.begin) return
  await processPayment(context, payment.id).catch(error =>
    log.warn(
      { err: error, transactionId: payment.id },
      'A payment could not be read when its customer returned',
    ),
  )
}
