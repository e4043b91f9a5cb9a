import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/database.ts'
import { findOwnerToSave } from '../cards/saved-cards.ts'
import type { Context } from '../context.ts'
import { beginPayment, listIdentifiers } from '../peers.ts'
import type { Card, Checkout, Provider } from '../providers/provider.ts'
import { findLiveOfOrder } from '../store.ts'
import { CARD, CASH, type NewTransaction, type Transaction } from '../tables.ts'
import { createLivePaymentProblem } from './insert-payments.ts'
import { createCardToSave, parseCard, type TokenisedCard, tokeniseCard } from './tokenise-card.ts'

export type NewPayment = Pick<NewTransaction, 'montantCents' | 'devise'> &
  Partial<Omit<NewTransaction, 'prouve' | 'admission'>> & {
    /** Whether the named customer is the caller or represented by the caller. */
    proven: boolean
    /** The card as typed by the customer. */
    card?: Card
    /** The provider of the card; the default provider if absent. */
    by?: Provider
    /** An already tokenized card. Without `card` and `saved`, the payment is in cash. */
    saved?: TokenisedCard
  }

/** Generates the identifier that a card payment has from its creation. */
export const createAuthorizationId = () => `AUTH_${randomBytes(12).toString('hex').toUpperCase()}`

/**
 * Inserts a payment as `en_attente`, with a job that processes it after the configured delay. `storeAnswer` runs in
 * the transaction. Throws 400 for an invalid card; 409 for a live payment or an order that cannot be paid, for example
 * for lack of stock; 410 if too many cards of the link were refused; 422 for an amount or currency other than the
 * order's, or a provider that accepts no card numbers; 503 while orders is unavailable.
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
  storeAnswer: (tx: Tx, created: Transaction) => Promise<unknown> = async () => {},
): Promise<Transaction> {
  const { montantCents, devise, orderId = null } = payment
  const card = given && parseCard(context, given)
  const tokenised = saved ?? (card && (await tokeniseCard(by, card)))
  const authorizationId = tokenised ? (begun ?? createAuthorizationId()) : null
  if (orderId && (await findLiveOfOrder(context.db, orderId))) throw createLivePaymentProblem()
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
    moyen: tokenised ? CARD : CASH,
    provider: tokenised?.provider ?? null,
    carte: tokenised && authorizationId ? context.vault.seal(tokenised.card, authorizationId) : null,
  }
  const owner =
    row.savePaymentMethod && row.prouve ? await findOwnerToSave(context, row.fidelise, clientId) : undefined
  const savedCard = owner && tokenised && card && createCardToSave(context, owner, tokenised, card.cardNumber)
  return context.insertPayment({ payment: row, card: savedCard, storeAnswer })
}

/**
 * Whether the customer of a payment is proven. Without a known order, `proven` decides. For the order's customer the
 * order decides, whoever pays: paying does not prove a claim. Nobody is proven for the order of an unproven customer.
 * Another identifier must be proven and, with API keys, belong to the order's customer; a link checks this at creation.
 */
async function isPaymentProven(
  context: Context,
  { clientId, lienId, proven }: Pick<NewTransaction, 'clientId' | 'lienId'> & { proven: boolean },
  order: { clientId: string; prouve: boolean } | undefined,
) {
  if (!order) return proven
  if (!order.prouve || clientId === order.clientId) return order.prouve
  if (!proven || lienId !== null || !context.guard.on) return proven
  return (await listIdentifiers(context, order.clientId)).includes(String(clientId))
}

type CheckoutRequest = Omit<NewPayment, 'card' | 'saved' | 'by' | 'authorizationId'> &
  Pick<Checkout, 'returnUrl' | 'cancelUrl' | 'courriel' | 'language'>

/**
 * Begins a payment on the default provider's own page. The provider is called first: a session without a stored
 * payment is harmless, and is closed if possible, but a payment unknown to the provider would stay pending. Throws the
 * errors of `createPayment`, and 503 while the provider is unavailable.
 */
export async function beginCheckout(
  context: Context,
  { returnUrl, cancelUrl, courriel, language, ...payment }: CheckoutRequest,
): Promise<{ payment: Transaction; redirectUrl: string }> {
  const { name, begin, abandon } = context.providers.byDefault
  if (!begin) throw new Error(`The provider ${name} has no hosted payment page`)
  const { montantCents, devise, orderId = null } = payment
  if (orderId && (await findLiveOfOrder(context.db, orderId))) throw createLivePaymentProblem()
  const authorizationId = createAuthorizationId()
  const asked = { authorizationId, montantCents, devise }
  const now = context.clock.real()
  const shown = { orderId, returnUrl, cancelUrl, courriel, language, now }
  const { token, redirectUrl } = await begin({ ...asked, ...shown })
  try {
    const saved = { provider: name, card: { token, redirectUrl } }
    return { payment: await createPayment(context, { ...payment, authorizationId, saved }), redirectUrl }
  } catch (error) {
    await abandon?.({ ...asked, token }).catch(fault =>
      context.log.warn({ err: fault }, 'An unused checkout could not be closed at the payment provider'),
    )
    throw error
  }
}
