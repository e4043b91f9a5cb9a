import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { startPurchasingStandIn } from '../sample/purchasing.ts'
import { areaNames } from '../src/areas.ts'
import { type Caller, createCallers } from './support/access/callers.ts'
import { endsSession, listAllOperations, type Operation } from './support/access/operations.ts'
import { type Row, renderAccessTable } from './support/access/table.ts'
import { fetchStatus, isRefused } from './support/access/try-operation.ts'
import { GUARDED } from './support/guarded.ts'
import { openPlatform } from './support/platform.ts'

let callers: Caller[]
let purchasing: Awaited<ReturnType<typeof startPurchasingStandIn>>
let rows: (Row & { statuses: number[] })[]

before(async () => {
  purchasing = await startPurchasingStandIn()
  const shop = await openPlatform({ settings: { ...GUARDED, COMPTOIR_PURCHASING_URL: purchasing.url } })
  const prepared = await createCallers(shop)
  callers = prepared.callers
  rows = []
  for (const operation of listAllOperations(shop, areaNames)) {
    const statuses: number[] = []
    if (endsSession(operation))
      for (const caller of callers) caller.headers = (await caller.signInAgain?.()) ?? caller.headers
    for (const caller of callers) statuses.push(await fetchStatus(shop, operation, caller, prepared.subject))
    rows.push({ operation, statuses, admitted: statuses.map(status => !isRefused(status)) })
  }
})

after(() => purchasing.close())

/** Operations that require the customer's token or a staff session, in addition to the right or instead of it. */
const NEED_MORE = [
  'readSession',
  'changeOwnStaffPassword',
  'requestStaffCodes',
  'confirmStaffCodes',
  'readStaffSession',
]

function isAllowed({ access, rights, addressIsCredential, path }: Operation, caller: Caller): boolean {
  if (caller.name === 'a revoked key') return false
  if (access === 'open') return true
  if (caller.rights.includes('admin') || rights.some(right => caller.rights.includes(right))) return true
  // The routes below the own profile find only the customer's own records.
  const isOwn = !path.includes('{') || path.includes('/publique/profil/')
  const owns = isOwn ? (caller.isCustomer ?? false) : caller.owns
  return access === 'customer' && (addressIsCredential || owns)
}

const each = (check: (operation: Operation, caller: Caller, admitted: boolean, status: number) => boolean) =>
  rows.flatMap(({ operation, admitted, statuses }) =>
    callers.flatMap((caller, i) => {
      const [isIn = false, status = 0] = [admitted[i], statuses[i]]
      return check(operation, caller, isIn, status) ? [`${caller.name}: ${operation.id} ${status}`] : []
    }),
  )

test('unauthorized callers are refused', () => {
  assert.ok(rows.length > 120, `${rows.length} operations`)
  assert.deepEqual(
    each((operation, caller, isIn) => isIn && !isAllowed(operation, caller)),
    [],
  )
})

test('authorized callers are admitted', () => {
  // An operation for customers without rights requires their token, so it refuses keys and staff sessions.
  const needsToken = ({ access, rights }: Operation) => access === 'customer' && rights.length === 0
  const refused = each(
    (operation, caller, isIn) =>
      !isIn &&
      isAllowed(operation, caller) &&
      !NEED_MORE.includes(operation.id) &&
      !(needsToken(operation) && !caller.isCustomer),
  )
  assert.deepEqual(refused, [])
})

test('no caller causes a server error', () => {
  assert.deepEqual(
    each((_operation, _caller, _isIn, status) => status >= 500),
    [],
  )
})

test('operations that areas call accept the key that the areas send', async () => {
  const contracts = await Promise.all(
    globSync('src/*/contract.ts').map(path => import(new URL(`../${path}`, import.meta.url).href)),
  )
  const isOperation = (value: unknown): value is { config: Operation; url: string } =>
    typeof value === 'object' && value !== null && 'url' in value && 'config' in value
  const asked = contracts.flatMap(contract => Object.values(contract)).filter(isOperation)
  assert.ok(asked.length > 15, `${asked.length} operations`)
  const closed = asked.filter(({ config }) => config.access !== 'open' && !config.rights.includes('peer'))
  assert.deepEqual(
    closed.map(({ url }) => url),
    [],
  )
})

test('docs/access.md contains this table', t => {
  t.assert.fileSnapshot(renderAccessTable(callers, rows), 'docs/access.md', { serializers: [text => text] })
})
