import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import { mergeUnits, resolveUnits, type Units } from '../article-units.ts'
import { createWithdrawalMail, findOwnAddress } from '../mails.ts'
import type { OrdersPlatform } from '../peers.ts'
import { lockOrder } from '../status/store.ts'
import { findOrder } from '../store/orders.ts'
import type { LockedOrder } from '../tables.ts'
import { finishUnsent } from './decide.ts'
import { isAcceptable, isPaid, isWhole, orderedUnits } from './rules.ts'
import type { NewWithdrawal } from './schemas.ts'
import {
  type Declaration,
  findByToken,
  insertDeclaration,
  markConfirmed,
  pruneWithdrawals,
  readCoverage,
} from './store.ts'

const HOUR_MS = 3_600_000
/** The time within which a declaration can be confirmed. */
const CONFIRMABLE_MS = HOUR_MS
/** The time for which a confirmed declaration can be read and confirmed again. */
const READABLE_MS = 24 * HOUR_MS
/** The legal period for a refund (code de la consommation, L221-24). */
const REFUND_MS = 14 * 24 * HOUR_MS

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Stores a declaration, whether or not its order exists, and returns the token that confirms it. */
export async function declareWithdrawal({ clock, db }: OrdersPlatform, given: NewWithdrawal) {
  const jeton = randomBytes(32).toString('base64url')
  const now = clock.now()
  await db.transaction(tx => insertDeclaration(tx, hashOf(jeton), given, now))
  return { jeton, expireLe: new Date(now.getTime() + CONFIRMABLE_MS) }
}

/** Returns a declaration that can be confirmed, or was confirmed within a day. Throws 404 for any other token. */
export async function getDeclaration({ clock, db }: OrdersPlatform, jeton: string): Promise<Declaration> {
  const found = await findByToken(db, hashOf(jeton))
  const [since, forMs] = found?.recuLe ? [found.recuLe, READABLE_MS] : [found?.createdAt, CONFIRMABLE_MS]
  if (!found || !since || since.getTime() + forMs <= clock.now().getTime())
    throw new Problem(404, 'retractation-inconnue', 'Cette déclaration est inconnue, ou son temps est passé')
  return found
}

/**
 * Confirms a declaration, once, and returns it. It is accepted by the rules for its order, or else waits for staff. A
 * mail to the order's own address acknowledges it if the order is paid. Throws 404 for an unknown or expired token.
 */
export async function confirmWithdrawal(platform: OrdersPlatform, jeton: string): Promise<Receipt> {
  const declared = await getDeclaration(platform, jeton)
  if (declared.recuLe) return receiptOf(declared, declared.recuLe)
  const { clock, db, peers } = platform
  const order = await findOrder(db, declared.ordreId)
  const [own, named] = await Promise.all([
    order ? findOwnAddress(platform, order) : null,
    order && declared.articles ? resolveUnits(peers, order.lignes, declared.articles) : undefined,
  ])
  const confirmed = await db.transaction(async tx => {
    const recuLe = clock.now()
    const locked = order && (await lockOrder(tx, order.ordreId))
    if (!locked) {
      const unknown = { statut: 'a_verifier', commandeConnue: false, unites: null, entiere: false } as const
      return (await markConfirmed(tx, declared.id, { ...unknown, ...timesOf(recuLe) })) && recuLe
    }
    const unites = named ? mergeUnits(named) : orderedUnits(locked)
    return (await receive(tx, platform, locked, { declared, own, unites, recuLe })) && recuLe
  })
  // Otherwise a concurrent call has confirmed it.
  return confirmed ? receiptOf(declared, confirmed) : confirmWithdrawal(platform, jeton)
}

type Received = { declared: Declaration; own: string | null; unites: Units[]; recuLe: Date }

/** Confirms a withdrawal from a locked order. Returns false, changing nothing, if it already is confirmed. */
async function receive(
  tx: Tx,
  platform: OrdersPlatform,
  order: LockedOrder,
  { declared, own, unites, recuLe }: Received,
): Promise<boolean> {
  const { courriel, id } = declared
  const coverage = await readCoverage(tx, order.ordreId, { courriel, own })
  const rules = { now: recuLe, days: platform.settings.withdrawalDays }
  const accepted = isAcceptable(order, coverage, unites, rules)
  const statut = accepted ? 'acceptee' : 'a_verifier'
  const fields = {
    ...timesOf(recuLe),
    statut,
    commandeConnue: true,
    entiere: isWhole(order, unites),
    unites: unites.filter(({ articleId }) => order.lignes.some(line => line.articleId === articleId)),
  } as const
  if (!(await markConfirmed(tx, id, fields))) return false
  if (accepted) await finishUnsent(tx, platform, order, coverage.prises, unites)
  if (isPaid(coverage))
    await platform.outbox.publishAll(tx, createWithdrawalMail(order, { id, recuLe, unites }))
  return true
}

const timesOf = (recuLe: Date) => ({ recuLe, aRembourserAvant: new Date(recuLe.getTime() + REFUND_MS) })

type Receipt = Pick<Declaration, 'ordreId' | 'articles'> & { recuLe: Date }
const receiptOf = ({ ordreId, articles }: Declaration, recuLe: Date): Receipt => ({
  recuLe,
  ordreId,
  articles,
})

/** Deletes declarations that were not confirmed within a day, and after 90 days the withdrawals from unknown orders. */
export function pruneDeclarations({ clock, db }: OrdersPlatform) {
  const before = (days: number) => new Date(clock.now().getTime() - days * 24 * HOUR_MS)
  return db.transaction(tx => pruneWithdrawals(tx, { declared: before(1), unknown: before(90) }))
}
