import type { Call } from '../support/load.ts'
import { login } from './floods.ts'
import { callSteadily } from './ordinary.ts'
import { strangerAt } from './sockets.ts'

const PASSWORD = 'un mot de passe'
export const emailOf = (i: number) => `client${i}@example.org`
const homeOf = (i: number) => `192.168.${i >> 8}.${i & 255}`

/** Creates accounts, each from its owner's home address. */
export async function openAccounts(base: string, count: number) {
  const body = (i: number) => ({ email: emailOf(i), motDePasse: PASSWORD, prenom: 'Ada', nom: 'Lovelace' })
  const register = async (i: number) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': homeOf(i) }
    const answer = await fetch(`${base}/api/auth/register`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body(i)),
    })
    if (answer.status !== 201) throw new Error(`register: ${answer.status} ${await answer.text()}`)
    await answer.text()
  }
  await inParallel(count, 8, register)
}

/** The sign-in of an account's owner from their home address. */
export const ownerSignIn = (i: number): Call & { address: string } => ({
  ...{ method: 'POST', path: '/api/auth/login', status: 200, address: homeOf(i) },
  body: { email: emailOf(i), motDePasse: PASSWORD },
})

/** `from`: the number of the first account and address, so that the limits do not count earlier guesses. */
export type Guesses = { guesses: number; accounts: number; addresses: number; from: number }

/**
 * Guesses passwords, then signs in up to 20 owners of the accounts. Returns how many guesses were compared with a
 * password and how many were refused, and how many owners were let in, with their median response time.
 */
export async function guessPasswords(base: string, { guesses, accounts, addresses, from }: Guesses) {
  const counts = new Map<string, number>()
  await inParallel(guesses, 100, async i => {
    const status = await login(base, strangerAt(from + (i % addresses)), emailOf(from + (i % accounts)))
    counts.set(status, (counts.get(status) ?? 0) + 1)
  })
  const owners = Math.min(accounts, 20)
  const { medianMs, wrong } = await callSteadily(base, i => ownerSignIn(from + i), owners / 10, 10)
  return {
    compared: counts.get('401') ?? 0,
    refused: counts.get('429') ?? 0,
    owners,
    letIn: owners - wrong,
    medianMs,
  }
}

async function inParallel(count: number, atOnce: number, one: (i: number) => Promise<void>) {
  let next = 0
  const go = async () => {
    while (next < count) await one(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, go))
}
