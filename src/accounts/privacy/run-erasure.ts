import { jobKind } from '../../platform/jobs/job.ts'
import type { Holder } from '../../platform/personal-data/routes.ts'
import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { type Person, personalDataOperations } from '../contract.ts'
import { collectAll, isEmpty } from './identify.ts'
import { endErasure, findRunningErasure, markErased, markForErasure } from './store.ts'

export const erasureJob = jobKind<{ id: number }>('accounts.erase')

const RETRY_MS = 5_000

/** Runs an erasure. If it fails, for example while an area is unavailable or must wait, schedules a retry. */
export async function continueErasure(accounts: Accounts, id: number) {
  const { db, clock, jobs, log } = accounts
  try {
    await runErasure(accounts, id)
  } catch (error) {
    log.warn({ err: error, effacement: id }, 'An erasure could not continue and will be retried')
    const at = new Date(clock.now().getTime() + RETRY_MS * clock.multiplier)
    await db.transaction(tx => jobs.add(tx, erasureJob, { id }, { at, key: `${erasureJob.name}:${id}` }))
  }
}

/**
 * Erases the person in each remaining area, then checks all areas for data that was written in the meantime. Throws if
 * there is any, or if an area is unavailable or must wait.
 */
async function runErasure(accounts: Accounts, id: number) {
  const { db, clock, holders } = accounts
  const erasure = await findRunningErasure(db, id)
  if (!erasure) return
  const { personne, pseudonyme } = erasure
  const done = new Set(erasure.domaines.filter(({ faitLe }) => faitLe).map(({ domaine }) => domaine))
  for (const phase of phasesOf(holders))
    await settleAll(phase.filter(({ name }) => !done.has(name)).map(erase))
  await checkNoNewData(accounts, id, personne)
  await db.transaction(tx => endErasure(tx, id, clock.now()))

  /** Throws 409 while an obstacle, such as an open order, prevents the erasure. */
  async function erase({ name, ask }: Holder) {
    const request = { body: { personne, pseudonyme }, expect: [409] } as const
    const { status, body } = await ask(personalDataOperations.erase(name), request)
    if (status === 409) throw new Problem(409, body.code, body.message)
    const touched = Object.values(body.lignes).reduce((sum, count) => sum + count, 0)
    await db.transaction(tx => markErased(tx, id, name, touched, clock.now()))
  }
}

/**
 * Returns the areas in the order in which they erase. Areas that must agree before any data is erased come first, and
 * loyalty comes last: while another area has data of the customer, loyalty's record connects the customer's identifiers.
 */
const phasesOf = (holders: readonly Holder[]) => [
  holders.filter(({ first }) => first),
  holders.filter(({ first, name }) => !first && name !== 'loyalty'),
  holders.filter(({ first, name }) => !first && name === 'loyalty'),
]

/** Waits for all promises, even if some fail, then throws the first failure. */
async function settleAll(works: Promise<unknown>[]) {
  await Promise.allSettled(works)
  await Promise.all(works)
}

/**
 * Throws if concurrent messages or calls have written data of the person to areas after their erasure, and marks these
 * areas to be erased again. Ignores e-mail addresses, because the person may be a customer again, and loyalty numbers,
 * under which the purchase history stays.
 */
async function checkNoNewData(accounts: Accounts, id: number, person: Person) {
  const found = await collectAll(accounts, { ...person, emails: [], numeros: [] })
  const areas = found.filter(answer => !isEmpty(answer)).map(({ area }) => area)
  if (areas.length === 0) return
  await accounts.db.transaction(tx => markForErasure(tx, id, areas))
  throw new Error(`New personal data were written during the erasure in ${areas.join(', ')}`)
}
