import { formatEuros } from '../../platform/money.ts'
import type { Context } from '../context.ts'
import { abandonPayment } from '../processing/cancel-payment.ts'
import { findLatestOfLink } from '../store/transactions.ts'
import type { Link } from '../tables.ts'
import { checkCsrf, csrfOf } from './csrf.ts'
import { layout } from './html/layout.ts'
import { confirmation } from './html/outcomes.ts'
import { stateOf } from './state.ts'

/** Asks whether to cancel; undefined when the link has nothing pending of its own. */
export async function askToCancel(context: Context, token: string, link: Link): Promise<string | undefined> {
  const { kind, payment } = await stateOf(context, link)
  if (kind !== 'pending' || payment.lienId !== link.id) return undefined
  const content = confirmation({
    title: 'Annuler ce paiement ?',
    text: `Les ${formatEuros(link.montantCents, link.devise)} ne seront pas débités. Vous pourrez recommencer ensuite.`,
    action: 'annulation',
    csrf: csrfOf(context.config, link),
    yes: 'Oui, annuler le paiement',
    no: 'Non, le laisser suivre son cours',
    page: `../${token}`,
  })
  return layout({ title: 'Annuler ce paiement ?', state: 'en_attente', content, link }, '../')
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
