import { mailWanted } from '../accounts/contract.ts'
import { defineArea } from '../platform/area.ts'
import {
  goodsReturned,
  orderConfirmed,
  orderDelivered,
  orderMoved,
  orderPaidLate,
  orderRefunded,
  orderToPrepare,
  purchaseRefunded,
  recipientCorrected,
} from './contract.ts'
import { validateLegalSettings } from './invoice-settings.ts'
import { calls } from './peers.ts'
import { OrdersSettings } from './settings.ts'

/** Baskets, orders, payment confirmation, order status, returns, invoices and sales figures. */
export const orders = defineArea({
  name: 'orders',
  migrations: new URL('./migrations/', import.meta.url),
  calls,
  settings: OrdersSettings,
  validate: validateLegalSettings,
  announces: [
    orderToPrepare,
    orderConfirmed,
    orderDelivered,
    orderPaidLate,
    orderRefunded,
    purchaseRefunded,
    orderMoved,
    recipientCorrected,
    goodsReturned,
    mailWanted,
  ],
  personalData: {
    open: async ({ clock }) => (await import('./personal-data.ts')).personalData(clock),
    first: true,
  },
  open: async platform => (await import('./open.ts')).open(platform),
})
