import type Stripe from 'stripe'
import { Problem } from '../../platform/problem.ts'

const TIMEOUT_MS = 5_000

/**
 * Creates a Stripe client. The library is loaded only here, when Stripe is configured, because loading takes 0.3 s and
 * 36 MB.
 */
export async function createStripeClient(key: string, { protocol, hostname, port }: URL): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  const isPlain = protocol === 'http:'
  return new Stripe(key, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    httpClient: Stripe.createFetchHttpClient(),
    timeout: TIMEOUT_MS,
    // No retries: a customer is waiting, or a job repeats the call.
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** The error for a request that Stripe rejected. It has only the status: Stripe's message may repeat request data. */
export class Refusal extends Error {
  constructor(status: number) {
    super(`Stripe rejected a request (${status})`)
  }
}

/** Returns the response to a call. Throws a Refusal, or 503 while Stripe is unreachable, fails or limits requests. */
export async function unwrapResponse<T>(call: Promise<Stripe.Response<T>>): Promise<T> {
  const answer = await call.catch(error => {
    throw errorFor(statusOf(error))
  })
  const { statusCode } = answer.lastResponse
  // The library treats any JSON without an `error` as success, whatever its status, and a proxy may answer with such
  // JSON.
  if (statusCode !== 200) throw errorFor(statusCode)
  return answer
}

const statusOf = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined

const errorFor = (status: number | undefined) =>
  status === undefined || status >= 500 || status === 429
    ? new Problem(503, 'service-indisponible', 'The payment provider cannot be reached')
    : new Refusal(status)
