import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/database.ts'
import { ownerToSave } from '../cards/owners.ts'
import type { Context } from '../context.ts'
import { beginPayment } from '../peers.ts'
import type { Card, Provider } from '../providers/provider.ts'
import { findLiveOfOrder } from '../store/transactions.ts'
import { CARD, CASH, type NewTransaction, type Transaction } from '../tables.ts'
import { alreadyPaying } from './keep-payments.ts'
import { isPaymentProven } from './prove-payment.ts'
import { cardToSave, checkCard, type TakenCard, takeCard } from './take-card.ts'

export type NewPayment = Pick<NewTransaction, 'montantCents' | 'devise'> &
  Partial<Omit<NewTransaction, 'prouve' | 'admission'>> & {
    /** Whether the customer whom it names is the caller, or one that the caller speaks for. */
    proven: boolean
    /** As a customer typed it. */
    card?: Card
    /** Who takes the card; the default provider without it. */
    by?: Provider
    /** One that the provider has taken before. With neither, the payment is in cash. */
    saved?: TakenCard
  }

/** What a card payment is known by from its creation on. */
export const newAuthorization = () => `AUTH_${randomBytes(12).toString('hex').toUpperCase()}`

/**
 * Stores a payment, `en_attente`, with the job that processes it ten seconds later. `keep` is told of it in its transaction.
 * 400 a card that cannot be; 409 a live payment, an order that was closed meanwhile, or goods that ran short; 410 too many
 * cards of its link were refused; 422 another amount than the order's.
 */
export async function createPayment(
  context: Context,
  {
    card: given,
    by = context.providers.byDefault,
    saved,
    authorizationId: begun,
    proven,
    ...payment
  }: NewPayment,
  keep: (tx: Tx, created: Transaction) => Promise<unknown> = async () => {},
): Promise<Transaction> {
  const { montantCents, devise, orderId = null } = payment
  const card = given && checkCard(context, given)
  const taken = saved ?? (card && (await takeCard(by, card)))
  const authorizationId = taken ? (begun ?? newAuthorization()) : null
  if (orderId && (await findLiveOfOrder(context.db, orderId))) throw alreadyPaying()
  const order = orderId
    ? await beginPayment(context, { orderId, montantCents, devise, etape: 'paiement' })
    : undefined
  const clientId = payment.clientId ?? order?.clientId ?? null
  const row: NewTransaction = {
    typePaiement: 'achat',
    lienId: null,
    occurence_credit: null,
    differe: null,
    fidelise: null,
    savePaymentMethod: false,
    magasinId: null,
    ...payment,
    orderId,
    clientId,
    admission: order?.admission ?? null,
    prouve: await isPaymentProven(context, { clientId, proven, lienId: payment.lienId ?? null }, order),
    authorizationId,
    moyen: taken ? CARD : CASH,
    provider: taken?.provider ?? null,
    carte: taken && authorizationId ? context.vault.seal(taken.card, authorizationId) : null,
  }
  const owner =
    row.savePaymentMethod && row.prouve ? await ownerToSave(context, row.fidelise, clientId) : undefined
  const kept = owner && taken && card && cardToSave(context, owner, taken, card.cardNumber)
  return context.keepPayment({ payment: row, card: kept, keep })
}
