import { randomBytes } from 'node:crypto'
import { Problem } from '../../platform/http/problem.ts'
import type { Person } from '../../platform/personal-data.ts'
import type { Accounts } from '../context.ts'
import { insertErasure, latestErasure, takeTurn } from '../store/erasures.ts'
import { AREAS, collectFrom } from './areas.ts'
import { erasing } from './carry-out.ts'
import { identify, isNumber } from './identify.ts'
import type { Erasure } from './schemas.ts'

const newPseudonym = () => `EFFACE_${randomBytes(6).toString('hex').toUpperCase()}`

/** Undefined when nobody was erased who went by `ref`. */
export const findErasure = ({ db, fingerprint }: Accounts, ref: string) =>
  latestErasure(db, [fingerprint(isNumber(ref) ? Number(ref) : ref)])

/**
 * Begins to erase a customer everywhere. One that is under way, or over with nothing left to erase, is given instead
 * (`begun` false). 404 nobody; 409 while an order is open, a payment pending or a repair under way; 503 while that cannot be asked.
 */
export async function requestErasure(
  accounts: Accounts,
  ref: string,
  demandePar: string,
): Promise<{ erasure: Erasure; begun: boolean }> {
  const earlier = await findErasure(accounts, ref)
  if (earlier?.statut === 'en_cours') return { erasure: earlier, begun: false }
  const person = await identify(accounts, ref)
  if (!person) {
    if (earlier) return { erasure: earlier, begun: false }
    throw new Problem(404, `Client with id ${ref} not found`)
  }
  return begin(accounts, await withOrders(accounts, person), demandePar)
}

/** 409 when something stands in the way. */
async function withOrders(accounts: Accounts, person: Person): Promise<Person> {
  const [orders, payments, logistics] = await Promise.all([
    collectFrom(accounts, 'orders', person),
    collectFrom(accounts, 'payments', person),
    // It looks again when it erases. Orders are needed now, for their names.
    collectFrom(accounts, 'logistics', person).catch(() => ({ obstacles: [] })),
  ])
  const obstacles = [...orders.obstacles, ...payments.obstacles, ...logistics.obstacles]
  if (obstacles.length > 0) throw new Problem(409, `Not while something is open: ${obstacles.join('; ')}`)
  return { ...person, ordreIds: (orders.donnees.commande as { ordreId: string }[]).map(o => o.ordreId) }
}

function begin({ db, clock, jobs, fingerprint }: Accounts, personne: Person, demandePar: string) {
  const pseudonyme = newPseudonym()
  const prints = [pseudonyme, ...personne.clientIds, ...personne.numeros].map(fingerprint)
  return db.transaction(async tx => {
    await takeTurn(tx)
    const other = await latestErasure(tx, prints)
    if (other?.statut === 'en_cours') return { erasure: other, begun: false }
    const now = clock.now()
    const erasure = await insertErasure(tx, { pseudonyme, personne, prints, areas: AREAS, demandePar, now })
    await jobs.add(tx, erasing, { id: erasure.id })
    return { erasure, begun: true }
  })
}
