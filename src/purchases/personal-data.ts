import type { PersonalData } from '../platform/personal-data.ts'
import { purchasesOf } from './store/personal-data.ts'

/**
 * What the customer bought. Rows say no more than a number, articles, amounts and dates; once loyalty has forgotten whose
 * number it was they stay as they are, for the shop's figures.
 */
export const personalData: PersonalData = {
  collect: async (db, { numeros }) => ({ achat: await purchasesOf(db, numeros) }),
  erase: async () => ({}),
}
