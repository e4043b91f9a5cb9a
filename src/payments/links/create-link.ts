import { randomBytes, randomUUID } from 'node:crypto'
import { RIGHTS_TO_ACT_FOR_CUSTOMERS } from '../../accounts/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import { hashSecret } from '../../platform/http/agent.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { LANGUAGES, type Language } from '../../platform/http/pages.ts'
import type { Context } from '../context.ts'
import { beginPayment, listIdentifiers, ownsLoyaltyNumber } from '../peers.ts'
import type { Link, LinkArticle } from '../tables.ts'
import { insertLink } from './store.ts'

const VALID_MS = 30 * 60_000

export type CreatedLink = { link: Link; token: string }
/** The request for a link; `returnUrl` is already validated. */
type NewLink = {
  montantCents: number
  devise?: string | null | undefined
  orderId?: string | null | undefined
  clientId?: string | number | null | undefined
  /** The customer's loyalty number. */
  clientFideliseId?: number | null | undefined
  titulaire?: string
  courriel?: string | null | undefined
  source?: string | null | undefined
  /** The language of the order, or else French, if it is not given. */
  langue?: Language | null | undefined
  returnUrl: string
}

type Options = {
  caller: Caller
  /** The provider of a payment intent. */
  intention?: string
  /** Called with the link in the transaction that creates it. */
  storeAnswer: (tx: Tx, created: CreatedLink) => Promise<unknown>
}

const text = (value: string | number | null | undefined) =>
  value === null || value === undefined || value === '' ? null : String(value)

/**
 * Creates a payment link, valid for 30 minutes. Only the hash of its random token is stored. Throws 401 for an invalid
 * token of the caller, 409 and 422 as orders decides, and 503 while orders is unavailable.
 */
export async function createLink(
  context: Context,
  request: NewLink,
  { caller, intention, storeAnswer }: Options,
): Promise<CreatedLink> {
  const { montantCents, returnUrl } = request
  const orderId = text(request.orderId)
  const devise = (request.devise ?? 'EUR').toUpperCase()
  // An invalid token is rejected before orders extends a reservation.
  if (!caller.may(...RIGHTS_TO_ACT_FOR_CUSTOMERS)) await caller.customer()
  const order = orderId
    ? await beginPayment(context, {
        orderId,
        montantCents,
        devise,
        etape: 'lien',
        inCents: intention !== undefined,
      })
    : undefined
  const named = { clientId: text(request.clientId), clientFideliseId: request.clientFideliseId ?? null }
  const proof = await verifyCustomer(context, caller, named, order)
  const now = context.clock.now()
  const token = randomBytes(32).toString('base64url')
  const clientId = named.clientId ?? order?.clientId ?? null
  const link: Link = {
    id: randomUUID(),
    orderId,
    montantCents,
    devise,
    clientId,
    ...proof,
    titulaire: text(request.titulaire),
    // An erasure finds links by their order or customer.
    courriel: orderId === null && clientId === null ? null : text(request.courriel),
    source: text(request.source),
    intention: intention ?? null,
    returnUrl,
    articles: order?.articles ? linesOf(order.articles, order.tva) : null,
    langue: request.langue ?? order?.langue ?? LANGUAGES[0],
    createdAt: now,
    expireLe: new Date(now.getTime() + VALID_MS),
  }
  await context.db.transaction(async tx => {
    await insertLink(tx, link, hashSecret(token))
    await storeAnswer(tx, { link, token })
  })
  return { link, token }
}

const linesOf = (
  articles: LinkArticle[],
  tva: { tauxTva: number; tvaCents: number }[] = [],
): LinkArticle[] => [
  ...articles,
  ...tva.map(({ tauxTva, tvaCents: totalCents }) => ({
    ...{ nom: null, quantite: 1, totalCents, type: 'tva' as const, tauxTva },
  })),
]

/** Returns the fields of a payment that its link determines. */
export const paymentOf = ({ id: lienId, montantCents, devise, orderId, clientId, prouve: proven }: Link) => ({
  ...{ lienId, montantCents, devise, orderId, clientId, proven },
})

type Proof = Pick<Link, 'prouve' | 'clientFideliseId'>
const CLAIM: Proof = { prouve: false, clientFideliseId: null }

/**
 * Determines whether the customer of a link is proven: the caller is that customer or may act for customers, and the
 * order, if known, is proven and that customer's. If a customer creates the link, or it is for a known order, a
 * loyalty number counts only if it is theirs: otherwise the page would show another customer's saved cards. Without
 * API keys, every customer is proven.
 */
async function verifyCustomer(
  context: Context,
  caller: Caller,
  { clientId, clientFideliseId }: Pick<Link, 'clientId' | 'clientFideliseId'>,
  order: { clientId: string; prouve: boolean } | undefined,
): Promise<Proof> {
  if (!caller.guarded) return { prouve: true, clientFideliseId }
  if (order && !order.prouve) return CLAIM
  const speaks = caller.may(...RIGHTS_TO_ACT_FOR_CUSTOMERS)
  if (speaks && !order) return { prouve: true, clientFideliseId }

  const names =
    speaks && order ? await listIdentifiers(context, order.clientId) : (await caller.customer())?.names
  const named = [order?.clientId, clientId].filter(name => typeof name === 'string')
  if (!names || named.some(name => !names.includes(name))) return CLAIM
  const own = clientFideliseId !== null && (await ownsLoyaltyNumber(context, clientFideliseId, names))
  return { prouve: named.length > 0 || own, clientFideliseId: own ? clientFideliseId : null }
}
