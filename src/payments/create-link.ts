import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Tx } from '../platform/database/database.ts'
import { parseEuros } from '../platform/money.ts'
import type { Context } from './context.ts'
import { beginPayment } from './peers.ts'
import { checkReturnUrl } from './return-url.ts'
import type { LinkRequest } from './schemas.ts'
import { insertLink } from './store/links.ts'
import type { Link } from './tables.ts'

const VALID_MS = 30 * 60_000

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export type Made = { link: Link; token: string }
type Options = {
  /** Made with the customer's own token or with a key. */
  identifie: boolean
  clientFideliseId: number | null
  /** Told of the link in the transaction that makes it. */
  keep: (tx: Tx, made: Made) => Promise<unknown>
}

const text = (value: string | number | null | undefined) =>
  value === null || value === undefined || value === '' ? null : String(value)

/**
 * Makes a link to the payment page, valid 30 minutes. Its token is random and kept as a hash alone.
 * 400 amount or returnUrl; 409, 422 what orders has against it; 503 while orders cannot be asked.
 */
export async function createLink(
  context: Context,
  request: LinkRequest,
  { identifie, clientFideliseId, keep }: Options,
): Promise<Made> {
  const { client } = request
  const montantCents = parseEuros(request.amount, 'amount')
  const returnUrl = checkReturnUrl(request.returnUrl, context.config)
  const orderId = text(request.orderId)
  const devise = (request.currency ?? 'EUR').toUpperCase()
  const order = orderId
    ? await beginPayment(context, { orderId, montantCents, devise, etape: 'lien' })
    : undefined
  const now = context.clock.now()
  const token = randomBytes(32).toString('base64url')
  const link: Link = {
    id: randomUUID(),
    orderId,
    montantCents,
    devise,
    clientId: text(client?.id) ?? order?.clientId ?? null,
    clientFideliseId,
    titulaire: text([client?.prenom, client?.nom].filter(Boolean).join(' ')),
    identifie,
    source: text(request.source),
    returnUrl,
    createdAt: now,
    expireLe: new Date(now.getTime() + VALID_MS),
  }
  await context.db.transaction(async tx => {
    await insertLink(tx, link, hashOf(token))
    await keep(tx, { link, token })
  })
  return { link, token }
}
