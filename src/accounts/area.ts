import { defineArea } from '../platform/area.ts'
import { AccountsSettings, validateProductionSettings } from './settings.ts'

/** Customer accounts, staff, API keys, mails and webhooks; exports and erasures of personal data, and the audit trail. */
export const accounts = defineArea({
  name: 'accounts',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['loyalty'],
  asksHolders: true,
  settings: AccountsSettings,
  inProduction: validateProductionSettings,
  neverLogged: ['motDePasse', 'motDePasseActuel', 'cle', 'secret', 'uri', 'code', 'jeton'],
  personalData: { open: async () => (await import('./personal-data.ts')).personalData },
  open: async platform => (await import('./open.ts')).open(platform),
})
