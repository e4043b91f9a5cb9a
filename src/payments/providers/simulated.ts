import { randomBytes } from 'node:crypto'
import type { Outcome } from '../tables.ts'
import type { Provider } from './provider.ts'

/** The outcomes of the test cards. Any other card is accepted. */
const OUTCOMES: Record<string, Outcome> = {
  '4242424242424242': 'accepte',
  '4000000000000002': 'refuse',
  '4000000000000259': 'annule',
}

const outcomeIn = (token: string) => token.split('_')[1] as Outcome

/** A provider without a bank: the card number determines the outcome, and the token carries it. */
export const simulatedProvider: Provider = {
  name: 'simule',
  tokenise: async ({ cardNumber }) =>
    `sim_${OUTCOMES[cardNumber] ?? 'accepte'}_${randomBytes(16).toString('base64url')}`,
  settle: async ({ token }) => outcomeIn(token),
}
