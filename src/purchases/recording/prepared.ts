import { Problem } from '../../platform/problem.ts'
import type { Client } from '../peers.ts'

/** What must be known before a purchase is recorded: whose it is, and when it was. */
export type Prepared = { client: Client; purchaseDate: Date }

/** 404 for the customer that is not there. */
export function known(client: Client | undefined, ref: string | number): Client {
  if (!client) throw new Problem(404, 'client-inconnu', `Client with id ${ref} not found`)
  return client
}

/** What `work` gives, or the rule that it breaks: one bad message must not hold up those beside it. */
export function orProblem<T>(work: () => T): T | Problem {
  try {
    return work()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
