import type { PaymentChange } from '../../payments/contract.ts'
import { parseEuros } from '../../platform/money.ts'
import { Problem } from '../../platform/problem.ts'
import { findTransaction, type OrdersPlatform } from '../peers.ts'

export type Refunded = { remboursementId: string; montantCents: number; rembourseCents: number }
/** The amounts of a message, in cents: of the payment when it names one, and of the refund that it tells. */
export type Amounts = { montantCents?: number; refund?: Refunded }

export const REFUNDED = 'rembourse'

/** The amounts of messages. A message with an amount that is none is rejected; while payments is away and has to be asked, all wait. */
export const readChanges = (platform: OrdersPlatform, changes: readonly PaymentChange[]) =>
  Promise.all(
    changes.map(change =>
      readAmounts(platform, change).catch(error => {
        if (error instanceof Problem && error.statusCode < 500) return error
        throw error
      }),
    ),
  )

async function readAmounts(platform: OrdersPlatform, change: PaymentChange): Promise<Amounts> {
  const { status, montant } = change
  if (status === REFUNDED) return readRefund(platform, change)
  return montant === undefined ? {} : { montantCents: parseEuros(montant, 'montant') }
}

/** What was given back. Where the message does not say how much, payments is asked. */
async function readRefund(
  { peers }: OrdersPlatform,
  { transactionId, montant, montantRembourse, remboursementId }: PaymentChange,
): Promise<Amounts> {
  if (montant !== undefined && montantRembourse !== undefined && remboursementId !== undefined) {
    const montantCents = parseEuros(montant, 'montant')
    const rembourseCents = parseEuros(montantRembourse, 'montantRembourse')
    return { refund: { remboursementId: String(remboursementId), montantCents, rembourseCents } }
  }
  const known = await findTransaction(peers, String(transactionId))
  const rembourseCents = known ? known.montantCents - known.restantCents : 0
  if (rembourseCents === 0) return {}
  const told = { remboursementId: `${transactionId}-${rembourseCents}`, montantCents: rembourseCents }
  return { refund: { ...told, rembourseCents } }
}
