import { listOfferedCards } from '../cards/saved-cards.ts'
import { deleteCard } from '../cards/store.ts'
import type { Context } from '../context.ts'
import { abandonPayment } from '../processing/process-payment.ts'
import { findLatestOfLink } from '../store.ts'
import type { Link } from '../tables.ts'
import { cardName } from './html/form.ts'
import { renderLayout, stubOf } from './html/layout.ts'
import { type Question, renderConfirmation } from './html/outcomes.ts'
import { checkCsrf, csrfOf, readPageState, type Visit } from './visit.ts'

type Confirmation = Omit<Question, 'csrf' | 'page'> & {
  /** The state posted to a framing page. */
  state: string
  /** The path to the links' folder. */
  up: string
}

const confirmationPage = (
  context: Context,
  { token, link, words }: Visit,
  { state, up, ...asked }: Confirmation,
) => {
  const content = renderConfirmation({ ...asked, csrf: csrfOf(context.config, link), page: `${up}${token}` })
  return renderLayout({ words, title: asked.title, state, content, stub: stubOf(context, link) }, up)
}

/** Returns the page that asks to confirm a cancellation; undefined if the link itself has no pending payment. */
export async function renderCancellationPage(context: Context, visit: Visit) {
  const { link, words } = visit
  const { kind, payment } = await readPageState(context, link)
  if (kind !== 'pending' || payment.lienId !== link.id) return undefined
  const text = words.cancellation.text(words.euros(link.montantCents, link.devise))
  const asked = { ...words.cancellation, text, action: 'annulation' }
  return confirmationPage(context, visit, { ...asked, state: 'en_attente', up: '../' })
}

/**
 * Cancels the link's own payment if it is still pending. `late`: the link or its order is already paid. Throws 403 if
 * the form does not come from the link's page, and 503 while the provider is unavailable.
 */
export async function cancelByForm(context: Context, link: Link, csrf: string | undefined) {
  checkCsrf(context.config, link, csrf)
  const payment = await findLatestOfLink(context.db, link.id)
  const ended = payment && (await abandonPayment(context, payment))
  if (ended?.status === 'annule') return { late: false }
  return { late: (await readPageState(context, link)).kind === 'paid' }
}

const findOfferedCard = async (context: Context, link: Link, id: number) =>
  (await listOfferedCards(context, link)).find(card => card.id === id)

/**
 * Returns the page that asks to confirm the removal of a saved card; undefined if the link's page does not (or no
 * longer) offer the card.
 */
export async function renderRemovalPage(context: Context, visit: Visit, id: number) {
  const { link, words } = visit
  const card = await findOfferedCard(context, link, id)
  if (!card) return undefined
  const asked = { ...words.removal, text: words.removal.text(cardName(words, card)), action: 'retrait' }
  return confirmationPage(context, visit, { ...asked, state: 'aucun', up: '../../../' })
}

/**
 * Deletes a saved card if the link's page still offers it. Throws 403 if the form does not come from the link's page.
 */
export async function removeByForm(context: Context, link: Link, id: number, csrf: string | undefined) {
  checkCsrf(context.config, link, csrf)
  if (await findOfferedCard(context, link, id)) await context.db.transaction(tx => deleteCard(tx, id))
}
