import { defineArea } from '../platform/area.ts'
import { AccountsSettings, inProduction } from './settings.ts'

/** The customers' accounts of the online shop, the mails that they get, and their rights over their data in every area. */
export const accounts = defineArea({
  name: 'accounts',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['loyalty'],
  asksHolders: true,
  settings: AccountsSettings,
  inProduction,
  neverLogged: ['motDePasse', 'motDePasseActuel', 'cle', 'secret', 'uri', 'code', 'jeton'],
  personalData: { open: async () => (await import('./personal-data.ts')).personalData },
  open: async platform => (await import('./open.ts')).open(platform),
})
