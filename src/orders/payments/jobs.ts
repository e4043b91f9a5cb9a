import { jobKind } from '../../platform/jobs/job.ts'

export type OfPayment = { ordreId: string; transactionId: string }

/** Due when a shop has had its time to confirm an accepted payment. */
export const settlement = jobKind<OfPayment>('orders.settle-payment')

/** Due when a payment was refused, cancelled or given back. */
export const releasing = jobKind<OfPayment>('orders.release-reservation')
