import type { Context } from '../context.ts'
import { abandonPayment } from '../processing/cancel-payment.ts'
import { findLatestOfLink } from '../store/transactions.ts'
import type { Link } from '../tables.ts'
import { checkCsrf, csrfOf } from './csrf.ts'
import { layout } from './html/layout.ts'
import { confirmation } from './html/outcomes.ts'
import { stateOf } from './state.ts'
import { stubOf } from './stub-of.ts'
import type { Visit } from './visit.ts'

/** Asks whether to cancel; undefined when the link has nothing pending of its own. */
export async function askToCancel(
  context: Context,
  { token, link, words }: Visit,
): Promise<string | undefined> {
  const { kind, payment } = await stateOf(context, link)
  if (kind !== 'pending' || payment.lienId !== link.id) return undefined
  const { title, text, yes, no } = words.cancellation
  const content = confirmation({
    title,
    text: text(words.euros(link.montantCents, link.devise)),
    action: 'annulation',
    csrf: csrfOf(context.config, link),
    yes,
    no,
    page: `../${token}`,
  })
  return layout({ words, title, state: 'en_attente', content, stub: stubOf(context, link) }, '../')
}

/** Cancels the link's own payment if it is still pending. `late` when it had been made already. */
export async function cancelByForm(
  context: Context,
  link: Link,
  csrf: string | undefined,
): Promise<{ late: boolean }> {
  checkCsrf(context.config, link, csrf)
  const payment = await findLatestOfLink(context.db, link.id)
  const ended = payment && (await abandonPayment(context, payment))
  if (ended?.status === 'annule') return { late: false }
  return { late: (await stateOf(context, link)).kind === 'paid' }
}
