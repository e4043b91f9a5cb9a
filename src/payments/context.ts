import type { Platform } from '../platform/area.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Picture } from '../platform/pages/pictures.ts'
import type { CardVault } from './card-vault.ts'
import type { Providers } from './providers/configured.ts'
import type { PaymentsSettings } from './settings.ts'
import type { NewCard, NewTransaction, Outcome, Transaction } from './tables.ts'

export type PaymentsPlatform = Platform<'orders' | 'accounts' | 'loyalty', PaymentsSettings>

/** The platform and what is read once from the settings. */
export type Ground = PaymentsPlatform & {
  vault: CardVault
  providers: Providers
  /** As the payment page shows it. */
  logo: Picture | undefined
}

export type Context = Ground & { insertPayment: InsertPayment; endPayment: EndPayment }

export type NewPayment = {
  payment: NewTransaction
  /** The card that its customer wants to be kept. */
  card: Omit<NewCard, 'enAttenteDe'> | undefined
  /** Told of the payment in its transaction. */
  storeAnswer: (tx: Tx, created: Transaction) => Promise<unknown>
}
export type InsertPayment = (payment: NewPayment) => Promise<Transaction>

/** Ends a payment that is still pending, and announces it. Gives it when this call ended it. */
export type EndPayment = (id: number, outcome: Outcome) => Promise<Transaction | undefined>
