import type { Platform } from '../platform/area.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Picture } from '../platform/pages/pictures.ts'
import type { CardVault } from './card-vault.ts'
import type { Providers } from './providers/configured.ts'
import type { PaymentsSettings } from './settings.ts'
import type { NewCard, NewTransaction, Outcome, Transaction } from './tables.ts'

export type PaymentsPlatform = Platform<'orders' | 'accounts' | 'loyalty', PaymentsSettings>

/** The platform and the objects created once from the settings. */
export type BaseContext = PaymentsPlatform & {
  vault: CardVault
  providers: Providers
  /** The logo on the payment page. */
  logo: Picture | undefined
}

export type Context = BaseContext & { insertPayment: InsertPayment; endPayment: EndPayment }

export type PaymentToInsert = {
  payment: NewTransaction
  /** The card to save for the customer. */
  card: Omit<NewCard, 'enAttenteDe'> | undefined
  /** Called with the payment, in the transaction that inserts it. */
  storeAnswer: (tx: Tx, created: Transaction) => Promise<unknown>
}
export type InsertPayment = (payment: PaymentToInsert) => Promise<Transaction>

/** Ends a pending payment and publishes the change. Returns the payment if this call ended it. */
export type EndPayment = (id: number, outcome: Outcome) => Promise<Transaction | undefined>
