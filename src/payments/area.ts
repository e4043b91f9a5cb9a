import { mailWanted } from '../accounts/contract.ts'
import { defineArea } from '../platform/area.ts'
import { maskCardNumbers } from './cards/card.ts'
import { paymentChanged } from './contract.ts'
import { validateLogo } from './logo.ts'
import { PaymentsSettings, validateProductionSettings } from './settings.ts'

/** Payment links and their page, card and cash payments, refunds. */
export const payments = defineArea({
  name: 'payments',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['orders', 'accounts', 'loyalty'],
  announces: [paymentChanged, mailWanted],
  settings: PaymentsSettings,
  inProduction: validateProductionSettings,
  validate: validateLogo,
  neverLogged: ['cardNumber', 'cvc', 'cvv', 'securityCode', 'clientSecret'],
  redaction: { fields: ['cardNumber', 'cvc', 'cvv', 'securityCode'], mask: maskCardNumbers },
  personalData: {
    open: async platform => (await import('./open.ts')).openPersonalData(platform),
    first: true,
  },
  open: async platform => (await import('./open.ts')).open(platform),
})
