import { jobKind } from '../../platform/jobs/job.ts'
import { newRequestId } from '../../platform/trace.ts'
import type { Context } from '../context.ts'
import { addressOf, createLinkMail } from '../mails.ts'
import { findOrder } from '../store/orders.ts'

type LinkRequest = { ordreId: string; email: string }

/** The job that runs `sendOrderLink`. */
export const sendOrderLinkJob = jobKind<LinkRequest>('orders.send-link')

/**
 * Requests the mail with the link to an order. Only the job looks up the order, so that the response and its duration
 * do not reveal whether it exists.
 */
export const requestOrderLink = ({ db, jobs }: Context, request: LinkRequest) =>
  db.transaction(tx => jobs.add(tx, sendOrderLinkJob, request))

/**
 * Requests a mail with a link to a paid order. Does nothing for an unpaid order, whose address nobody has confirmed by
 * a payment, for one with another address, or if the address has already had three such mails within an hour.
 */
export async function sendOrderLink({ db, linkMails, outbox }: Context, { ordreId, email }: LinkRequest) {
  const order = await findOrder(db, ordreId)
  if (!order?.confirmeeLe || addressOf(order)?.toLowerCase() !== email.toLowerCase()) return
  if ((await linkMails.consume(email.toLowerCase())) !== undefined) return
  await db.transaction(tx => outbox.publishAll(tx, createLinkMail(order, newRequestId())))
}
