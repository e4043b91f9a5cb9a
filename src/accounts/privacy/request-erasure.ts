import { randomBytes } from 'node:crypto'
import { GUEST_PREFIX } from '../../orders/contract.ts'
import type { Holder } from '../../platform/personal-data/routes.ts'
import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import type { Person } from '../contract.ts'
import { collectFrom, identifyPerson, isLoyaltyNumber, listOrdersOfPerson } from './identify.ts'
import { erasureJob } from './run-erasure.ts'
import type { Erasure } from './schemas.ts'
import { findLatestErasure, insertErasure, lockErasures } from './store.ts'

/** Returns the latest erasure, running or finished, of the customer who had the reference; undefined without one. */
export const findErasure = ({ db, fingerprint }: Accounts, ref: string) =>
  findLatestErasure(db, [fingerprint(isLoyaltyNumber(ref) ? Number(ref) : ref)])

/**
 * Starts the erasure of a customer in all areas. Returns an existing erasure instead (`begun` false) if it is running,
 * or finished with nothing left to erase. Throws 404 for an unknown customer, 409 while an order is open, a payment
 * pending or a repair under way, and 503 while loyalty or an area that must agree first is unavailable, or any area if
 * the customer has neither account nor loyalty record. Other areas may be unavailable: their obstacles delay the
 * erasure instead.
 */
export async function requestErasure(
  accounts: Accounts,
  ref: string,
  demandePar: string,
): Promise<{ erasure: Erasure; begun: boolean }> {
  const earlier = await findErasure(accounts, ref)
  if (earlier?.statut === 'en_cours') return { erasure: earlier, begun: false }
  const person = await identifyPerson(accounts, ref)
  if (!person) {
    if (earlier) return { erasure: earlier, begun: false }
    throw new Problem(404, 'client-inconnu', `Client with id ${ref} not found`)
  }
  await checkObstacles(accounts, person)
  return begin(accounts, await withOrders(accounts, person), demandePar)
}

/** Throws 409 if an area reports an obstacle, such as an open order, a pending payment or a repair under way. */
async function checkObstacles({ holders }: Accounts, person: Person) {
  const obstacles = (await Promise.all(holders.map(holder => obstaclesIn(holder, person)))).flat()
  if (obstacles.length > 0)
    throw new Problem(
      409,
      'effacement-impossible',
      `The customer cannot be erased yet: ${obstacles.join('; ')}`,
    )
}

/** Areas without `first` may be unavailable, because each area checks again when it erases. */
async function obstaclesIn(holder: Holder, person: Person): Promise<string[]> {
  const answer = collectFrom(holder, person).then(({ obstacles }) => obstacles)
  return holder.first ? answer : answer.catch(() => [])
}

/**
 * Guest orders are found by the proven addresses only here, and the erasure stores their ids, so that later orders under
 * an address belong to a new customer.
 */
async function withOrders(accounts: Accounts, person: Person) {
  const { emailsProuves: _, ...stored } = person
  const orders = await listOrdersOfPerson(accounts, person)
  return {
    personne: { ...stored, ordreIds: orders.map(({ ordreId }) => ordreId) },
    guestOrders: orders.filter(({ clientId }) => clientId.startsWith(GUEST_PREFIX)).length,
  }
}

type Found = Awaited<ReturnType<typeof withOrders>>

function begin(accounts: Accounts, { personne, guestOrders }: Found, demandePar: string) {
  const { db, clock, jobs, fingerprint, holders } = accounts
  const areas = holders.map(({ name }) => name)
  const pseudonyme = `EFFACE_${randomBytes(6).toString('hex').toUpperCase()}`
  const prints = [pseudonyme, ...personne.clientIds, ...personne.numeros].map(fingerprint)
  return db.transaction(async tx => {
    await lockErasures(tx)
    const other = await findLatestErasure(tx, prints)
    if (other?.statut === 'en_cours') return { erasure: other, begun: false }
    const now = clock.now()
    const erasure = await insertErasure(tx, {
      ...{ pseudonyme, personne, guestOrders, prints, areas, demandePar, now },
    })
    await jobs.add(tx, erasureJob, { id: erasure.id })
    return { erasure, begun: true }
  })
}
