import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../tables.ts'

/** Normalizes a return URL. Throws 400 unless it is http or https and has one of the configured origins, if any. */
export function parseReturnUrl(returnUrl: string, { returnOrigins }: Context['settings']): string {
  const url = URL.canParse(returnUrl) ? new URL(returnUrl) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Problem(400, 'adresse-de-retour-refusee', 'returnUrl must be an absolute http or https URL')
  if (returnOrigins.length > 0 && !returnOrigins.includes(url.origin))
    throw new Problem(
      400,
      'adresse-de-retour-refusee',
      `returnUrl has the origin ${url.origin}, which is not allowed (COMPTOIR_RETURN_ORIGINS)`,
    )
  return url.href
}

type ReturnState = { orderId: string | null; payment?: Transaction | undefined; status?: string }

/** Adds the outcome of a payment to the return URL. */
export function createReturnUrl(
  returnUrl: string,
  { orderId, payment, status = payment?.status }: ReturnState,
): string {
  const url = new URL(returnUrl)
  const parameters = {
    orderId,
    status,
    transactionId: payment?.id,
    authorizationId: payment?.authorizationId,
  }
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  return url.href
}
