import { Problem } from '../../platform/http/problem.ts'
import type { Context } from '../context.ts'
import { endPayments } from '../end-payments.ts'
import { findLatestOfLink } from '../store/transactions.ts'
import type { Link } from '../tables.ts'
import { isCsrf } from './csrf.ts'

/** Cancels the link's own payment if it is still pending; the page then shows how it ended. */
export async function cancelByForm(context: Context, link: Link, csrf: string | undefined) {
  if (!isCsrf(context.secrets, link, csrf)) throw new Problem(403, 'The form is not one of this page')
  const payment = await findLatestOfLink(context.db, link.id)
  if (payment) await endPayments(context, [payment.id], 'annule')
}
