import { renderStatements, type Variable } from '../support/statements.ts'
import { newOrder, work } from './work.ts'

const now = new Date('2026-01-01T00:00:00Z')
const ordreId = 'CMD-of-this-run'
const PRODUCT = 424_242_424_242
const TRANSACTION = 434_343_434_343
const EVENT = 'the id of an event'

/** A unique number: `n` counts the runs of a client, `first` is the start of this load's range. */
const NUMBER = '(:first::bigint + :client_id::bigint * :each::bigint + :n::bigint)'
const variables: Variable[] = [
  { value: ordreId, text: `('CMD-B' || ${NUMBER})` },
  { value: PRODUCT, text: ':product::bigint' },
  { value: String(PRODUCT), text: ':product::text' },
  { value: EVENT, text: 'gen_random_uuid()' },
  { value: TRANSACTION, text: NUMBER },
  { value: String(TRANSACTION), text: `${NUMBER}::text` },
  { value: `AUTH-${TRANSACTION}`, text: `('AUTH-' || ${NUMBER})` },
]

/** Returns a pipelined transaction, as the platform sends it: the commit follows after the results of the statements. */
const transaction = (begin: string[], statements: string[]) => [
  '\\startpipeline',
  ...begin,
  ...statements,
  '\\endpipeline',
  'commit;',
]

/** Returns the pgbench script that places an order of one article. */
export async function createPlacingScript(products: number): Promise<string[]> {
  const lines = (run: Parameters<typeof renderStatements>[1]) => renderStatements(variables, run)
  return [
    `\\set product random(1, ${products})`,
    '\\set n :n + 1',
    ...(await lines(tx => work.lookUp(tx, PRODUCT))),
    ...transaction(
      ['begin;', 'set local synchronous_commit = off;'],
      await lines(tx => work.reserve(tx, ordreId, PRODUCT, now)),
    ),
    ...transaction(['begin;'], await lines(tx => work.keep(tx, newOrder(ordreId, 1, now), 1))),
  ]
}

/** Returns the pgbench script that confirms an order of `fillPaidOrders`. */
export async function createConfirmingScript(): Promise<string[]> {
  const lines = (run: Parameters<typeof renderStatements>[1]) => renderStatements(variables, run)
  return [
    '\\set n :n + 1',
    ...(await lines(tx => work.readPaid(tx, ordreId, TRANSACTION))),
    ...transaction(
      ['begin;'],
      await lines(tx =>
        work.confirm(tx, newOrder(ordreId, 1, now), { id: String(TRANSACTION), eventId: EVENT }, now),
      ),
    ),
  ]
}
