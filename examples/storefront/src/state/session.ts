import { signal } from '@preact/signals'
import type { Shapes } from '../../../../clients/typescript/src/index.ts'
import { clearAnswers } from '../api/answers.ts'
import { createStored } from './stored.ts'

export type Session = Pick<Shapes['Connexion'], 'userId' | 'clientId' | 'email' | 'prenom' | 'nom'> & {
  token: string
}

const isSession = (kept: unknown): kept is Session =>
  typeof kept === 'object' && kept !== null && 'token' in kept && typeof kept.token === 'string'

/** The signed-in customer, if any. */
export const session = createStored<Session | undefined>('session', undefined, kept =>
  isSession(kept) ? kept : undefined,
)

/** Whether the session ended without the customer signing out, which the sign-in page reports. */
export const hasExpired = signal(false)

export function beginSession({ accessToken, userId, clientId, email, prenom, nom }: Shapes['Connexion']) {
  clearAnswers()
  hasExpired.value = false
  session.value = { token: accessToken, userId, clientId, email, prenom, nom }
}

export function endSession({ byItself = true } = {}) {
  clearAnswers()
  hasExpired.value = byItself
  session.value = undefined
}
